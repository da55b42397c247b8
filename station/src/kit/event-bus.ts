/** The one typed line inside the box: what happened in one feature, for the others. */
import type { Task } from '@homeport/contract/download.ts'
import type { Lang } from '@homeport/contract/kit/promise.ts'

export type StationEvents = {
  /** The line to the cloud came up or went down. */
  line: { isUp: boolean; why: string }
  /** A code is on show, or none. */
  code: { code: string }
  /** The key of the TV's page on this box was used; it is another one now. */
  screen_key: object
  /** Someone was bound or unbound: the realms in which somebody is. */
  household: { realms: readonly Lang[] }
  /** A task moved; isState: more than its numbers. */
  task: { task: Task; isState: boolean }
  /** A task left the list; its files may still be there. */
  task_gone: { task_id: string }
  /** Films came, went or changed, and the mirror has them so. */
  films: { ids: readonly string[] }
  /** A finished task is another film of the library now, or that film is told otherwise. */
  task_film: { task: Task }
}

type Listener<K extends keyof StationEvents> = (what: StationEvents[K]) => void
export type StationEventBus = ReturnType<typeof createEventBus>

export function createEventBus() {
  const listeners: { [K in keyof StationEvents]: Set<Listener<K>> } = {
    line: new Set(),
    code: new Set(),
    screen_key: new Set(),
    household: new Set(),
    task: new Set(),
    task_gone: new Set(),
    films: new Set(),
    task_film: new Set(),
  }
  return {
    on<K extends keyof StationEvents>(name: K, listener: Listener<K>): void {
      listeners[name].add(listener)
    },
    tell<K extends keyof StationEvents>(name: K, what: StationEvents[K]): void {
      for (const listener of listeners[name]) listener(what)
    },
  }
}
