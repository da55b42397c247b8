/** Converts a task row and the engine's current reading to the wire format. */
import { TaskStatus, type Task, type TaskFilm, type TaskStall, type TaskWait } from '@homeport/contract/download/download.ts'
import { sizeText, speedText } from '@homeport/contract/shape/size.ts'
import { noFolder, noRoom } from '../../engine/failure.ts'
import type { SeedReading } from '../limits/seeding.ts'
import type { TaskRow } from '../../table/store.ts'

/** up: bytes sent to others. */
export type EngineReading = { down: number; speed: number; peers: number; up: number; upSpeed: number }
export const idleReading: EngineReading = { down: 0, speed: 0, peers: 0, up: 0, upSpeed: 0 }

/** isEngineAway: the state of a running task is unknown (spec 4: error -1). film: from the library. position: among those that wait for their turn, order: among all that are not done; 0 if it is none of them. folder: as Task says. */
export type Around = {
  isEngineAway: boolean
  /** As isEngineAway, of a program of the owner's: the task waits for it. */
  isProgramAway: boolean
  film: TaskFilm | null
  position: number
  /** By the clock, in ms. */
  pausedUntil: number | null
  order: number
  folder: string
  stall: TaskStall | null
  canPlay: boolean
  /** Bytes that its disk has too few. */
  lack: number
  /** The reading of a finished torrent that is sent to others. */
  seed: SeedReading | undefined
}

export function toTask(
  row: TaskRow,
  live: EngineReading | undefined,
  { isEngineAway, isProgramAway, film, position, pausedUntil, order, folder, stall, canPlay, lack, seed }: Around,
): Task {
  const isDone = row.status === TaskStatus.done
  const isRunning = row.status === TaskStatus.run
  const now = isRunning && !isEngineAway && !isProgramAway && live ? live : { ...idleReading, down: live?.down ?? 0 }
  const down = isDone ? row.download_size : Math.max(row.down_size, now.down)
  return {
    task_id: row.task_id,
    old_task_id: row.old_task_id,
    url: row.url,
    name: row.name,
    status: isRunning && isEngineAway ? TaskStatus.error : row.status,
    is_done: isDone,
    is_multifile: row.file_count > 1,
    down_size: down,
    download_size: row.download_size,
    total_size: row.total_size,
    down_text: sizeText(down),
    size_text: sizeText(row.download_size),
    total_size_text: sizeText(row.total_size),
    speed: speedText(now.speed),
    speed_bytes: now.speed,
    progress: progressOf(down, row.download_size, isDone),
    file_count: row.file_count,
    select_count: row.select_count,
    peers: now.peers,
    code: row.code,
    reason: row.reason,
    created_at: Math.floor(row.created_at / 1000),
    created_at_text: clockText(row.created_at),
    done_at: row.done_at === null ? null : Math.floor(row.done_at / 1000),
    film: isDone ? film : null,
    wait: waitOf(row, { position, pausedUntil, isRunning: isRunning && !isEngineAway, isProgramAway }),
    stall: isEngineAway || isProgramAway ? null : stall,
    kind: row.kind,
    order: isDone ? 0 : order,
    priority: row.priority,
    category: row.category,
    folder,
    up_size: Math.max(row.up_size, live?.up ?? 0, seed?.up ?? 0),
    up_speed_bytes: (isDone ? seed?.upSpeed : now.upSpeed) ?? 0,
    is_seeding: isDone && seed !== undefined,
    is_live: row.is_live === 1,
    can_play: canPlay,
    lacks_size: lack,
  }
}

const noWait = { place: 0, tries: 0, next_at: null }
type Waiting = { position: number; pausedUntil: number | null; isRunning: boolean; isProgramAway: boolean }

function waitOf(
  { next_at, tries, moving_to, checking, reason }: TaskRow,
  { position, pausedUntil, isRunning, isProgramAway }: Waiting,
): TaskWait | null {
  if (moving_to !== '') return { ...noWait, reason: 'moving' }
  if (!isRunning) return null
  if (isProgramAway && next_at === null) return { ...noWait, reason: 'program' }
  if (next_at !== null && reason === noRoom.reason) return { ...noWait, reason: 'space' }
  if (next_at !== null && reason === noFolder.reason && tries === 0) return { ...noWait, reason: 'folder' }
  if (position > 0 && pausedUntil !== null)
    return { reason: 'schedule', place: position, tries, next_at: Math.ceil(pausedUntil / 1000) }
  if (position > 0) return { reason: 'queued', place: position, tries, next_at: null }
  if (next_at === null && checking === 1) return { reason: 'checking', place: 0, tries, next_at: null }
  return next_at === null
    ? null
    : { reason: reason === 'asked_to_wait' ? 'server' : 'retry', place: 0, tries, next_at: Math.ceil(next_at / 1000) }
}

/** Two decimals; 100 only when the task is done. */
function progressOf(down: number, size: number, isDone: boolean): number {
  if (isDone) return 100
  return size > 0 ? Math.min(99.99, Math.floor((10_000 * down) / size) / 100) : 0
}

/** 'YYYY-MM-DD HH:mm' in the box's time zone. */
function clockText(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
}
