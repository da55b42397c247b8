/** Files of tasks: the videos of a finished task, and the owner of a file on disk. */
import { TaskStatus, type MediaFile } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { fileKindOf, suffixOf } from '@homeport/contract/shape/file-kind.ts'
import { basename } from 'node:path'
import { Refusal } from '../kit/refusal.ts'
import type { Engine } from './engine/engine.ts'
import { workName } from './folder/download-dir.ts'
import type { DownloadFolders } from './folder/download-folders.ts'
import type { GrowingFiles } from './playing/growing-files.ts'
import type { TaskRow, TaskStore } from './table/store.ts'

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
/** canPlay: while it loads. */
type TaskFilesDeps = {
  store: TaskStore
  folders: DownloadFolders
  engine: Engine
  growing: GrowingFiles
  canPlay: (row: TaskRow) => boolean
}
export type TaskFiles = ReturnType<typeof createTaskFiles>

export function createTaskFiles({ store, folders, engine, growing, canPlay }: TaskFilesDeps) {
  let recent: { task_id: string; down: number | undefined; at: number; files: Promise<Map<number, number>> } | undefined

  async function wholeFiles(task_id: string) {
    const task = await store.byId(task_id)
    if (!task) throw new Refusal(TaskCode.notCreated)
    const dir = folders.of(task)
    if (task.status !== TaskStatus.done) return []
    const files = (await store.files(task_id)).filter((file) => file.is_selected === 1)
    const isHere = await Promise.all(files.map((file) => dir.has(file.path)))
    return files.filter((_, at) => isHere[at]).map((file) => ({ ...file, dir }))
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
    /** undefined: none of them is a video. A link that plays while it loads: that video. */
    async videosOf(task_id: string): Promise<MediaFile[] | undefined> {
      const loading = await store.byId(task_id)
      if (loading && canPlay(loading)) {
        const { name, total_size: file_size } = loading
        return [{ url: `${task_id}/1`, name, suffix: suffixOf(name), icon: 'video', file_size }]
      }
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

    /** url: "task_id/index" of get_media_files. The absolute path of a complete file of a task, or the address of one that plays while it loads; undefined if it is neither. */
    mediaFile: async (url: string): Promise<string | undefined> => {
      const [, task_id = '', index = ''] = /^([0-9a-f]{16})\/(\d{1,6})$/.exec(url) ?? []
      const loading = task_id !== '' && index === '1' ? await store.byId(task_id) : undefined
      if (loading && canPlay(loading)) return (await growing.of(loading))?.address
      const files = task_id === '' ? [] : await wholeFiles(task_id).catch(() => [])
      const file = files.find((one) => one.file_index === Number(index))
      const path = file?.dir.absolute(file.path)
      return path !== undefined && file?.dir.isInside(path) ? path : undefined
    },

    /** By its address. */
    growing: growing.at,

    /** open: belongs to an unfinished task, or is not selected; whole: a finished file of a task; undefined: not of a task. */
    claimOf: async (absPath: string): Promise<'open' | 'whole' | undefined> => {
      const file = folders.fileAt(absPath)
      if (!file) return undefined
      const { path } = file
      if (path.split('/')[0] === workName) return 'open'
      const owners = (await store.ownersOf(file)).filter((owner) => owner.removing !== 0)
      if (owners.length === 0) return undefined
      const isWhole = owners.some(
        (owner) => owner.removing === null && owner.status === TaskStatus.done && owner.is_selected === 1,
      )
      return isWhole ? 'whole' : 'open'
    },
  }
}
