/** Finds the subtitle files of a film file: beside it under its name, and in folders for subtitles beside it. Nothing outside of the library's folders is opened (promise 35). */
import { cutText } from '@homeport/contract/shape/field/text.ts'
import { open, readdir, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { decodeText } from '../../kit/text-encoding/decode-text.ts'
import { maxFileBytes } from '../subtitle/cue.ts'
import { isSubtitleText } from '../subtitle/read-subtitle.ts'
import { samiLanguage } from '../subtitle/read-sami.ts'
import { saysForced } from '../subtitle/marks.ts'
import { languageOfText, languagesInWords, takeTags, wordsOf } from '../subtitle/language.ts'

/** id: its name relative to the film's folder. format: its suffix; of idx and sub together idx. */
export type BesideSubtitle = {
  id: string
  path: string
  format: string
  language: string
  title: string
  isForced: boolean
  isDefault: boolean
  trouble: '' | 'picture' | 'unreadable'
}

type Named = { folder: string; name: string; rest: string }

const suffixes = ['srt', 'vtt', 'ass', 'ssa', 'smi', 'sami', 'ttml', 'dfxp', 'lrc', 'mpl', 'sbv', 'idx', 'sub', 'sup', 'txt']
const videoSuffix = /\.(mkv|mp4|m4v|mov|avi|webm|ts|m2ts|mts|mpg|mpeg|vob|wmv|flv|rmvb|rm|asf|ogv|divx|3gp)$/i
const folderNames = /^(vob)?sub(s|title|titles)?$|^字幕$/i
const maxFiles = 60
const maxEntries = 5_000
const headBytes = 64 * 1024
/** In capitals wherever they stand. */
const impairedCodes = ['sdh', 'cc', 'hi']
const defaultWords = ['default', '默认']

/** isInside: whether a path, its links resolved, is in a library folder. */
export async function findSubtitlesBeside(path: string, isInside: (path: string) => Promise<boolean>): Promise<BesideSubtitle[]> {
  const folder = dirname(path)
  const entries = await namesIn(folder)
  const stem = fileStem(path)
  const videos = entries.filter((name) => videoSuffix.test(name)).map(fileStem)
  const beside = entries.flatMap((name) => {
    const rest = isSubtitle(name) ? restOf(name, { stem, videos }) : undefined
    return rest === undefined ? [] : [{ folder, name, rest }]
  })
  const named = [...beside, ...(await inFolders({ folder, entries, stem, videos }))]
  const all = withoutPairs(named).slice(0, maxFiles)
  const read = await Promise.all(
    all.map(async (one) => ((await isInside(join(one.folder, one.name))) ? readNamed(one, folder) : undefined)),
  )
  return read.filter((one) => one !== undefined)
}

type Around = { folder: string; entries: readonly string[]; stem: string; videos: readonly string[] }

/** A file there is the film's by its name, by a folder with the film's name, or because there is no other film. */
async function inFolders({ folder, entries, stem, videos }: Around): Promise<Named[]> {
  const results: Named[] = []
  for (const inner of entries.filter((name) => folderNames.test(name))) {
    const inside = join(folder, inner)
    const names = await namesIn(inside)
    for (const name of names.filter(isSubtitle)) {
      const rest = restOf(name, { stem, videos }) ?? (videos.length === 1 ? fileStem(name) : undefined)
      if (rest !== undefined) results.push({ folder: inside, name, rest })
    }
    const own = names.find((name) => same(name) === same(stem))
    if (own !== undefined)
      for (const name of (await namesIn(join(inside, own))).filter(isSubtitle))
        results.push({ folder: join(inside, own), name, rest: restOf(name, { stem, videos }) ?? fileStem(name) })
  }
  return results
}

/** Sorted, so that the order is the same each time. [] for what is no readable folder. */
async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.slice(0, maxEntries).toSorted((a, b) => (a < b ? -1 : 1))
}

/** The part of the subtitle's name behind the film's; undefined if it is of another film: the longest name counts. */
function restOf(name: string, { stem, videos }: { stem: string; videos: readonly string[] }): string | undefined {
  const own = fileStem(name)
  if (!beginsWith(own, stem)) return undefined
  if (videos.some((other) => other.length > stem.length && beginsWith(own, other))) return undefined
  return own.slice(stem.length)
}

