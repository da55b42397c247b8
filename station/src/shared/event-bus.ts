/** The typed event bus of the station: features publish, and subscribe to what others publish. */
import type { Task } from '@homeport/contract/download/download.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'

export type FileMove = { from: string; to: string }

export type StationEvents = {
  /** The connection to the cloud came up or went down. */
  line: { isUp: boolean; why: string }
  /** The current pairing code, '' if none is shown. */
  code: { code: string }
  /** The addresses of this machine in the house changed, or its name; host: '' if it has none. */
  address: { host: string }
  /** The database was found damaged, for the first time in this life of the box. */
  damaged: object
  /** The key of the TV page was used and replaced. */
  screen_key: object
  /** A person gave a screen another name. */
  screen_name: { screen_id: string }
  /** A user was bound or unbound, or a sign-in ended; realms: those with bound users. realm: whose household it is, with the sign-ins that have not ended where the cloud names them. */
  household: { realms: readonly Lang[]; realm?: Lang; sessions?: readonly string[] | undefined }
  /** A task changed; isState: more than its progress changed. */
  task: { task: Task; isState: boolean }
  /** Something that a task waited for is there, or its job is lost: it is compared with the engine again. */
  task_ready: { task_id: string }
  /** The box knows something of a running task that the apps do not have. */
  task_news: { task_id: string }
  /** A download came to its end just now. */
  task_done: { task: Task }
  /** Many tasks changed at once. */
  tasks: { tasks: readonly Task[] }
  /** A task was removed from the list; its files may still exist. */
  task_gone: { task_id: string }
  /** Many at once. */
  tasks_gone: { ids: readonly string[] }
  /** Films were added, removed or changed, and the mirror has the change. */
  films: { ids: readonly string[] }
  /** Somebody moved or renamed files or folders; absolute paths. */
  file_moves: { moves: readonly FileMove[] }
  /** A person watched a film or an episode to its end on a screen of this box. */
  watched: { by: { realm: Lang; user_id: string }; movie_id: string }
  /** A person did something on a screen that the cloud of their realm does not have yet. */
  viewer_change: { realm: Lang; user_id: string }
  /** The film of a finished task, or its data, changed. */
  task_film: { task: Task }
}

type Listener<K extends keyof StationEvents> = (what: StationEvents[K]) => void
export type StationEventBus = ReturnType<typeof createEventBus>

/** onFault: told of a listener that throws; the others hear the event nevertheless. Without it the fault is nobody's, and ends a test. */
export function createEventBus(onFault: (fault: unknown) => void = throwAlone) {
  const listeners: { [K in keyof StationEvents]: Set<Listener<K>> } = {
    line: new Set(),
    code: new Set(),
    address: new Set(),
    damaged: new Set(),
    screen_key: new Set(),
    screen_name: new Set(),
    household: new Set(),
    task: new Set(),
    task_ready: new Set(),
    task_news: new Set(),
    task_done: new Set(),
    tasks: new Set(),
    tasks_gone: new Set(),
    task_gone: new Set(),
    films: new Set(),
    file_moves: new Set(),
    watched: new Set(),
    viewer_change: new Set(),
    task_film: new Set(),
  }
  return {
    on<K extends keyof StationEvents>(name: K, listener: Listener<K>): void {
      listeners[name].add(listener)
    },
    emit<K extends keyof StationEvents>(name: K, what: StationEvents[K]): void {
      for (const listener of listeners[name]) {
        try {
          listener(what)
        } catch (fault) {
          onFault(fault)
        }
      }
    },
  }
}

function throwAlone(fault: unknown): void {
  queueMicrotask(() => {
    throw fault
  })
}
