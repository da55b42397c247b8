/** Space is reserved: what a task still needs must fit on its disk beside what the others there, once begun, still need. */
import type { DownloadFolders } from '../../folder/download-folders.ts'
import { isLink } from '../../engine/engine.ts'
import type { BegunTask } from '../../table/task-space.store.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'

/** beside: not beside the others, and it would if they were not there; never: not even then. */
export type Room = 'fits' | 'beside' | 'never'
/** missing: bytes that it still needs. task_id '': it is no task yet. */
export type SpaceRequest = Pick<TaskRow, 'task_id' | 'folder_id'> & { missing: number }
export type Space = ReturnType<typeof createSpace>

const lookEveryMs = 2_000
/** The bytes on the disk of a torrent with more files are read anew after some time only. */
const filesAtOnce = 200
const readEveryMs = 60_000
const maxRemembered = 1_000
/** A smaller change of what the disk lacks is not published, nor less than a hundredth. */
const publishFrom = 10_000_000

export type SpaceDeps = { store: TaskStore; folders: DownloadFolders; now: () => number }

export function createSpace({ store, folders, now }: SpaceDeps) {
  /** Bytes that the waiting ones need; unknown after a restart. */
  const needs = new Map<string, number>()
  const read = new Map<string, { at: number; bytes: number }>()
  /** Bytes that the disk has too few for those that wait for room or failed for want of it; published: the figure of the last publication. */
  const lacks = new Map<string, { bytes: number; published: number }>()
  let lookedAt = -Infinity

  async function allocatedOf(task: BegunTask): Promise<number> {
    const folder = folders.of(task)
    if (isLink(task.kind)) return folder.allocatedTo(task.task_id)
    const before = read.get(task.task_id)
    if (before && now() - before.at < readEveryMs) return before.bytes
    const files = (await store.files(task.task_id)).filter(({ is_selected }) => is_selected === 1)
    const bytes = await folder.allocatedAt(files.map(({ path }) => path))
    if (read.size >= maxRemembered) read.clear()
    if (task.file_count > filesAtOnce) read.set(task.task_id, { at: now(), bytes })
    return bytes
  }

  /** A task is published with it anyway where it begins to wait. */
  function noteLack(task_id: string, bytes: number): void {
    const before = lacks.get(task_id)
    if (task_id === '' || bytes <= 0) return void lacks.delete(task_id)
    if (lacks.size >= maxRemembered && !before) lacks.clear()
    lacks.set(task_id, { bytes, published: before?.published ?? 0 })
  }

  /** reserved: bytes that the others on this disk still need; written: that they have there. */
  async function begunOn(device: number, task_id: string): Promise<{ reserved: number; written: number }> {
    let [reserved, written] = [0, 0]
    const others = (await store.begun()).filter((other) => other.task_id !== task_id)
    const onDisk = new Set<string>()
    for (const folder_id of new Set(others.map((other) => other.folder_id)))
      if ((await folders.of({ folder_id }).disk())?.device === device) onDisk.add(folder_id)
    for (const other of others.filter(({ folder_id }) => onDisk.has(folder_id))) {
      const bytes = await allocatedOf(other)
      reserved += Math.max(0, other.download_size - bytes)
      written += bytes
    }
    return { reserved, written }
  }

  /** Those that wait for space in this folder: the first of the queue, whose figures are shown, then the first ones that would fit. */
  async function waitingIn(folder_id: string): Promise<TaskRow[]> {
    const disk = await folders.of({ folder_id }).disk()
    const room = disk ? disk.freeBytes - (await begunOn(disk.device, '')).reserved : Infinity
    const [first, fitting] = [
      await store.waitingForSpace({ folder_id, room: Infinity }),
      await store.waitingForSpace({ folder_id, room }),
    ]
    return [...first, ...fitting.filter(({ task_id }) => !first.some((row) => row.task_id === task_id))]
  }

  async function roomFor({ task_id, folder_id, missing }: SpaceRequest): Promise<Room> {
    const disk = await folders.of({ folder_id }).disk()
    if (!disk) return 'fits'
    const isEnough = disk.freeBytes >= missing
    if (missing <= 0 && isEnough) {
      noteLack(task_id, 0)
      return 'fits'
    }
    const { reserved, written } = await begunOn(disk.device, task_id)
    noteLack(task_id, missing + reserved - disk.freeBytes)
    if (disk.freeBytes >= missing + reserved) return 'fits'
    return isEnough || disk.freeBytes + written >= missing ? 'beside' : 'never'
  }

  return {
    roomFor,
    /** Whether it would fit if no other went on. */
    async isFree({ task_id, folder_id, missing }: SpaceRequest): Promise<boolean> {
      const disk = await folders.of({ folder_id }).disk()
      if (!disk) return true
      noteLack(task_id, missing - disk.freeBytes)
      return disk.freeBytes >= missing
    },
    lackOf: (task_id: string): number => lacks.get(task_id)?.bytes ?? 0,
    /** Those whose figure is no longer the one that was published. */
    changedLacks(): string[] {
      const ids: string[] = []
      for (const [task_id, lack] of lacks) {
        if (Math.abs(lack.bytes - lack.published) < Math.max(publishFrom, lack.published / 100)) continue
        lack.published = lack.bytes
        ids.push(task_id)
      }
      return ids
    },
    noteWaiting(task_id: string, missing: number): void {
      if (needs.size >= maxRemembered) needs.clear()
      needs.set(task_id, missing)
    },
    /** The next of those that wait for space and no longer have to; one at a time, since each takes some. */
    async next(): Promise<TaskRow | undefined> {
      if (now() - lookedAt < lookEveryMs) return undefined
      lookedAt = now()
      for (const folder_id of await store.foldersWaitingForSpace()) {
        for (const row of await waitingIn(folder_id)) {
          const missing = needs.get(row.task_id)
          if (missing !== undefined && (await roomFor({ ...row, missing })) === 'beside') continue
          needs.delete(row.task_id)
          return row
        }
      }
      return undefined
    },
  }
}