function beginsWith(name: string, stem: string): boolean {
  return same(name).startsWith(same(stem)) && !/^[\p{L}\p{N}]/u.test(name.slice(stem.length))
}

function same(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

function fileStem(path: string): string {
  return basename(path, extname(path)).normalize('NFC')
}

function formatOf(name: string): string {
  return extname(name).slice(1).toLowerCase()
}

function isSubtitle(name: string): boolean {
  return suffixes.includes(formatOf(name))
}

/** Keeps only the idx where there are idx and sub. */
function withoutPairs(named: readonly Named[]): Named[] {
  const key = ({ folder, name }: Named) => join(folder, same(fileStem(name)))
  const indexes = new Set(named.filter(({ name }) => formatOf(name) === 'idx').map(key))
  return named.filter((one) => formatOf(one.name) !== 'sub' || !indexes.has(key(one)))
}

async function readNamed({ folder, name, rest }: Named, filmFolder: string): Promise<BesideSubtitle | undefined> {
  const path = join(folder, name)
  const facts = await stat(path).catch(() => undefined)
  if (!facts?.isFile()) return undefined
  const format = formatOf(name)
  const words = readWords(rest)
  const head = format === 'sup' ? new Uint8Array() : await headOf(path)
  const text = decodeText(head, words.language || samiLanguage(head))
  const isText = isSubtitleText(text)
  // Any text may lie beside a film.
  if (format === 'txt' && !isText) return undefined
  const trouble = format === 'sub' && !isText ? 'unreadable' : troubleOf(format, facts.size)
  const language = trouble === '' || format === 'idx' ? languageOf(text, format, words.language) : words.language
  const id = join(folder, name).slice(filmFolder.length + 1)
  return { id, path, format, ...words, language, trouble }
}

function troubleOf(format: string, size: number): BesideSubtitle['trouble'] {
  if (format === 'idx' || format === 'sup') return 'picture'
  return size === 0 || size > maxFileBytes ? 'unreadable' : ''
}

/** title: what is neither a language nor a mark; with two languages both, as they stand there. */
function readWords(rest: string): Pick<BesideSubtitle, 'language' | 'title' | 'isForced' | 'isDefault'> {
  const words = wordsOf(takeTags(rest).rest)
  // Beside another language `hi` means that the text is for those who hear badly; alone it is Hindi.
  const withoutHi = rest.replace(/(?<![\p{L}\p{N}])hi(?![\p{L}\p{N}])/giu, '')
  const isMark = languagesInWords(withoutHi).length > 0
  const languages = languagesInWords(isMark ? withoutHi : rest)
  const isDefaultWord = (word: string) => defaultWords.includes(word.toLowerCase())
  const titled = words.filter(
    (word) =>
      !isDefaultWord(word) &&
      !saysForced(word) &&
      !/^\d{1,2}$/.test(word) &&
      ((isMark && isHi(word)) || languagesInWords(word).length === 0),
  )
  const titleWords = titled.map((word) => (impairedCodes.includes(word.toLowerCase()) ? word.toUpperCase() : word))
  const title = languages.length > 1 ? rest.replace(/^[\s._-]+|[\s._-]+$/g, '') : titleWords.join(' ')
  return {
    language: languages[0] ?? '',
    title: cutText(title, 100),
    isForced: saysForced(rest),
    isDefault: words.some(isDefaultWord),
  }
}

function isHi(word: string): boolean {
  return word.toLowerCase() === 'hi'
}

/** By the beginning of the text, where the name does not say it. */
function languageOf(text: string, format: string, hint: string): string {
  if (hint !== '' && hint !== 'zh') return hint
  if (format !== 'idx') return languageOfText(text, hint)
  return hint || (languagesInWords(/^id: (\w{2})/m.exec(text)?.[1] ?? '')[0] ?? '')
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return new Uint8Array()
  try {
    const buffer = new Uint8Array(headBytes)
    const { bytesRead } = await file.read(buffer, 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
