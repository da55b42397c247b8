/** Keys of films and episodes computed anew, some of one box in a step. They are a new version of the box's films, so that libraries in memory follow. */
import { areCurrentKeys } from '@homeport/contract/movie/film-keys.ts'
import { FilmFile } from '@homeport/contract/shape/film/film.ts'
import * as z from 'zod/mini'
import type { Trx } from '../../kit/db.ts'
import { parseJsonColumn } from '../../kit/json-column.ts'
import type { Reindexer } from '../../shared/search/reindex.store.ts'
import { nextVersion } from './library-version.store.ts'
import { readEpisodeKeys, refoldedEpisodeKeys, writeEpisodeKeys } from './episode-keys.ts'
import { storeKeys } from './store.ts'

export const movieReindexers: readonly Reindexer[] = [
  { subject: 'films', step: reindexFilms },
  { subject: 'episodes', step: reindexEpisodes },
]

const atOnce = 20

async function reindexFilms(trx: Trx, position: string): Promise<string | undefined> {
  const { devsn, last } = positionOf(position)
  const rows = await trx
    .selectFrom('films')
    .select(['devsn', 'film_id', 'keys'])
    .where((of) => of.or([of('devsn', '>', devsn), of.and([of('devsn', '=', devsn), of('film_id', '>', last)])]))
    .orderBy('devsn')
    .orderBy('film_id')
    .limit(atOnce)
    .execute()
  const [first] = rows
  if (!first) return undefined
  const ofBox = rows.filter((row) => row.devsn === first.devsn)
  const old = ofBox.filter(({ keys }) => !areCurrentKeys(keys))
  if (old.length > 0) {
    // First, as a report does: it locks the box's films.
    const version = await nextVersion(trx, first.devsn)
    for (const { film_id } of old) {
      await storeKeys(trx, { devsn: first.devsn, film_id })
      await trx.updateTable('films').set({ version }).where('devsn', '=', first.devsn).where('film_id', '=', film_id).execute()
    }
  }
  return `${first.devsn}\t${ofBox.at(-1)?.film_id}`
}

async function reindexEpisodes(trx: Trx, position: string): Promise<string | undefined> {
  const { devsn, last } = positionOf(position)
  const first = await trx
    .selectFrom('film_episodes')
    .select('devsn')
    .where((of) => of.or([of('devsn', '>', devsn), of.and([of('devsn', '=', devsn), of('episode_id', '>', last)])]))
    .orderBy('devsn')
    .limit(1)
    .executeTakeFirst()
  if (!first) return undefined
  const version = await nextVersion(trx, first.devsn)
  const rows = await trx
    .selectFrom('film_episodes')
    .select(['episode_id', 'files', 'keys'])
    .where('devsn', '=', first.devsn)
    .$if(first.devsn === devsn, (query) => query.where('episode_id', '>', last))
    .orderBy('episode_id')
    .limit(atOnce)
    .execute()
  for (const { episode_id, files, keys } of rows)
    await trx
      .updateTable('film_episodes')
      .set({
        keys: writeEpisodeKeys(refoldedEpisodeKeys(parseJsonColumn(z.array(FilmFile), files), readEpisodeKeys(keys))),
        version,
      })
      .where('devsn', '=', first.devsn)
      .where('episode_id', '=', episode_id)
      .execute()
  return `${first.devsn}\t${rows.at(-1)?.episode_id ?? last}`
}

function positionOf(position: string): { devsn: string; last: string } {
  const [devsn = '', last = ''] = position.split('\t')
  return { devsn, last }
}
