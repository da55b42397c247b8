/** A search that is kept up to date finds the same as one that is made anew, after every change and while its index is made in the background. */
import type { FilmKeys } from '@homeport/contract/movie/film-keys.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEpisodes } from './episodes.ts'
import type { FilmFacts } from '../film/facts.ts'
import { createFilmColumns } from './film-columns.ts'
import { find, type SearchResults } from '../search/find.ts'
import { createLibrarySearch } from './library-search.ts'

const facts: FilmFacts = {
  kind: 'film',
  identified: 'no',
  year: null,
  rating: null,
  duration_ms: null,
  added_at: 0,
  genres: [],
  region: '',
  quality: '',
  file_size: 0,
  collection_id: '',
}
const words = ['harbour', 'quiet', '海港', 'night', 'no']
const title = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 }).map((some) => some.join(' '))
const film = fc.record({
  id: fc.integer({ min: 0, max: 12 }),
  isGone: fc.boolean(),
  title,
  people: fc.subarray(['anna moss', 'ben harbour', 'cai night']),
  file: fc.option(fc.constantFrom('quiet 1080p mkv', 'night 720p mkv')),
})
const episode = fc.record({ series: fc.integer({ min: 0, max: 12 }), id: fc.integer({ min: 0, max: 4 }), text: title })
const step = fc.record({
  films: fc.array(film, { maxLength: 5 }),
  episodes: fc.array(episode, { maxLength: 2 }),
  isSearched: fc.boolean(),
})

function keysOf({ title: text, people, file }: { title: string; people: string[]; file: string | null }): FilmKeys {
  return {
    sort: text,
    title: text,
    otherTitles: text.includes('海港') ? ['lantern'] : [],
    pinyin: text.includes('海港') ? [['hai', 'gang']] : [],
    people: people.map((name) => ({ id: name, name, folded: name, photo: '' })),
    files: file === null ? [] : [file],
  }
}

const queries = [
  'harbour',
  'harbuor',
  '海港',
  'haigang',
  'hg',
  'quiet night',
  'no',
  'moss',
  'ben',
  '1080p',
  'night 720p',
  'nightx',
]
const tabs = ['films', 'files', 'people'] as const

/** Files of equal worth come in any order: the first few in short may be others. */
function comparable(results: SearchResults, tab: (typeof tabs)[number]) {
  const files = tab === 'files' ? results.files.map((file) => JSON.stringify(file)).toSorted() : []
  return { ...results, files }
}

test('whatever is added, changed and removed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const films = createFilmColumns()
      const keys = new Map<number, FilmKeys>()
      const episodes = createEpisodes()
      const incremental = createLibrarySearch({ films, keys, episodes }, 4)
      for (const { films: changedFilms, episodes: changedEpisodes, isSearched } of steps) {
        const slots: number[] = []
        for (const { id, isGone, ...rest } of changedFilms) {
          const of = keysOf(rest)
          const slot = isGone ? films.drop(String(id)) : films.put(String(id), facts, of)
          if (slot === undefined) continue
          if (isGone) keys.delete(slot)
          else keys.set(slot, of)
          slots.push(slot)
        }
        for (const { series, id, text } of changedEpisodes) {
          const before = films.slotOf(episodes.seriesOf(`e${id}`) ?? '')
          episodes.put(`e${id}`, { series_id: String(series), texts: [text] })
          slots.push(...[before, films.slotOf(String(series))].filter((slot) => slot !== undefined))
        }
        incremental.note(slots)
        if (!isSearched) continue
        const anew = await createLibrarySearch({ films, keys, episodes }).search()
        const current = await incremental.search()
        for (const q of queries)
          for (const tab of tabs) {
            const query = { q, tab, is_exact: false, page: 1, limit: 30 }
            expect(comparable(find({ films }, current, query), tab), `${q}, ${tab}`).toEqual(
              comparable(find({ films }, anew, query), tab),
            )
          }
      }
    }),
    { numRuns: 150 },
  )
})
