/** The operator's own guides in one realm, in their order. */
import type { Db, Trx } from '../kit/db.ts'

declare module '../kit/db.ts' {
  interface Tables {
    guide_videos: OwnVideoRow
  }
}

export type OwnVideoRow = {
  video_id: string
  /** The same in both realms, as the operator wrote it. */
  series: string
  series_title: string
  title: string
  about: string
  /** '' if the app draws a cover. */
  picture_id: string
  /** https://…, or '' for a file. */
  address: string
  /** video/mp4, video/webm, or '' for an address. */
  file_type: string
  size: number
  duration_ms: number
  /** Sort position, smallest first. */
  place: number
  created_at: number
}

export type OwnVideo = OwnVideoRow & { width: number | null; height: number | null }

export async function ownVideos(db: Db): Promise<OwnVideo[]> {
  return db
    .selectFrom('guide_videos')
    .leftJoin('pictures', 'pictures.picture_id', 'guide_videos.picture_id')
    .selectAll('guide_videos')
    .select(['pictures.width', 'pictures.height'])
    .orderBy('place')
    .orderBy('video_id')
    .execute()
}

export async function ownVideo(db: Db, videoId: string): Promise<OwnVideoRow | undefined> {
  return db.selectFrom('guide_videos').selectAll().where('video_id', '=', videoId).executeTakeFirst()
}

/** Adds it at the end; one with this id is replaced in its place. */
export async function putOwnVideo(trx: Trx, row: Omit<OwnVideoRow, 'place'>): Promise<void> {
  const { last } = await trx
    .selectFrom('guide_videos')
    .select((of) => of.fn.max<number | null>('place').as('last'))
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('guide_videos')
    .values({ ...row, place: (last ?? 0) + 1 })
    .onConflict((on) => on.column('video_id').doUpdateSet(row))
    .execute()
}

/** Its bullet comments go with it. */
export async function dropOwnVideo(trx: Trx, videoId: string): Promise<void> {
  const bullets = trx.selectFrom('bullets').select('bullet_id').where('video_id', '=', videoId)
  await trx.deleteFrom('bullet_reports').where('bullet_id', 'in', bullets).execute()
  await trx.deleteFrom('bullets').where('video_id', '=', videoId).execute()
  await trx.deleteFrom('guide_videos').where('video_id', '=', videoId).execute()
}
