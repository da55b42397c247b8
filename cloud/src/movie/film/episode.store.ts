/** Episodes of boxes' series from their last reports, in one realm. */
import { inLanguage } from '@homeport/contract/movie/film-language.ts'
import type { ReportedEpisode } from '@homeport/contract/movie/series.ts'
import { BoxEpisode, FilmFile, type Episode } from '@homeport/contract/shape/film/film.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db, Trx } from '../../kit/db.ts'
import { parseJsonColumn } from '../../kit/json-column.ts'
import type { MirrorChange, MirroredBox } from '../../connection/mirror/mirror-consumer.ts'
import { savePictures } from './film-picture.store.ts'
import { addToTotal, clearTotal, nextVersion } from './library-version.store.ts'
import { episodeKeysOf, writeEpisodeKeys } from './episode-keys.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    film_episodes: EpisodeRow
  }
}

export type EpisodeRow = {
  devsn: string
  episode_id: string
  series_id: string
  /** 0: specials. */
  season: number
  number: number | null
  /** Orders episodes without a number. */
  order_key: string
  /** BoxEpisode as JSON, with the realm's texts. */
  episode: string
  /** FilmFile[] as JSON. */
  files: string
  /** The texts by which it is found (library/episode-keys.ts). */
  keys: string
  /** The version of the box's films in which it last changed. */
  version: number
}

type Of = { devsn: string; user_id: string }
type SeriesOf = Of & { series_id: string }
/** An episode with what its user watched of it, without its texts. watched_at: ms, 0 if never. */
export type EpisodeState = {
  id: string
  series_id: string
  season: number
  position_ms: number
  is_watched: boolean
  watched_at: number
}

/** The box's episodes with this user's state in them. */
function withUser(db: Db, { devsn, user_id }: Of) {
  return db
    .selectFrom('film_episodes')
    .leftJoin('film_position', (on) =>
      on
        .onRef('film_position.movie_id', '=', 'film_episodes.episode_id')
        .onRef('film_position.devsn', '=', 'film_episodes.devsn')
        .on('film_position.user_id', '=', user_id)
        .on('film_position.is_cleared', '=', 0),
    )
    .where('film_episodes.devsn', '=', devsn)
}

/** A page of the episodes of one season, in order. */
export async function seasonPage(
  db: Db,
  { series_id, season, limit, offset, ...of }: SeriesOf & { season: number; limit: number; offset: number },
): Promise<{ data: Episode[]; total: number }> {
  const rows = await withUser(db, of)
    .select(['episode_id', 'episode', 'files', 'film_position.position_ms', 'film_position.is_watched'])
    .where('series_id', '=', series_id)
    .where('season', '=', season)
    .orderBy(sql`case when number is null then 1 else 0 end`)
    .orderBy('number')
    .orderBy('order_key')
    .orderBy('episode_id')
    .limit(limit)
    .offset(offset)
    .execute()
  const count = await db
    .selectFrom('film_episodes')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('devsn', '=', of.devsn)
    .where('series_id', '=', series_id)
    .where('season', '=', season)
    .executeTakeFirst()
  return { data: rows.map(episodeOf), total: count?.n ?? 0 }
}

/** All episodes of these series in order, specials last. */
export async function statesOf(db: Db, of: Of, seriesIds: readonly string[]): Promise<Map<string, EpisodeState[]>> {
  if (seriesIds.length === 0) return new Map()
  const rows = await withUser(db, of)
    .select(['episode_id', 'series_id', 'season'])
    .select(['film_position.position_ms', 'film_position.is_watched', 'film_position.watched_at'])
    .where('series_id', 'in', [...new Set(seriesIds)])
    .orderBy(sql`case when season = 0 then 1 else 0 end`)
    .orderBy('season')
    .orderBy(sql`case when number is null then 1 else 0 end`)
    .orderBy('number')
    .orderBy('order_key')
    .orderBy('episode_id')
    .execute()
  const states = rows.map(({ episode_id, series_id, season, position_ms, is_watched, watched_at }) => ({
    id: episode_id,
    series_id,
    season,
    position_ms: position_ms ?? 0,
    is_watched: is_watched === 1,
    watched_at: watched_at ?? 0,
  }))
  return Map.groupBy(states, ({ series_id }) => series_id)
}

