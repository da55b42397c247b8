/** The order in which a name, an NFO, a search and a person count. */
import { unknownIds } from '@homeport/contract/shape/film/film.ts'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { FilmFacts } from './facts.ts'
import { knownFacts, type NamedFilm } from './known-facts.ts'

const named: NamedFilm = { title: 'Harbour', original_title: '', year: 2016, poster: 'frame', art: '', backdrop: '' }
const none = { title: '', overview: '', collection: '' }
const facts = (some: object) => z.parse(FilmFacts, some)

it('without more the name counts, with the ids that are known', () => {
  const ids = { ...unknownIds, imdb: 'tt0133093' }
  const merged = knownFacts(named, { source: 'no', facts: facts({ ids, year: 1999, genres: ['drama'] }) })
  expect(merged).toMatchObject({ identified: 'no', title: 'Harbour', year: 2016, genres: [], ids, poster: 'frame' })
  expect(merged.texts).toBeUndefined()
  expect(knownFacts(named, undefined).ids).toEqual(unknownIds)
})

it('what a source says counts, and the name where it says nothing', () => {
  const texts = { zh: { title: '海港', overview: '盐', collection: '' }, en: none }
  const merged = knownFacts(named, { source: 'auto', facts: facts({ texts, rating: 8, votes: 3, aliases: ['Le Port', '海港'] }) })
  expect(merged).toMatchObject({ identified: 'auto', title: '海港', overview: '盐', year: 2016, rating: 8, votes: 3, texts })
  expect(merged.aliases).toEqual(['Le Port', 'Harbour'])
})

it('the title is in the language of the name where there is one', () => {
  const texts = { zh: { ...none, title: '海港' }, en: { ...none, title: 'The Harbour' } }
  const of = (title: string) => knownFacts({ ...named, title }, { source: 'auto', facts: facts({ texts }) }).title
  expect([of('hrbr'), of('港')]).toEqual(['The Harbour', '海港'])
})

it.each([
  ['auto', '', 'found'],
  ['auto', '9 9 /films/poster.jpg', 'frame'],
  ['nfo', '9 9 /films/poster.jpg', 'frame'],
  ['person', '9 9 /films/poster.jpg', 'found'],
] as const)('the poster of a film that is known by %s and has the picture "%s" beside it', (source, art, poster) => {
  expect(knownFacts({ ...named, art }, { source, facts: facts({ poster: 'found' }) }).poster).toBe(poster)
})
