/** Download acts: the handlers of the phone's requests. */
import {
  downloadStatus,
  getMediaFiles,
  magnetUri,
  removeTask,
  startTask,
  startWithinMs,
  stopTask,
  taskList,
  type TorrentInfo,
} from '@homeport/contract/download/download.ts'
import { getDownloadConfig, saveDownloadConfig, type DownloadConfig } from '@homeport/contract/download/download-config.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { selectionOf, type Selection } from '@homeport/contract/shape/selection.ts'
import { answer, type ActCaller, type Handler } from '../kit/connection/answer.ts'
import type { SourceRule } from '../kit/outside.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Config } from './config.ts'
import type { Engine } from './engine/engine.ts'
import { DownloadRefusal, noFiles, noRoom } from './engine/failure.ts'
import type { TorrentMetadata } from './torrent/torrent-metadata.ts'
import type { FilesState, TaskFiles } from './task-files.ts'
import type { DownloadFolders } from './folder/download-folders.ts'
import type { FileList } from './torrent/file-list.ts'
import { pathIn, topName } from './torrent/file-names.ts'
import type { LinkSize } from './link/link-size.ts'
import { chooseFolder } from './link/chosen-folder.ts'
import { fullUrl } from './link/link-login.ts'
import { readLink, type Accepted } from './link/accept-link.ts'
import { createAccept } from './accept.ts'
import type { Started } from './task/start/begin.ts'
import type { Tasks } from './task/tasks.ts'
import type { Torrent } from './torrent/parse-torrent.ts'
import type { TorrentFetcher } from './torrent/torrent-fetcher.ts'

/** Below the 10 s after which the cloud answers 'no response'. */
const metadataWithinMs = 8_500
const engineWithinMs = 1_000
const sizeWithinMs = 1_000
/** The part of the time of a start that its frames need on their way. */
const wayMs = 500

export type DownloadDeps = {
  tasks: Tasks
  magnets: TorrentMetadata
  torrents: TorrentFetcher
  media: TaskFiles
  list: FileList
  linkSize: LinkSize
  config: Config
  engine: Engine
  folders: DownloadFolders
  rule: SourceRule
  /** A start is answered within this. */
  startMs?: number
  /** Called after a config was saved. */
  onConfig?: (config: DownloadConfig) => Promise<void>
}

