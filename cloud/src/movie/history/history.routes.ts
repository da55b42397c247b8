/** Routes for what a user watched on a box: history, what to go on with, marks by hand. */
import { Code } from '@homeport/contract/kit/codes.ts'
import {
  clearHistory,
  continueWatching,
  listHistory,
  markWatched,
  setAside,
  type WatchedFilm,
} from '@homeport/contract/movie/watch-history.ts'
import type { Db, Trx } from '../../kit/db.ts'
import { Refusal } from '../../kit/refusal.ts'
import { serve, type DeviceContext, type Route } from '../../kit/http/serve.ts'
import { ofUser, type BoxLibrary, type OfUser, type UserLibrary } from '../library/box-library.ts'
import { episodesByIds, statesOf } from '../film/episode.store.ts'
import { filmPointsOf } from './film-mark.query.ts'
import type { FilmMarkSender } from './film-mark-sender.ts'
import { markableIds, watchedPage, type Watched } from './history.store.ts'
import { nextEpisode } from './next-episode.ts'

/** Rows of the history that are looked through for what to go on with, in steps. */
const stepRows = 60
const maxSteps = 20

/** Writes to the user's positions. */
export type Marks = {
  save: (db: Db, mark: OfUser & { is_watched: boolean; now: number }, ids: readonly string[]) => Promise<void>
  /** ids: undefined for all. */
  clear: (db: Db, of: OfUser & { now: number }, ids: readonly string[] | undefined) => Promise<void>
  setAside: (db: Db | Trx, aside: OfUser & { is_aside: boolean; at: number }, ids: readonly string[]) => Promise<void>
}

export function historyRoutes(
  { filmsOf, libraryFor }: Pick<BoxLibrary, 'filmsOf' | 'libraryFor'>,
  marks: Marks,
  markSender: Pick<FilmMarkSender, 'changed'>,
): Route[] {
  /** With their films and episodes; entries whose film has just gone are left out. */
  async function entriesOf(context: DeviceContext, rows: readonly Watched[], userLibrary?: UserLibrary): Promise<WatchedFilm[]> {
    const episodeIds = rows.flatMap(({ id, series_id }) => (series_id === null ? [] : [id]))
    const filmIds = [...new Set(rows.map(({ id, series_id }) => series_id ?? id))]
    const [films, episodes] = await Promise.all([
      filmsOf(context, filmIds, userLibrary ?? (await libraryFor(context))),
      episodesByIds(context.db, ofUser(context), episodeIds),
    ])
    const filmById = new Map(films.map((film) => [film.id, film]))
    return rows.flatMap(({ id, series_id, position_ms, is_watched, watched_at }) => {
      const film = filmById.get(series_id ?? id)
      const episode = series_id === null ? null : episodes.get(id)
      if (!film || episode === undefined) return []
      return [{ film, episode, position_ms, is_watched, watched_at: Math.floor(watched_at / 1000) }]
    })
  }

  return [
    serve(listHistory, async ({ page, limit }, context) => {
      const [rows, userLibrary] = await Promise.all([
        watchedPage(context.db, { ...ofUser(context), limit, offset: (page - 1) * limit }),
        libraryFor(context),
      ])
      return { data: await entriesOf(context, rows, userLibrary), total: countIn(userLibrary), page, limit }
    }),
    serve(continueWatching, async ({ limit }, context) => ({
      data: await entriesOf(context, await openRows(context, limit)),
    })),
    serve(setAside, async ({ id, is_aside }, context) => {
      const { db, now } = context
      const of = ofUser(context)
      const ids = await markableIds(db, { devsn: of.devsn, id, season: null })
      if (ids.length === 0) throw new Refusal(Code.notFound)
      await marks.setAside(db, { ...of, is_aside, at: now }, ids)
      markSender.changed(context.realm, of, { kind: 'aside', ids: [id], isMarked: is_aside, at: now })
      return { is_aside }
    }),
    serve(markWatched, async ({ id, season, is_watched }, context) => {
      const { db, now } = context
      const of = ofUser(context)
      const ids = await markableIds(db, { devsn: of.devsn, id, season })
      if (ids.length === 0) throw new Refusal(Code.notFound)
      await marks.save(db, { ...of, is_watched, now }, ids)
      markSender.changed(context.realm, of, { kind: 'watched', ids, isMarked: is_watched, at: now })
      return { is_watched }
    }),
    serve(clearHistory, async ({ ids, is_all }, context) => {
      const of = ofUser(context)
      const cleared = is_all ? (await filmPointsOf(context.db, of)).map(({ id }) => id) : ids
      await marks.clear(context.db, { ...of, now: context.now }, is_all ? undefined : ids)
      markSender.changed(context.realm, of, { kind: 'watched', ids: cleared, isMarked: false, at: context.now })
      return null
    }),
  ]
}

/** The number of history entries, without those that the box no longer has. */
function countIn({ library: { films, episodes }, history }: UserLibrary): number {
  return history.filter((id) => films.slotOf(episodes.seriesOf(id) ?? id) !== undefined).length
}

/** Films left in the middle, and of each series the episode to go on with, once. */
async function openRows(context: DeviceContext, limit: number): Promise<Watched[]> {
  const of = ofUser(context)
  const rows: Watched[] = []
  const seen = new Set<string>()
  for (let step = 0; step < maxSteps && rows.length < limit; step += 1) {
    const latest = await watchedPage(context.db, { ...of, limit: stepRows, offset: step * stepRows, isOpen: true })
    const series = latest.flatMap(({ series_id }) => (series_id === null || seen.has(series_id) ? [] : [series_id]))
    const states = await statesOf(context.db, of, series)
    for (const row of latest) {
      if (row.series_id === null) {
        rows.push(row)
        continue
      }
      if (seen.has(row.series_id)) continue
      seen.add(row.series_id)
      const next = nextEpisode(states.get(row.series_id) ?? [])
      if (next) rows.push({ ...row, id: next.id, position_ms: next.position_ms, is_watched: false })
    }
    if (latest.length < stepRows) break
  }
  return rows.slice(0, limit)
}
