/** Downloads as the phone asks for them. */
import {
  downloadStatus,
  getDownloadConfig,
  magnetUri,
  startTask,
  stopTask,
  taskList,
  type TorrentInfo,
} from '@homeport/contract/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { answer, type Handler } from '../kit/answer.ts'
import type { SourceRule } from '../kit/outside.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Engine } from './engine.ts'
import type { Magnets } from './magnets.ts'
import type { Place } from './place.ts'
import { acceptLink, readLink } from './source-rule.ts'
import type { Tasks } from './tasks.ts'
import type { Torrent } from './torrent.ts'

/** Under the 10 s after which the cloud answers 'no response'. */
const metadataWithinMs = 8_500
const engineWithinMs = 1_000

export type DownloadParts = { tasks: Tasks; magnets: Magnets; engine: Engine; place: Place; rule: SourceRule }

export function downloadActs({ tasks, magnets, engine, place, rule }: DownloadParts): Handler[] {
  return [
    answer(magnetUri, async ({ url, torrent, page, limit }) => {
      if (torrent !== '') throw new Refusal(TaskCode.invalidLink, { reason: 'no_engine' })
      const accepted = await acceptLink(url, { rule, canMagnets: engine.can.magnets })
      if (accepted.kind !== 'magnet') throw new Refusal(TaskCode.invalidLink, { reason: 'unsupported' })
      const found = await magnets.wait(accepted.infoHash, accepted.url, metadataWithinMs)
      if (!found) return {}
      if ('code' in found) throw new Refusal(found.code, { reason: found.reason })
      return { torrent_info: infoOf(found, { page, limit }) }
    }),

    answer(startTask, async ({ url, torrent, task_id, select }, { id }) => {
      if (torrent !== '') throw new Refusal(TaskCode.invalidLink, { reason: 'no_engine' })
      if (!(await place.isWritable())) throw new Refusal(TaskCode.noFolder)
      await engine.whenUp(engineWithinMs)
      const chosen = select && [...new Set(select)].sort((a, b) => a - b)
      if (chosen?.length === 0) throw new Refusal(TaskCode.noFiles)
      const again = task_id === '' ? undefined : await tasks.restart({ id, task_id, select: chosen })
      if (again) return again
      if (url === '') throw new Refusal(TaskCode.notCreated)
      const accepted = await acceptLink(url, { rule, canMagnets: engine.can.magnets })
      if (accepted.kind === 'magnet') await refuseHopeless(accepted.infoHash, chosen)
      // spec 4: the old id is kept where the task had to become another.
      return { ...(await tasks.start({ id, accepted, select: chosen })), old_task_id: task_id }
    }),

    answer(stopTask, ({ task_id }) => tasks.stop(task_id)),

    answer(downloadStatus, async ({ url, task_id }) => {
      const task = await tasks.find({ task_id, key: url === '' ? '' : keyOf(url) })
      if (!task) throw new Refusal(TaskCode.notCreated)
      return task
    }),

    answer(taskList, ({ limit, offset }) => tasks.list(limit, Math.max(0, offset))),
    answer(getDownloadConfig, async () => ({ download_path: place.root })),
  ]

  /** What is known now of a magnet that cannot go well. */
  async function refuseHopeless(infoHash: string, chosen: number[] | undefined): Promise<void> {
    const torrent = (await magnets.known(infoHash))?.torrent
    if (!torrent) return
    const files = torrent.files.filter((file) => !file.isPadding && (chosen?.includes(file.index) ?? true))
    if (files.length === 0) throw new Refusal(TaskCode.noFiles)
    if (!(await place.hasRoomFor(files.reduce((sum, file) => sum + file.size, 0)))) throw new Refusal(TaskCode.noSpace)
  }
}

function keyOf(url: string): string {
  try {
    return readLink(url).key
  } catch {
    return ''
  }
}

function infoOf(torrent: Torrent, { page, limit }: { page: number; limit: number }): TorrentInfo {
  const files = torrent.files.filter((file) => !file.isPadding)
  if (files.length === 0) throw new Refusal(TaskCode.noFiles)
  return {
    name: torrent.name,
    sub_fileinfo: files
      .slice((page - 1) * limit, page * limit)
      .map((file) => ({ index: file.index, file_name: file.path, file_size: file.size, is_selected: true })),
    select_count: files.length,
    total: files.length,
    total_size: files.reduce((sum, file) => sum + file.size, 0),
  }
}