export function downloadActs(deps: DownloadDeps): Handler[] {
  const { tasks, magnets, torrents, media, list, linkSize, config, engine, folders, rule, onConfig } = deps
  const { accept, torrentNow, torrentInTime } = createAccept({ rule, engine, torrents })
  return [
    answer(magnetUri, async ({ url, torrent, page, limit }, by) => {
      const accepted = await torrentNow(await accept({ url, torrent }, by), metadataWithinMs)
      if (accepted.kind !== 'magnet') throw new Refusal(TaskCode.invalidLink, { reason: 'unsupported' })
      const metadata = await magnets.wait(accepted.infoHash, fullUrl(accepted), metadataWithinMs)
      if (!metadata) return {}
      if ('code' in metadata) throw new Refusal(metadata.code, { reason: metadata.reason })
      const state = await media.stateOf(accepted.key)
      const info = infoOf(metadata, { page, limit, state })
      const isSelected = (index: number) => state?.of(index)?.is_selected ?? true
      const key = `${accepted.key} ${state?.selection ?? ''}`
      return { torrent_info: { ...info, list: await list.idOf({ realm: by.realm, key, files: metadata.files, isSelected }) } }
    }),

    answer(startTask, async (input, by) => {
      try {
        return await start(input, by)
      } catch (error) {
        if (error instanceof Refusal) await tasks.keepRefusal(input.task_id, error)
        throw error
      }
    }),

    answer(stopTask, ({ task_id }) => tasks.stop(task_id)),
    answer(removeTask, (request) => tasks.remove(request)),

    answer(downloadStatus, async ({ url, torrent, task_id }, by) => {
      const key = torrent === '' ? keyOf(url) : (await torrentNow(await accept({ url, torrent }, by), metadataWithinMs)).key
      const task = await tasks.find({ task_id, url, key })
      if (!task) throw new Refusal(TaskCode.notCreated)
      return task
    }),

    answer(taskList, ({ limit, offset }) => tasks.list(limit, Math.max(0, offset))),

    answer(getMediaFiles, async ({ task_id }) => {
      const paths = await media.videosOf(task_id)
      return paths ? { paths } : {}
    }),

    answer(getDownloadConfig, () => config.read()),

    answer(saveDownloadConfig, async (change) => {
      const saved = await config.save(change)
      await onConfig?.(saved)
      void tasks.look()
      return saved
    }),
  ]

  /** Answers in time, whatever it waits for: what is not known by then shows in the task. */
  async function start(
    { url, torrent, task_id, select, ...request }: Out<(typeof startTask)['input']>,
    by: ActCaller,
  ): Promise<Started> {
    const { id } = by
    const endsAt = performance.now() + (deps.startMs ?? startWithinMs) - wayMs
    const remainingMs = () => Math.max(0, Math.floor(endsAt - performance.now()))
    const named = chooseFolder(request, config.now())
    const target = { ...named, folder_id: folders.idOf(named.folder_id) }
    const folder = folders.of((await tasks.folderOf(task_id)) ?? target)
    const isUsable = (await folder.isWritable()) && (await folder.leadsInside(target.folder_path))
    if (!isUsable) throw new Refusal(TaskCode.noFolder, { reason: 'no_folder' })
    const chosenFolder = { ...target, folder_path: await folder.fitPath(target.folder_path) }
    await engine.whenUp(engineWithinMs)
    const chosen = select === undefined ? undefined : selectionOf(select)
    if (chosen?.isEmpty) throw new Refusal(TaskCode.noFiles)
    const withinMs = remainingMs()
    const again = task_id === '' ? undefined : await tasks.restart(task_id, { id, select: chosen?.text, withinMs })
    if (again) return again
    const before = await tasks.ofAct({ id, withinMs })
    if (before) return before
    if (url === '' && torrent === '') throw new Refusal(TaskCode.notCreated)
    const accepted = await torrentInTime(await accept({ url, torrent }, by), remainingMs())
    const isNew = !(await tasks.has(accepted.key))
    if (isNew) await refuseHopeless(deps, { accepted, chosen, folder_id: chosenFolder.folder_id })
    const size = isNew ? await sizeNow(accepted, remainingMs()) : undefined
    // spec 4: the old id is kept where the task got a new one.
    const about = { id, accepted, chosenFolder, select: chosen?.text, oldTaskId: task_id, size }
    const started = await tasks.start({ ...about, withinMs: remainingMs() })
    return { ...started, old_task_id: started.task_id === task_id ? '' : task_id }
  }

  async function sizeNow(accepted: Accepted, withinMs: number): Promise<number | undefined> {
    return accepted.kind === 'http' ? linkSize(fullUrl(accepted), Math.min(sizeWithinMs, withinMs)) : undefined
  }
}

/** Refuses a magnet whose cached metadata shows that it cannot succeed. */
async function refuseHopeless(
  { magnets, tasks, folders }: Pick<DownloadDeps, 'magnets' | 'tasks' | 'folders'>,
  { accepted, chosen, folder_id }: { accepted: Accepted; chosen: Selection | undefined; folder_id: string },
): Promise<void> {
  if (accepted.kind !== 'magnet') return
  const flaw = await magnets.flawOf(accepted.infoHash)
  if (flaw) throw new DownloadRefusal(flaw)
  const torrent = (await magnets.torrentOf(accepted.infoHash))?.torrent
  if (!torrent) return
  const { files } = torrent
  if (chosen && chosen.last > files.lastIndex) throw new Refusal(Code.invalid, { field: 'select', rule: 'range' })
  const { count, bytes } = files.sum(chosen)
  if (count === 0) throw new DownloadRefusal(noFiles)
  const hasRoomFor = async (missing: number) => (await tasks.roomFor({ task_id: '', folder_id, missing })) !== 'never'
  if (await hasRoomFor(bytes)) return
  // Files that are here already are taken over.
  const paths = files.slice(0).filter(({ index }) => chosen?.has(index) ?? true)
  const existing = await folders
    .of({ folder_id })
    .allocatedAt(paths.map(({ path }) => pathIn(torrent, topName(torrent.name), path)))
  if (!(await hasRoomFor(bytes - existing))) throw new DownloadRefusal(noRoom)
}

function keyOf(url: string): string {
  if (url === '') return ''
  try {
    return readLink(url).key
  } catch {
    return ''
  }
}

type InfoDeps = { page: number; limit: number; state: FilesState | undefined }

function infoOf({ name, files }: Torrent, { page, limit, state }: InfoDeps): TorrentInfo {
  if (files.count === 0) throw new Refusal(TaskCode.noFiles)
  return {
    name,
    sub_fileinfo: files
      .slice((page - 1) * limit, page * limit)
      .map(({ index, path, size }) => ({ index, file_name: path, file_size: size, is_selected: true, ...state?.of(index) })),
    select_count: files.count - (state?.leftOut ?? 0),
    total: files.count,
    total_size: files.sum().bytes,
  }
}
