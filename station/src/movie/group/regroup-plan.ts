/** Plans how known files are grouped anew after the reader of names changed: which film, with which id, each file belongs to. */
import { maxOf, minOf } from '@homeport/contract/kit/extremes.ts'
import { idOf } from '../film/film-id.ts'
import type { NewFile } from './film-file-row.ts'
import { createIdKeys } from './name-ids.ts'
import { noEpisode } from './no-episode.ts'
import { episodeKey, splitByYear } from './series-key.ts'
import type { FilmRow } from '../film/film-row.ts'

/** film_id, added_at: of the film that it belongs to; series_id: of its series, or ''. */
export type GroupedFile = { file: NewFile; film_id: string; added_at: number; series_id: string }
export type PlannedFilm = { film: NewFile['film']; files: readonly GroupedFile[] }

/**
 * Series first. A new group takes the id of the film that a person has named (byHand), else that most of its files belong to, of two the older one; what is left gets an id of its own.
 * Series take the id of the series that most of their episodes belong to.
 */
export function planGroups(
  files: readonly GroupedFile[],
  { series, byHand }: { series: readonly Pick<FilmRow, 'film_id' | 'group_key'>[]; byHand: ReadonlySet<string> },
): PlannedFilm[] {
  const keyed = withSeriesKeys(files)
  const ofSeries = Map.groupBy(
    keyed.filter(({ seriesKey }) => seriesKey !== ''),
    ({ seriesKey }) => seriesKey,
  )
  const named = new Map(series.map(({ group_key, film_id }) => [group_key, film_id]))
  const seriesIds = assign(ofSeries, { idBefore: (one) => one.series_id, named, byHand })
  const groups = Map.groupBy(keyed, ({ group_key }) => group_key)
  const filmIds = assign(groups, { idBefore: (one) => one.film_id, named: new Map(), byHand })
  const planned = [...ofSeries].map(([key, some]) => ({
    film: seriesFilm(key, seriesIds.get(key) ?? idOf(key), some),
    files: [],
  }))
  const films = [...groups].flatMap(([group_key, some]) => {
    const film_id = filmIds.get(group_key) ?? idOf(group_key)
    const [first] = some
    if (!first) return []
    const { file, seriesKey } = first
    const added_at = minOf(addedAt(some), first.added_at)
    const year = file.film.year ?? some.find((one) => one.file.film.year !== null)?.file.film.year ?? null
    const series_id = seriesIds.get(seriesKey) ?? ''
    return [{ film: { ...file.film, group_key, film_id, added_at, year, series_id }, files: some }]
  })
  return [...planned, ...films]
}

type KeyedFile = GroupedFile & { group_key: string; seriesKey: string }

function withSeriesKeys(files: readonly GroupedFile[]): KeyedFile[] {
  const byTitle = Map.groupBy(files, ({ file }) => file.series?.key ?? '')
  return [...byTitle].flatMap(([base, some]): KeyedFile[] => {
    if (base === '') return withIdKeys(some)
    const years = splitByYear(
      base,
      [],
      some.map(({ file }) => ({ season: file.film.season ?? 1, year: file.film.year, episodes: 1 })),
    )
    return some.map((one) => {
      const seriesKey = years.keyOf(one.file.film.year)
      const group_key = one.file.series ? episodeKey(seriesKey, one.file.series.episode) : one.file.film.group_key
      return { ...one, group_key, seriesKey }
    })
  })
}

function withIdKeys(files: readonly GroupedFile[]): KeyedFile[] {
  const byIds = createIdKeys()
  return files.map((one) => {
    const { film, ids } = one.file
    return { ...one, group_key: ids ? byIds.keyOf(film.group_key, ids) : film.group_key, seriesKey: '' }
  })
}

function seriesFilm(group_key: string, film_id: string, episodes: readonly KeyedFile[]): NewFile['film'] {
  const { title = '', original_title = '' } = episodes[0]?.file.series ?? {}
  const added_at = maxOf(addedAt(episodes), 0)
  return { ...noEpisode, kind: 'series', film_id, group_key, title, original_title, year: null, added_at }
}

function addedAt(files: readonly KeyedFile[]): number[] {
  return files.map(({ added_at }) => added_at)
}

type Vote = { key: string; id: string; files: number; added_at: number }

type Before = {
  idBefore: (file: KeyedFile) => string
  /** The id of each key that has one. */
  named: ReadonlyMap<string, string>
  byHand: ReadonlySet<string>
}

/** Each id goes to one key at most: to the key with most files of it. */
function assign(groups: ReadonlyMap<string, readonly KeyedFile[]>, { idBefore, named, byHand }: Before): Map<string, string> {
  const ids = new Map([...groups.keys()].flatMap((key) => (named.has(key) ? [[key, named.get(key) ?? ''] as const] : [])))
  const taken = new Set(ids.values())
  const votes = [...groups].flatMap(([key, files]): Vote[] =>
    [...Map.groupBy(files, idBefore)].map(([id, some]) => ({
      key,
      id,
      files: some.length,
      added_at: minOf(addedAt(some), 0),
    })),
  )
  const handFirst = (one: Vote, other: Vote) => Number(byHand.has(other.id)) - Number(byHand.has(one.id))
  votes.sort(
    (one, other) =>
      handFirst(one, other) || other.files - one.files || one.added_at - other.added_at || (one.id < other.id ? -1 : 1),
  )
  const all = new Set(votes.map(({ id }) => id))
  for (const { key, id } of votes) {
    if (id === '' || ids.has(key) || taken.has(id)) continue
    ids.set(key, id)
    taken.add(id)
  }
  for (const key of groups.keys()) {
    if (ids.has(key)) continue
    const own = idOf(key)
    ids.set(key, all.has(own) || taken.has(own) ? idOf(`${own}\n${key}`) : own)
  }
  return ids
}
