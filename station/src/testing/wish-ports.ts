/** For tests: the library and the film database as the feeds see them, with a film, one that is not out, a series and its season. */
import { matchRelease } from '../movie/identify/match-release.ts'

const texts = (en: string, zh: string) => ({ en: { title: en }, zh: { title: zh } })
const none = { imdb: '', other_titles: [] as string[], poster: '' }

export const aFilmEntry = {
  ...none,
  tmdb: 'movie/653',
  imdb: 'tt0013442',
  kind: 'film' as const,
  texts: texts('Nosferatu', '诺斯费拉图'),
  original_title: 'Nosferatu, eine Symphonie des Grauens',
  other_titles: ['Nosferatu: A Symphony of Horror'],
  year: 1922 as number | null,
}
export const aComingEntry = { ...none, ...aFilmEntry, tmdb: 'movie/9', imdb: '', texts: texts('Fog Bank', ''), year: null }
export const aSeriesEntry = {
  ...none,
  tmdb: 'tv/91001',
  kind: 'series' as const,
  texts: texts('The Lamplighters', '点灯人'),
  original_title: 'The Lamplighters',
  year: 2015 as number | null,
}
type Entry = typeof aFilmEntry | typeof aSeriesEntry
type Episode = { season: number; first: number | null; last: number | null; air_date: string }
type State = 'ok' | 'away' | 'no_key'

export function wishPorts() {
  const entries = new Map<string, Entry>([aFilmEntry, aComingEntry, aSeriesEntry].map((entry) => [entry.tmdb, entry]))
  const library = new Map<string, { movie_id: string; episodes: Episode[] }>()
  const season: { number: number; title: string; air_date: string }[] = []
  const seasons: { number: number; air_date: string }[] = []
  const loading: { task_id: string; name: string }[] = []
  let state: State = 'ok'
  return {
    entries,
    library,
    season,
    seasons,
    loading,
    /** The film database is away, or has no key. */
    fail: (next: State) => void (state = next),
    ports: {
      matchRelease,
      libraryOf: async () => library,
      entryOf: async (tmdb: string) => (state === 'ok' ? { state, value: entries.get(tmdb) } : { state }),
      tmdbOf: async (series_id: string) => (series_id === 'S1' ? 'tv/91001' : ''),
      seasonOf: async () => {
        const all = season.map(({ number, title, air_date }) => ({ number, facts: { texts: texts(title, ''), air_date } }))
        return state === 'ok' ? { state, value: all } : { state }
      },
      seasonsOf: async () => (state === 'ok' ? { state, value: seasons } : { state }),
      unfinished: async () => loading,
      nameOf: (_: string, user_id: string) => (user_id === 'u1' ? 'Ada' : ''),
    },
  }
}
