/** Queries and mutations of guides and bullet comments. The last responses are stored under the spec's names (spec 3), so that a guide opens offline. */
import {
  getBullet,
  insertBullet,
  removeBullet,
  reportBullet,
  seriesVideo,
  type Bullet,
  type Series,
  Video,
} from '@homeport/contract/guide.ts'
import type { ReportReason } from '@homeport/contract/shape/complaint.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ask } from '../kit/call/http.ts'
import { isFailure } from '../kit/failure.ts'
import { startingWith } from '../kit/query/first-paint.ts'
import { edit, optimistic } from '../kit/keep/optimistic.ts'
import { storageKeys } from '../kit/storage.ts'
import { session } from '../kit/session.ts'

/** Guides change when the server does. */
const freshMs = 600_000

const keyOf = (...rest: string[]) => [session.get().lang, 'guide', ...rest]

export const guidePath = '/pages/main/video/index'

export function guideHref(id: string): string {
  return `#${guidePath}?id=${encodeURIComponent(id)}`
}

export const series = () =>
  queryOptions({
    queryKey: keyOf('series'),
    queryFn: async ({ signal }) => {
      const answer = await ask(seriesVideo, {}, { signal })
      storageKeys.realm(session.get().lang, 'titleList').set(answer.data)
      return answer
    },
    ...keptSeries(),
    select: ({ data }) => data,
    staleTime: freshMs,
    meta: { isSaved: true, isQuiet: true },
  })

export const bullets = (videoId: string) =>
  queryOptions({
    queryKey: keyOf('bullets', videoId),
    queryFn: async ({ signal }) => {
      const answer = await ask(getBullet, { video_id: videoId }, { signal })
      storageKeys.realm(session.get().lang, 'danmaku').set(answer.data)
      return answer
    },
    ...keptBullets(videoId),
    enabled: videoId !== '',
    meta: { isSaved: true, isQuiet: true },
  })

/** The stored groups; if they are missing, the group of the last open guide. */
function keptSeries() {
  const { lang } = session.get()
  const titles = storageKeys.realm(lang, 'titleList').get()
  const videos = storageKeys.realm(lang, 'videoList').get()
  return startingWith(seriesVideo.output, titles ? { data: titles } : videos && { data: [{ id: '', title: '', videos }] })
}

/** The stored comments of the last open guide. */
function keptBullets(videoId: string) {
  const { lang } = session.get()
  const stored = storageKeys.realm(lang, 'danmaku').get()
  const isSame = storageKeys.realm(lang, 'currentVideo').get()?.id === videoId
  return isSame ? startingWith(getBullet.output, stored && { data: stored }) : {}
}

/** The stored copy of a guide that is no longer in the list. */
function keptVideo(id: string): { group: Series; video: Video } | null {
  const stored = z.safeParse(Video, storageKeys.realm(session.get().lang, 'videoContent').get())
  return stored.success && stored.data.id === id
    ? { group: { id: '', title: '', videos: [stored.data] }, video: stored.data }
    : null
}

/** The video in the address; else the last one watched, else the first. */
export function chosenOf(groups: readonly Series[], id: string): { group: Series; video: Video } | null {
  const all = groups.flatMap((group) => group.videos.map((video) => ({ group, video })))
  if (id !== '') return all.find(({ video }) => video.id === id) ?? keptVideo(id)
  const last = storageKeys.realm(session.get().lang, 'currentVideo').get()?.id
  return all.find(({ video }) => video.id === last) ?? all[0] ?? null
}

export function rememberVideo(group: Series, video: Video): void {
  const { lang } = session.get()
  // stored comments belong to one video
  if (storageKeys.realm(lang, 'currentVideo').get()?.id !== video.id) storageKeys.realm(lang, 'danmaku').set(null)
  storageKeys.realm(lang, 'currentVideo').set({ id: video.id, title: video.title })
  storageKeys.realm(lang, 'videoList').set(group.videos)
  storageKeys.realm(lang, 'videoContent').set(video)
}

export type Typed = Pick<Bullet, 'text' | 'time_ms' | 'color' | 'mode'>

/** If the cloud refuses, the comment is removed again and the form keeps the text. */
export const sending = (client: QueryClient, videoId: string) =>
  mutationOptions({
    mutationFn: ({ id, ...typed }: Typed & { id: string }) => ask(insertBullet, { id, video_id: videoId, ...typed }),
    ...optimistic(({ id, ...typed }: Typed & { id: string }) =>
      edit(client, bullets(videoId).queryKey, {
        change: adding({ id, ...typed, is_mine: true, created_at: 0 }),
        reverse: removed(id),
      }),
    ),
    onSuccess: (sent, { id }) =>
      void edit(client, bullets(videoId).queryKey, ({ data }) => ({ data: data.map((one) => (one.id === id ? sent : one)) })),
    meta: { takes: (failure: unknown) => isFailure(failure, 'field') || isFailure(failure, 'code') },
  })

/** Deletes one's own comment. */
export const removing = (client: QueryClient, videoId: string) =>
  mutationOptions({
    mutationFn: ({ id }: Bullet) => ask(removeBullet, { id }),
    ...optimistic((bullet: Bullet) =>
      edit(client, bullets(videoId).queryKey, { change: removed(bullet.id), reverse: adding(bullet) }),
    ),
  })

type Complaint = { id: string; reason: ReportReason; text: string }
export const reporting = () => mutationOptions({ mutationFn: (one: Complaint) => ask(reportBullet, one) })

type Bullets = { data: Bullet[] }

const adding =
  (bullet: Bullet) =>
  ({ data }: Bullets): Bullets => ({ data: [...data, bullet] })

const removed =
  (id: string) =>
  ({ data }: Bullets): Bullets => ({ data: data.filter((one) => one.id !== id) })
