/** The operator's banners, in order, each with its picture if it has one. */
import type { Banner, scenes } from '@homeport/contract/home.ts'
import type { Db, Trx } from '../kit/db.ts'

export type Scene = (typeof scenes)[number]

declare module '../kit/db.ts' {
  interface Tables {
    banners: {
      banner_id: string
      title: string
      about: string
      /** '' if the app draws the scene. */
      picture_id: string
      scene: Scene
      leads_to: string
      /** Sort position, smallest first. */
      place: number
      created_at: number
    }
  }
}

export async function listBanners(db: Db): Promise<Banner[]> {
  const rows = await db
    .selectFrom('banners')
    .leftJoin('pictures', 'pictures.picture_id', 'banners.picture_id')
    .select(['banner_id', 'title', 'about', 'scene', 'leads_to', 'pictures.picture_id as id', 'width', 'height'])
    .orderBy('place')
    .orderBy('banners.created_at')
    .orderBy('banner_id')
    .execute()
  return rows.map(({ banner_id, title, about, scene, leads_to, id, width, height }) => ({
    id: banner_id,
    title,
    about,
    scene,
    to: leads_to,
    picture: id === null || width === null || height === null ? null : { id, width, height },
  }))
}

export type NewBanner = { banner_id: string; title: string; about: string; picture_id: string; scene: Scene; to: string }

/** Adds it at the end. */
export async function addBanner(trx: Trx, { to, ...banner }: NewBanner, now: number): Promise<void> {
  const { last } = await trx
    .selectFrom('banners')
    .select((of) => of.fn.max<number | null>('place').as('last'))
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('banners')
    .values({ ...banner, leads_to: to, place: (last ?? 0) + 1, created_at: now })
    .execute()
}

/** Moves it to the front. */
export async function putFirst(trx: Trx, bannerId: string): Promise<void> {
  const { first } = await trx
    .selectFrom('banners')
    .select((of) => of.fn.min<number | null>('place').as('first'))
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('banners')
    .set({ place: (first ?? 0) - 1 })
    .where('banner_id', '=', bannerId)
    .execute()
}

export async function dropBanner(db: Db, bannerId: string): Promise<void> {
  await db.deleteFrom('banners').where('banner_id', '=', bannerId).execute()
}
