/** The typed event bus of the station: features publish, and subscribe to what others publish. */
import type { Task } from '@homeport/contract/download.ts'
import type { Lang } from '@homeport/contract/kit/promise.ts'

export type StationEvents = {
  /** The connection to the cloud came up or went down. */
  line: { isUp: boolean; why: string }
  /** The current pairing code, '' if none is shown. */
  code: { code: string }
  /** The key of the TV page was used and replaced. */
  screen_key: object
  /** A user was bound or unbound; realms: those with bound users. */
  household: { realms: readonly Lang[] }
  /** A task changed; isState: more than its progress changed. */
  task: { task: Task; isState: boolean }
  /** A task was removed from the list; its files may still exist. */
  task_gone: { task_id: string }
  /** Films were added, removed or changed, and the mirror has the change. */
  films: { ids: readonly string[] }
  /** The film of a finished task, or its data, changed. */
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
    emit<K extends keyof StationEvents>(name: K, what: StationEvents[K]): void {
      for (const listener of listeners[name]) listener(what)
    },
  }
}
