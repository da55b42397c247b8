/** Acts of phones that take films along, each person's own copies. */
import { randomUUID } from 'node:crypto'
import { Code } from '@homeport/contract/kit/codes.ts'
import {
  copyPoint,
  copyPrepare,
  copyRemove,
  copySizes,
  copyState,
  copySubtitles,
  copyTicket,
  type CopySubtitle,
  type CopyHindrance,
  type CopySize,
  type OfflineCopy,
} from '@homeport/contract/playback/offline-copy.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type * as z from 'zod/mini'
import { answer, type ActCaller, type Handler } from '../../kit/connection/answer.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Viewer } from '../../shared/viewer.ts'
import type { PlayableFile } from '../delivery/delivery.ts'
import type { LeftFilm } from '../point.store.ts'
import type { FileStreams } from '../delivery/streams.ts'
import type { OfflineSubtitle } from '../tracks/offline-tracks.ts'
import type { CopyQueue } from './copy-queue.ts'
import { sizesOf } from './copy-sizes.ts'
import { conversionOf, copyRefusal, hindranceOf, lookAtFilm, type FilmLook, type LookDeps } from './look-at-film.ts'
import type { CopyRow, CopyStore } from './offline-copy.store.ts'

/** url: '' if the box serves no files. */
export type FileAddress = { url: string; https_port: number }

export type OfflineDeps = LookDeps & {
  store: CopyStore
  queue: CopyQueue
  /** An address for a file, as long as its reader may have it. */
  fileAddress: (path: string, isAllowed: () => boolean) => Promise<FileAddress>
  httpsPort: () => number
  putBlob: (realm: Lang, id: string, bytes: Buffer) => Promise<void>
  subtitlesOf: (film: { file: PlayableFile; streams: FileStreams; by: Viewer }) => Promise<OfflineSubtitle[]>
  isMember: (realm: Lang, user_id: string) => boolean
  /** A later place of this person that is known stays. */
  keepLater: (viewer: Viewer, resumePoint: LeftFilm) => Promise<void>
  /** 0: nowhere. */
  pointOf: (viewer: Viewer, movie_id: string) => Promise<number>
  hasFilm: (movie_id: string) => Promise<boolean>
  cloudNow: () => number
  now: () => number
}

export function offlineActs(deps: OfflineDeps): Handler[] {
  const { store, queue, converter, now } = deps

  async function viewOf(row: CopyRow): Promise<OfflineCopy> {
    const { copy_id, movie_id, file_id, height } = row
    return { copy_id, movie_id, file_id, height, ...(await queue.stateOf(row)) }
  }

  async function own(by: ActCaller, copy_id: string): Promise<CopyRow> {
    const row = await store.find(viewerOf(by), copy_id)
    if (!row) throw new Refusal(Code.notFound)
    await store.touch(copy_id, now())
    return row
  }

  /** Those that this box can make. */
  async function offered(look: FilmLook): Promise<{ sizes: CopySize[]; hindrance: CopyHindrance | '' }> {
    const { file, streams, audioIndex, fileBytes, converter: machine } = look
    const sizes: CopySize[] = []
    let hindrance: CopyHindrance | '' = 'failed'
    for (const size of sizesOf(streams, { path: file.path, audioIndex, fileBytes, cores: machine?.cores ?? 1 }))
      try {
        await conversionOf(look, size.height, (codec) => converter.canRead(codec))
        sizes.push(size)
      } catch (error) {
        hindrance = hindranceOf(error)
      }
    return { sizes, hindrance: sizes.length > 0 ? '' : hindrance }
  }

  return [
    answer(copySizes, async (request, by) => {
      const https_port = deps.httpsPort()
      try {
        const look = await lookAtFilm(deps, request, viewerOf(by))
        const { id, movie_id } = look.file
        const film = { movie_id, file_id: id, duration_ms: look.streams.durationMs, https_port }
        return { ...film, ...(await offered(look)) }
      } catch (error) {
        const film = { movie_id: request.movie_id, file_id: request.path, duration_ms: null, https_port }
        return { ...film, sizes: [], hindrance: hindranceOf(error) }
      }
    }),
    answer(copyPrepare, async ({ movie_id, path, height }, by) => {
      const look = await lookAtFilm(deps, { movie_id, path }, viewerOf(by))
      const work = await conversionOf(look, height, (codec) => converter.canRead(codec))
      const at = { added_at: now(), asked_at: now() }
      const film = { movie_id: look.file.movie_id, file_id: look.file.id, height, is_direct: work ? 0 : 1 } as const
      const row = await store.add({ copy_id: randomUUID(), ...viewerOf(by), ...film, ...at })
      await queue.tryAnew(row)
      queue.kick()
      return viewOf(row)
    }),
    answer(copyState, async ({ copy_id }, by) => viewOf(await own(by, copy_id))),
    answer(copyTicket, async ({ copy_id }, by) => {
      const row = await own(by, copy_id)
      const { size, hindrance } = await queue.stateOf(row)
      const path = await queue.pathOf(row)
      if (size === null || path === undefined) throw copyRefusal(hindrance || 'no_file')
      return { ...(await deps.fileAddress(path, () => deps.isMember(row.realm, row.user_id))), size }
    }),
    answer(copySubtitles, async ({ copy_id }, by) => {
      const { file_id } = await own(by, copy_id)
      const { file, streams } = await lookAtFilm(deps, { movie_id: '', path: file_id }, viewerOf(by))
      const data: z.input<typeof CopySubtitle>[] = []
      for (const { track, vtt, isShown } of await deps.subtitlesOf({ file, streams, by: viewerOf(by) })) {
        const blob = randomUUID()
        await deps.putBlob(by.realm, blob, Buffer.from(vtt))
        data.push({ language: track.language, title: track.title, is_shown: isShown, blob })
      }
      return { data }
    }),
    answer(copyRemove, async ({ copy_id }, by) => {
      const row = await store.find(viewerOf(by), copy_id)
      if (row) await store.remove(copy_id)
      await queue.tidy()
      queue.kick()
      return {}
    }),
    answer(copyPoint, async ({ movie_id, left: resumePoint }, by) => {
      if (!(await deps.hasFilm(movie_id))) throw copyRefusal('no_film')
      const viewer = viewerOf(by)
      if (resumePoint) {
        const { age_ms, ...stopped } = resumePoint
        await deps.keepLater(viewer, { movie_id, ...stopped, at: Math.max(0, deps.cloudNow() - age_ms) })
      }
      return { point_ms: await deps.pointOf(viewer, movie_id) }
    }),
  ]
}

function viewerOf({ realm, from }: ActCaller): Viewer {
  if (!from) throw new Refusal(Code.notAllowed)
  return { realm, user_id: from.user_id }
}
