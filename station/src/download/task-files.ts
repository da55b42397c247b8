/** Files of tasks: the videos of a finished task, and the owner of a file on disk. */
import { TaskStatus, type MediaFile } from '@homeport/contract/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { fileKindOf, suffixOf } from '@homeport/contract/shape/file.ts'
import { basename, join } from 'node:path'
import { Refusal } from '../kit/refusal.ts'
import type { Engine } from './engine.ts'
import { workName, type DownloadDir } from './download-dir.ts'
import type { TaskRow, TaskStore } from './store.ts'

/** Limit of the list: a frame holds 64 KB. */
const listMaxBytes = 48 * 1024
/** How long the progress of the files is taken as it was read. */
const progressKeptMs = 3_000

/** selection: changes with what is selected; leftOut: how many files are not selected; of: undefined for a file that is not known yet. */
export type FilesState = {
  selection: string
  leftOut: number
  of: (index: number) => { is_selected: boolean; down_size?: number } | undefined
}
export type TaskFiles = ReturnType<typeof openTaskFiles>

export function openTaskFiles({ store, place, engine }: { store: TaskStore; place: DownloadDir; engine: Engine }) {
  let recent: { task_id: string; down: number | undefined; at: number; files: Promise<Map<number, number>> } | undefined

  async function wholeFiles(task_id: string) {
    const task = await store.byId(task_id)
    if (!task) throw new Refusal(TaskCode.notCreated)
    if (task.status !== TaskStatus.done) return []
    const files = (await store.files(task_id)).filter((file) => file.is_selected === 1)
    const isHere = await Promise.all(files.map((file) => place.has(file.path)))
    return files.filter((_, at) => isHere[at])
  }

  /** Bytes of each file. The engine's answer for 20,000 files is megabytes: it is read anew only when more has come, and not for each page of one list. */
  async function downloadedOf({ task_id, kind }: TaskRow): Promise<Map<number, number>> {
    const down = (await engine.job(task_id, kind).catch(() => undefined))?.done_bytes
    const now = performance.now()
    if (recent?.task_id === task_id && (recent.down === down || now - recent.at < progressKeptMs)) return recent.files
    const files = engine.files(task_id, kind).then(
      (list) => new Map(list.map((file) => [file.index, file.done])),
      () => new Map<number, number>(),
    )
    recent = { task_id, down, at: now, files }
    return files
  }

  return {
    /** undefined: none of them is a video. */
    async videosOf(task_id: string): Promise<MediaFile[] | undefined> {
      let remaining = listMaxBytes
      const videos = (await wholeFiles(task_id))
        .filter((file) => fileKindOf(file.path) === 'video')
        .toSorted((a, b) => a.path.localeCompare(b.path, 'en', { numeric: true }))
        .map(({ file_index, path, size }): MediaFile => {
          const url = `${task_id}/${file_index}`
          return { url, name: basename(path), suffix: suffixOf(path), icon: 'video', file_size: size }
        })
        .filter((file) => (remaining -= Buffer.byteLength(JSON.stringify(file)) + 1) > 0)
      return videos.length === 0 ? undefined : videos
    },

    /** Selection and downloaded bytes of each file of a task; undefined if no task has this key. */
    async stateOf(key: string): Promise<FilesState | undefined> {
      const task = await store.byKey(key)
      if (!task) return undefined
      const downloaded = task.status === TaskStatus.done ? new Map<number, number>() : await downloadedOf(task)
      const files = await store.files(task.task_id)
      const rows = new Map(files.map((file) => [file.file_index, file]))
      return {
        selection: `${task.task_id} ${files.length} ${task.chosen ?? ''}`,
        leftOut: files.filter((file) => file.is_selected === 0).length,
        of(index) {
          const file = rows.get(index)
          if (!file) return undefined
          const isWhole = task.status === TaskStatus.done && file.is_selected === 1
          const down_size = isWhole ? file.size : downloaded.get(index)
          return { is_selected: file.is_selected === 1, ...(down_size === undefined ? {} : { down_size }) }
        },
      }
    },

    /** url: "task_id/index" of get_media_files. The absolute path; undefined unless it is a complete file of a task on disk. */
    mediaFile: async (url: string): Promise<string | undefined> => {
      const [, task_id = '', index = ''] = /^([0-9a-f]{16})\/(\d{1,6})$/.exec(url) ?? []
      const files = task_id === '' ? [] : await wholeFiles(task_id).catch(() => [])
      const file = files.find((one) => one.file_index === Number(index))
      return file && place.isInside(join(place.root, file.path)) ? join(place.root, file.path) : undefined
    },

    /** open: belongs to an unfinished task, or is not selected; whole: a finished file of a task; undefined: not of a task. */
    claimOf: async (absPath: string): Promise<'open' | 'whole' | undefined> => {
      if (!place.isInside(absPath)) return undefined
      const path = place.pathOf(absPath)
      if (path.split('/')[0] === workName) return 'open'
      const owners = (await store.ownersOf(path)).filter((owner) => owner.removing !== 0)
      if (owners.length === 0) return undefined
      const isWhole = owners.some(
        (owner) => owner.removing === null && owner.status === TaskStatus.done && owner.is_selected === 1,
      )
      return isWhole ? 'whole' : 'open'
    },
  }
}
