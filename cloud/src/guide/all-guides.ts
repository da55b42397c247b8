/** The guides that come with Homeport, and the operator's own behind them. */
import type { Series, Video } from '@homeport/contract/guide.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Db } from '../kit/db.ts'
import { guides, videoOf } from './guides.ts'
import { ownVideo, ownVideos, type OwnVideo } from './own-video.store.ts'

/** Where a file of the operator's is read, below the manager host. */
export const videoPath = '/guide/'

export async function allGuides(lang: Lang, db: Db): Promise<Series[]> {
  const own = Map.groupBy(await ownVideos(db), ({ series }) => series)
  const series = [...own].map(([id, videos]) => ({ id, title: videos[0]?.series_title ?? '', videos: videos.map(toVideo) }))
  return [...guides[lang], ...series]
}

/** Length of the video; undefined if there is none with this id. */
export async function durationOf(lang: Lang, db: Db, videoId: string): Promise<number | undefined> {
  return videoOf(lang, videoId)?.duration_ms ?? (await ownVideo(db, videoId))?.duration_ms
}

function toVideo({ video_id, title, about, picture_id, width, height, address, duration_ms }: OwnVideo): Video {
  const cover = width === null || height === null ? null : { id: picture_id, width, height }
  return { id: video_id, title, about, cover, url: address || `${videoPath}${video_id}`, duration_ms, slides: [] }
}