/** By id; ids that the box does not have are left out. */
export async function episodesByIds(db: Db, of: Of, ids: readonly string[]): Promise<Map<string, Episode>> {
  if (ids.length === 0) return new Map()
  const rows = await withUser(db, of)
    .select(['episode_id', 'episode', 'files', 'film_position.position_ms', 'film_position.is_watched'])
    .where('episode_id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map((row) => [row.episode_id, episodeOf(row)]))
}

function episodeOf(
  row: Pick<EpisodeRow, 'episode' | 'files'> & { position_ms: number | null; is_watched: number | null },
): Episode {
  return {
    ...parseJsonColumn(BoxEpisode, row.episode),
    files: parseJsonColumn(z.array(FilmFile), row.files),
    is_watched: row.is_watched === 1,
    position_ms: row.position_ms,
  }
}

/** Saves a whole mirror chunk, with the texts of the realm's language. Those that were not stored before are returned. */
export async function saveEpisodes(
  trx: Trx,
  { devsn, lang }: MirroredBox,
  rows: readonly MirrorChange<ReportedEpisode>[],
): Promise<{ id: string; series_id: string }[]> {
  const last = new Map(rows.map(({ key, value }) => [key, value]))
  const gone = [...last].filter(([, episode]) => episode === null).map(([id]) => id)
  const reported = [...last].flatMap(([id, episode]) => (episode === null ? [] : [inLanguage({ ...episode, id }, lang)]))
  const version = await nextVersion(trx, devsn)
  const dropped = await dropEpisodes(trx, devsn, gone)
  const ids = reported.map(({ id }) => id)
  const existing = new Set(await existingIds(trx, devsn, ids))
  if (reported.length > 0) {
    await trx
      .insertInto('film_episodes')
      .values(reported.map((episode) => ({ ...columnsOf(episode), devsn, version })))
      .onConflict((on) =>
        on.columns(['devsn', 'episode_id']).doUpdateSet((eb) => ({
          series_id: eb.ref('excluded.series_id'),
          season: eb.ref('excluded.season'),
          number: eb.ref('excluded.number'),
          order_key: eb.ref('excluded.order_key'),
          episode: eb.ref('excluded.episode'),
          files: eb.ref('excluded.files'),
          keys: eb.ref('excluded.keys'),
          version: eb.ref('excluded.version'),
        })),
      )
      .execute()
  }
  await savePictures(
    trx,
    devsn,
    new Map([...gone.map((id) => ({ id, still: '' })), ...reported].map(({ id, still }) => [`episode:${id}`, [still]])),
  )
  await addToTotal(trx, devsn, { column: 'episodes', more: reported.length - existing.size - dropped })
  return reported.filter(({ id }) => !existing.has(id)).map(({ id, series_id }) => ({ id, series_id }))
}

async function existingIds(trx: Trx, devsn: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await trx
    .selectFrom('film_episodes')
    .select('episode_id')
    .where('devsn', '=', devsn)
    .where('episode_id', 'in', ids)
    .execute()
  return rows.map(({ episode_id }) => episode_id)
}

async function dropEpisodes(trx: Trx, devsn: string, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0
  const { numDeletedRows } = await trx
    .deleteFrom('film_episodes')
    .where('devsn', '=', devsn)
    .where('episode_id', 'in', ids)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Their pictures go with those of the films. */
export async function forgetEpisodes(trx: Trx, devsn: string): Promise<void> {
  await trx.deleteFrom('film_episodes').where('devsn', '=', devsn).execute()
  await clearTotal(trx, devsn, 'episodes')
}

function columnsOf(reported: ReportedEpisode): Omit<EpisodeRow, 'devsn' | 'version'> {
  const { files, texts: _, former_ids: __, ...episode } = reported
  return {
    episode_id: episode.id,
    series_id: episode.series_id,
    season: episode.season,
    number: episode.number,
    order_key: `${episode.air_date} ${files[0]?.path ?? ''}`,
    episode: JSON.stringify(episode),
    files: JSON.stringify(files),
    keys: writeEpisodeKeys(episodeKeysOf(reported)),
  }
}
