/** Makes the keys by which a film is sorted and found on the TV: its titles folded, the pinyin of Chinese ones with their initials, and its people. */
import { foldWords, toIndexToken } from '@homeport/contract/shape/search-words.ts'
import { simplify } from '@homeport/contract/shape/simplify.ts'
import type { FilmRow } from '../../kit/tables.ts'
import type { KnownFacts } from '../known-facts.ts'

const han = /\p{Script=Han}/u
/** A title is found from each of its first syllables. */
const syllablesMost = 16
const peopleMost = 30
const aliasesMost = 20

/** words: each is found by its beginning. */
export type CatalogKeys = { sort_title: string; title_key: string; initials: string; words: string[] }

export async function catalogKeysOf({
  title,
  original_title,
  aliases,
  texts,
  people,
}: Pick<KnownFacts, 'title' | 'original_title' | 'aliases' | 'texts' | 'people'>): Promise<CatalogKeys> {
  const folded = fold(title)
  const others = [original_title, texts?.zh.title ?? '', texts?.en.title ?? '', ...aliases.slice(0, aliasesMost)].map(fold)
  const syllables = await syllablesOf(folded)
  const words = new Set<string>()
  for (const text of new Set([folded, ...others])) for (const word of await wordsOf(text)) words.add(word)
  for (const { name } of people.slice(0, peopleMost)) for (const word of plainWordsOf(fold(name))) words.add(word)
  return {
    sort_title: (syllables.length > 0 ? syllables.join('') : folded).replace(/^(?:the|an?) (?=\S)/, '').replace(/^\./, ''),
    title_key: withoutSpaces(folded),
    initials: initialsOf(syllables),
    words: [...words].map(toIndexToken),
  }
}

/** One film of a series counts as the series, and is not in the catalogue. */
export function isCatalogued({ kind, is_listed }: Pick<FilmRow, 'kind' | 'is_listed'>): boolean {
  return kind !== 'episode' && is_listed === 1
}

/** As the cloud folds titles; the index knows no marks. */
function fold(text: string): string {
  return simplify(foldWords(text.replace(/[&＆]/g, ' and '))).replace(/\p{M}/gu, '')
}

/** The words of a search, of which each must be found. */
export function searchWordsOf(query: string): string[] {
  return plainWordsOf(fold(query))
}

async function wordsOf(text: string): Promise<string[]> {
  if (text === '') return []
  const plain = plainWordsOf(text)
  return [
    ...plain.flatMap(fromEachCharacter),
    // .hack is found as hack too.
    ...plain.filter((word) => word.startsWith('.')).map((word) => word.slice(1)),
    ...(plain.length > 1 ? [plain.join('')] : []),
    ...fromEachSyllable(await syllablesOf(text)),
  ]
}

/** Chinese is written without spaces: it is found from each character. */
function fromEachCharacter(word: string): string[] {
  return han.test(word) ? [...word].slice(0, syllablesMost).map((_, at, letters) => letters.slice(at).join('')) : [word]
}

function plainWordsOf(text: string): string[] {
  return text.split(' ').filter((word) => word !== '')
}

/** The syllables together and their initials, from each of them to the end. */
function fromEachSyllable(syllables: readonly string[]): string[] {
  return syllables.slice(0, syllablesMost).flatMap((_, at) => {
    const rest = syllables.slice(at)
    return [rest.join(''), initialsOf(rest)]
  })
}

function initialsOf(syllables: readonly string[]): string {
  return syllables.map((syllable) => syllable.slice(0, 1)).join('')
}

/** 重庆森林 → chong qing sen lin; [] without Chinese characters. The dictionary is loaded at the first Chinese title. */
async function syllablesOf(text: string): Promise<string[]> {
  if (!han.test(text)) return []
  const { pinyin } = await import('pinyin-pro')
  return pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).flatMap(plainWordsOf)
}

export function withoutSpaces(text: string): string {
  return text.replaceAll(' ', '')
}
