/** Which of the films and series that somebody wants the name of a release is of: by a title of theirs that is the very same, of the right year. */
import type { ReadName } from '../name/read-name.ts'
import type { DatabaseFilm } from '../tmdb/database.ts'
import { fold } from './fold.ts'
import { matchOf } from './score.ts'

export type WantedTitles = Pick<DatabaseFilm, 'kind' | 'original_title' | 'other_titles' | 'year'> & {
  texts: { zh: { title: string }; en: { title: string } }
}
/** since: the year in which it was asked for. */
export type WantedFilm = { entry: WantedTitles; since: number }
type Name = Pick<ReadName, 'title' | 'original' | 'year' | 'season' | 'episode' | 'date'>

export function matchRelease<T extends WantedFilm>(films: readonly T[]): (name: Name) => readonly T[] {
  const byTitle = new Map<string, Set<T>>()
  for (const one of films) for (const title of titlesOf(one.entry)) byTitle.set(title, (byTitle.get(title) ?? new Set()).add(one))
  return (name) => {
    const titles = [name.title, name.original].filter((title) => title !== '')
    const named = new Set(titles.flatMap((title) => [...(byTitle.get(fold(title)) ?? [])]))
    return [...named].filter((one) => isOf(name, titles, one))
  }
}

function titlesOf({ texts, original_title, other_titles }: WantedTitles): string[] {
  return [texts.zh.title, texts.en.title, original_title, ...other_titles].map(fold).filter((title) => title !== '')
}

function isOf({ year, season, episode, date }: Name, titles: readonly string[], { entry, since }: WantedFilm): boolean {
  const kind = season === undefined && episode === undefined && date === undefined ? 'film' : 'series'
  if (kind !== entry.kind) return false
  const noTexts = { overview: '' }
  const texts = { zh: { ...noTexts, ...entry.texts.zh }, en: { ...noTexts, ...entry.texts.en } }
  const match = matchOf({ kind, titles, year, runtime_ms: null }, { ...entry, texts, runtime_ms: null, popularity: 0 })
  if (!match || match.reason === 'title_in_part') return false
  // The year in the name of an episode is that of the series or of the season.
  if (kind === 'series') return year === null || entry.year === null || year >= entry.year - 1
  // A film that is not out yet has no year there.
  return entry.year === null ? year !== null && year >= since : year === entry.year
}
