/**
 * The texts by which a film is found: its titles folded to a common spelling, the pinyin of Chinese ones, its people and files. They are computed when a box reports the film and
 * stored beside it as text, so that loading a library parses no JSON and reads no pinyin again.
 */
import type { ReportedFilm } from '@homeport/contract/movie/movie.ts'
import { foldWords } from '@homeport/contract/shape/search-words.ts'
import { simplify } from '@homeport/contract/shape/simplify.ts'

/** Keys of an older version are computed again in the background (movie/reindex.store.ts); meanwhile the library is searched by them. */
const keysVersion = 2
const readableFrom = 1

/** Folded texts: lower-case words with one space between. */
export type SearchKeys = {
  /** Sorts by title: pinyin for Chinese, without a leading article. */
  sort: string
  title: string
  otherTitles: readonly string[]
  /** The syllables of each title with Chinese characters. */
  pinyin: readonly (readonly string[])[]
  people: readonly { id: string; name: string; folded: string; photo: string }[]
  /** Names of the files, in the film's order. */
  files: readonly string[]
}

/** Case, width, accents, punctuation, and traditional or simplified characters do not matter; the signs of C++ and .NET do. */
export function fold(text: string): string {
  return simplify(foldWords(text))
}

const withoutSigns = (text: string) => text.replace(/[+#.]/g, '')
const han = /\p{Script=Han}/u

export async function searchKeysOf(film: ReportedFilm): Promise<SearchKeys> {
  const title = fold(film.title)
  const others = [film.original_title, ...film.aliases, film.texts?.zh.title ?? '', film.texts?.en.title ?? ''].map(fold)
  // Keys of an older version knew no signs: the c of C++ is no other title.
  const signed = new Set([title, ...others].flatMap((text) => (text === withoutSigns(text) ? [] : [withoutSigns(text)])))
  const otherTitles = [...new Set(others)].filter((other) => other !== '' && other !== title && !signed.has(other))
  const pinyin = await Promise.all([title, ...otherTitles].filter((text) => han.test(text)).map(syllablesOf))
  return {
    sort: sortKeyOf(han.test(title) ? (pinyin[0] ?? []).join('') : title),
    title,
    otherTitles,
    pinyin,
    people: peopleOf(film),
    files: film.files.map(({ file_name }) => fold(file_name)),
  }
}

/** "The Godfather" stands under G, ".hack" under H. */
function sortKeyOf(title: string): string {
  return title.replace(/^(?:the|an?) (?=\S)/, '').replace(/^\./, '')
}

function peopleOf({ people }: ReportedFilm): SearchKeys['people'] {
  const byId = new Map(people.map(({ id, name, photo }) => [id, { id, name, folded: fold(name), photo }]))
  return [...byId.values()]
}

/** 重庆森林 → chong qing sen lin; letters and digits between the characters stay as they are. The dictionary is loaded at the first Chinese title. */
async function syllablesOf(text: string): Promise<string[]> {
  const { pinyin } = await import('pinyin-pro')
  return pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive', v: true }).flatMap((part) =>
    part.split(' ').filter((syllable) => syllable !== ''),
  )
}

const fields = '\t'
const items = '|'
const inner = '='

/** One line; folded texts contain none of the separators. */
export function writeKeys({ sort, title, otherTitles, pinyin, people, files }: SearchKeys): string {
  return [
    keysVersion,
    sort,
    title,
    otherTitles.join(items),
    pinyin.map((syllables) => syllables.join(' ')).join(items),
    people.map(({ id, name, folded, photo }) => [id, name, folded, photo].map(withoutSeparators).join(inner)).join(items),
    files.join(items),
  ].join(fields)
}

function withoutSeparators(text: string): string {
  return text.replace(/[\t|=]/g, ' ')
}

/** undefined: written by a version whose keys cannot be read. */
export function readKeys(line: string): SearchKeys | undefined {
  const [version, sort = '', title = '', others = '', pinyin = '', people = '', files = ''] = line.split(fields)
  if (!(Number(version) >= readableFrom && Number(version) <= keysVersion)) return undefined
  return {
    sort,
    title,
    otherTitles: itemsOf(others),
    pinyin: itemsOf(pinyin).map((syllables) => syllables.split(' ')),
    people: itemsOf(people).map((person) => {
      const [id = '', name = '', folded = '', photo = ''] = person.split(inner)
      return { id, name, folded, photo }
    }),
    files: itemsOf(files),
  }
}

export function areCurrent(line: string): boolean {
  return line.startsWith(`${keysVersion}${fields}`)
}

function itemsOf(text: string): string[] {
  return text === '' ? [] : text.split(items)
}
