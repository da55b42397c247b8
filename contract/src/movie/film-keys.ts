/**
 * The texts by which a film is sorted and found, in the cloud and on the box: its titles folded to a common spelling, the pinyin of Chinese ones, its people and files. They
 * are stored beside the film as text, so that nobody who reads them parses JSON or reads pinyin again.
 */
import { foldText } from '../shape/list-keys/fold-text.ts'
import { hasHan, syllablesOf } from '../shape/list-keys/pinyin.ts'
import { sortKeyOf } from '../shape/list-keys/sort-key.ts'
import type { ReportedFilm } from './movie.ts'

/** Keys of an older version are computed again in the background; meanwhile the library is searched by them. */
const keysVersion = 5
const readableFrom = 1

/** Folded texts: lower-case words with one space between. */
export type FilmKeys = {
  /** Sorts by title: pinyin for Chinese, without a leading article, numbers padded. */
  sort: string
  title: string
  otherTitles: readonly string[]
  /** The syllables of each title with Chinese characters. */
  pinyin: readonly (readonly string[])[]
  people: readonly { id: string; name: string; folded: string; photo: string }[]
  /** Names of the files, in the film's order. */
  files: readonly string[]
}

const withoutSigns = (text: string) => text.replace(/[+#.]/g, '')

type Keyed = Pick<ReportedFilm, 'title' | 'original_title' | 'aliases' | 'texts' | 'people'> & {
  files: readonly { file_name: string }[]
}

/** In one language: `title` is the one shown in it (film-language.ts). */
export async function filmKeysOf(film: Keyed): Promise<FilmKeys> {
  const title = foldText(film.title)
  const others = [film.original_title, ...film.aliases, film.texts?.zh.title ?? '', film.texts?.en.title ?? ''].map(foldText)
  // Keys of an older version knew no signs: the c of C++ is no other title.
  const signed = new Set([title, ...others].flatMap((text) => (text === withoutSigns(text) ? [] : [withoutSigns(text)])))
  const otherTitles = [...new Set(others)].filter((other) => other !== '' && other !== title && !signed.has(other))
  const pinyin = await Promise.all([title, ...otherTitles].filter(hasHan).map(syllablesOf))
  return {
    sort: sortKeyOf(hasHan(title) ? (pinyin[0] ?? []).join('') : withoutArticle(title)),
    title,
    otherTitles,
    pinyin,
    people: peopleOf(film),
    files: film.files.map(({ file_name }) => foldText(file_name)),
  }
}

/** "The Godfather" stands under G. */
function withoutArticle(title: string): string {
  return title.replace(/^(?:the|an?) (?=\S)/, '')
}

function peopleOf({ people }: Keyed): FilmKeys['people'] {
  const byId = new Map(people.map(({ id, name, photo }) => [id, { id, name, folded: foldText(name), photo }]))
  return [...byId.values()]
}

const fields = '\t'
const items = '|'
const inner = '='

/** One line; folded texts contain none of the separators. */
export function writeFilmKeys({ sort, title, otherTitles, pinyin, people, files }: FilmKeys): string {
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
export function readFilmKeys(line: string): FilmKeys | undefined {
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

export function areCurrentKeys(line: string): boolean {
  return line.startsWith(`${keysVersion}${fields}`)
}

function itemsOf(text: string): string[] {
  return text === '' ? [] : text.split(items)
}
