/** Makes the keys by which a film is sorted and found on the box, in both languages, and the words of the full-text index, each of which is found by its beginning. */
import { filmKeysOf, writeFilmKeys, type FilmKeys } from '@homeport/contract/movie/film-keys.ts'
import { inLanguage } from '@homeport/contract/movie/film-language.ts'
import { isDense, joinedPairs } from '@homeport/contract/movie/film-worth.ts'
import { toIndexToken } from '@homeport/contract/shape/search-words.ts'
import type { KnownFacts } from '../film/known-facts.ts'
import type { FilmRow } from '../film/film-row.ts'
import type { SortNumbers } from '@homeport/contract/shape/list-keys/film-sort.ts'

/** A listed film or series, as the box sorts and searches it (movie/catalog/catalog-keys.ts). */
export type CatalogRow = Omit<SortNumbers, 'added_at'> & {
  film_id: string
  kind: 'film' | 'series'
  /** s. */
  added_at: number
  region: string
  quality: string
  collection_id: string
  is_unidentified: number
  /** FilmKeys.sort of the title in each language. */
  sort_zh: string
  sort_en: string
  /** The folded title without spaces. */
  title_zh: string
  title_en: string
  /** FilmKeys as a line, without files; keys_en is '' where it is the same. */
  keys_zh: string
  keys_en: string
}

/** A title is found from each of its first characters and syllables. */
const maxStarts = 40

type Keyed = Pick<KnownFacts, 'title' | 'overview' | 'original_title' | 'aliases' | 'texts' | 'people'>
type KeyColumn = 'sort_zh' | 'sort_en' | 'title_zh' | 'title_en' | 'keys_zh' | 'keys_en'
export type CatalogKeys = { columns: Pick<CatalogRow, KeyColumn>; words: string[] }

export async function catalogKeysOf(film: Keyed): Promise<CatalogKeys> {
  const [zh, en] = [await keysIn(film, 'zh'), await keysIn(film, 'en')]
  const line = writeFilmKeys(zh)
  const lineEn = writeFilmKeys(en)
  return {
    columns: {
      sort_zh: zh.sort,
      sort_en: en.sort,
      title_zh: withoutSpaces(zh.title),
      title_en: withoutSpaces(en.title),
      keys_zh: line,
      keys_en: lineEn === line ? '' : lineEn,
    },
    // Both languages have the same titles, each in another order.
    words: wordsOf(zh),
  }
}

/** One film of a series counts as the series, and is not in the catalogue. */
export function isCatalogued({ kind, is_listed }: Pick<FilmRow, 'kind' | 'is_listed'>): boolean {
  return kind !== 'episode' && is_listed === 1
}

/** Only titles and people: files are not searched here. */
function keysIn(film: Keyed, lang: 'zh' | 'en'): Promise<FilmKeys> {
  return filmKeysOf({ ...inLanguage(film, lang), files: [] })
}

/** All that the search gives a worth (film-worth.ts), and for one letter more. */
function wordsOf({ title, otherTitles, pinyin, people }: FilmKeys): string[] {
  const words = new Set<string>()
  for (const text of [title, ...otherTitles])
    for (const word of [...text.split(' '), withoutSpaces(text), ...joinedPairs(text)]) addWord(words, word)
  for (const { folded } of people) for (const word of folded.split(' ')) addWord(words, word)
  for (const syllables of pinyin)
    for (let at = 0; at < Math.min(syllables.length, maxStarts); at += 1) {
      const rest = syllables.slice(at)
      words.add(rest.join(''))
      words.add(rest.map((syllable) => syllable.slice(0, 1)).join(''))
    }
  words.delete('')
  return [...words].map(toIndexToken)
}

function addWord(words: Set<string>, word: string): void {
  words.add(word)
  // .hack is found as hack too.
  if (word.startsWith('.')) words.add(word.slice(1))
  if (!isDense(word)) return
  // Written without spaces: it is found from each character.
  const letters = [...word]
  for (let at = 1; at < Math.min(letters.length, maxStarts); at += 1) words.add(letters.slice(at).join(''))
}

function withoutSpaces(text: string): string {
  return text.replaceAll(' ', '')
}
