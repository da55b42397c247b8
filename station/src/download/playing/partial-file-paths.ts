/** Where the bytes of a loading video are: in its work folder, on the way out of it, or where the complete file lies. */
import { existsSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import type { DownloadFolders } from '../folder/download-folders.ts'
import type { Engine } from '../engine/engine.ts'
import type { PartView } from '../engine/part-view.ts'
import type { TaskRow, TaskStore } from '../table/store.ts'
import { Interrupted, type OpenedPart } from './growing-bytes.ts'

/** A complete file that is being moved out, or a download that is being tried again. */
const lookEveryMs = 250
const maxLooks = 120

export type PartialFilePathsDeps = { store: TaskStore; engine: Engine; folders: DownloadFolders }

export function createPartialFilePaths({ store, engine, folders }: PartialFilePathsDeps) {
  const partOf = ({ task_id, kind }: TaskRow): PartView | undefined => engine.partOf(task_id, kind)

  async function pathsOf(row: TaskRow, part: PartView | undefined): Promise<string[]> {
    const folder = folders.of(row)
    if (row.status === TaskStatus.done) return [folder.absolute(row.path)]
    const name = await folder.finishedIn(row.task_id)
    const growing = part && part.state() !== 'whole' ? [part.path] : []
    const finished = name === '' ? [] : [join(folder.workOf(row.task_id), name)]
    return [...growing, ...finished, ...(row.path === '' ? [] : [folder.absolute(row.path)])]
  }

  async function openOnce(task_id: string, size: number): Promise<OpenedPart | undefined> {
    const row = await store.byId(task_id)
    if (!row || row.removing !== null) throw new Interrupted('the task is gone')
    const part = partOf(row)
    if (part && part.total !== size) throw new Interrupted('the server has another file now')
    const isStopped = row.status !== TaskStatus.run && row.status !== TaskStatus.done
    if (part?.state() === 'over' && !isStopped) return undefined
    for (const path of await pathsOf(row, part)) {
      const file = await open(path, 'r').catch(() => undefined)
      const isPart = path === part?.path
      if (file && (isPart || (await isWhole(file, size)))) return { file, part: isPart ? part : undefined }
    }
    return undefined
  }

  return {
    partOf,
    /** Waits while it is between two folders. */
    async open(task_id: string, size: number, signal: AbortSignal): Promise<OpenedPart> {
      for (let look = 0; look < maxLooks; look += 1) {
        const opened = await openOnce(task_id, size)
        if (opened) return opened
        await after(lookEveryMs, undefined, { signal })
      }
      throw new Interrupted('the file did not come back')
    },
    /** The file, or the folder in which it grows; undefined if it is gone. */
    async of(task_id: string): Promise<string | undefined> {
      const row = await store.byId(task_id)
      if (!row || row.removing !== null) return undefined
      const folder = folders.of(row)
      const out = row.path === '' ? [] : [folder.absolute(row.path)]
      const candidates = row.status === TaskStatus.done ? out : [folder.workOf(task_id), ...out]
      return candidates.find((path) => existsSync(path))
    },
  }
}

async function isWhole(file: FileHandle, size: number): Promise<boolean> {
  if ((await file.stat()).size === size) return true
  await file.close()
  return false
}
