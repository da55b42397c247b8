/** The query to the subtitle service for a film: by its hash, the ids that it is known by, or its title. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { SubtitleHit } from '@homeport/contract/playback/tracks.ts'
import type { SubtitleQuery } from './subtitle-service.ts'

/** tmdb, imdb: of the film, or of an episode's series; '' if not known. series_id: '' of a film. */
export type FilmFacts = {
  title: string
  year: number | null
  series_id: string
  season: number | null
  episode: number | null
  tmdb: string
  imdb: string
}

/** q: typed by a person, '' = by what is known. hash: '' if there is none. */
export function subtitleQuery(
  facts: FilmFacts,
  { q, hash, languages }: { q: string; hash: string; languages: readonly string[] },
): SubtitleQuery {
  const spoken = { languages: apiLanguages(languages) }
  const numbers: SubtitleQuery =
    facts.series_id === '' ? {} : { season_number: String(facts.season ?? ''), episode_number: String(facts.episode ?? '') }
  if (q !== '') return { ...spoken, ...numbers, query: q }
  const parent = facts.series_id === '' ? '' : 'parent_'
  const byFilm: SubtitleQuery =
    facts.tmdb !== ''
      ? { [`${parent}tmdb_id`]: facts.tmdb }
      : facts.imdb !== ''
        ? { [`${parent}imdb_id`]: facts.imdb.replace(/^tt0*/, '') }
        : { query: facts.title, year: facts.year === null ? '' : String(facts.year) }
  return { ...spoken, ...numbers, ...byFilm, moviehash: hash }
}

const apiNames: Readonly<Record<string, readonly string[]>> = {
  'zh-Hans': ['zh-cn', 'ze'],
  'zh-Hant': ['zh-tw'],
  zh: ['zh-cn', 'zh-tw', 'ze'],
  pt: ['pt-pt', 'pt-br'],
}

/** Sorted, as the API has it. */
function apiLanguages(languages: readonly string[]): string {
  return [...new Set(languages.flatMap((language) => apiNames[language] ?? [language.toLowerCase()]))].toSorted().join(',')
}

/** Without a choice: those of the person's habit, of the realm, and English. */
export function usualLanguages(realm: Lang, habit: readonly string[]): string[] {
  const own = realm === 'zh' ? ['zh-Hans', 'zh-Hant', 'en'] : ['en']
  return [...new Set([...habit.filter((language) => language !== '' && language !== 'off'), ...own])]
}

/** Exact ones first, then by language as requested, then the most used. */
export function sortHits(hits: readonly SubtitleHit[], languages: readonly string[]): SubtitleHit[] {
  const rank = ({ language }: SubtitleHit) => (languages.includes(language) ? languages.indexOf(language) : languages.length)
  return hits.toSorted(
    (a, b) => Number(b.is_exact) - Number(a.is_exact) || rank(a) - rank(b) || b.downloads - a.downloads || (a.id < b.id ? -1 : 1),
  )
}
