/** Which files beside films say something about them, by their names: NFO files and pictures. */
import { basename, dirname, extname } from 'node:path'

/** An NFO file or a picture in a library folder, as it was last seen. stem: its name without suffix, in small letters. */
export type BesideRow = { path: string; folder: string; stem: string; root: string; size: number; modified_at: number }

const pictureSuffix = /\.(?:jpe?g|png|webp)$/i
const ofFolder = {
  nfo: ['movie', 'index', 'video_ts'],
  series: ['tvshow'],
  poster: ['poster', 'folder', 'cover', 'movie'],
  wide: ['fanart', 'backdrop'],
}
const behindNames = ['poster', 'fanart', 'backdrop', 'thumb']
const behindName = new RegExp(String.raw`[-.](?:${behindNames.join('|')})$`, 'i')
const generalNames = new Set(Object.values(ofFolder).flat())

/** By its suffix alone. */
export function isMaybeBeside(name: string): boolean {
  return !name.startsWith('.') && (/\.nfo$/i.test(name) || pictureSuffix.test(name))
}

/** stems: names of the films in the folder without suffix, in small letters. */
export function isBesideName(name: string, stems: ReadonlySet<string>): boolean {
  if (!isMaybeBeside(name)) return false
  if (/\.nfo$/i.test(name)) return true
  const stem = fileStem(name)
  return generalNames.has(stem) || behindName.test(stem) || stems.has(stem)
}

/** True for a file of the whole folder, not of one film in it. */
export function isOfFolder({ stem }: BesideRow): boolean {
  return generalNames.has(stem)
}

/** The name of the film that it is for, as it is written. */
export function filmNameOf(path: string): string {
  return basename(path, extname(path)).replace(behindName, '')
}

/** Names that may say something about a film with a file of one of these stems. */
export function besideStems(stems: readonly string[]): string[] {
  return [
    ...generalNames,
    ...stems.flatMap((stem) => [stem, ...behindNames.flatMap((word) => [`${stem}-${word}`, `${stem}.${word}`])]),
  ]
}

type FilmNames = {
  /** The film's own folder and those that lie within it. */
  folders: readonly string[]
  /** Names of its files without suffix, in small letters. */
  stems: readonly string[]
  /** No other film is in the folders: general names count. */
  isAlone: boolean
}
export type Beside = { nfo: BesideRow | undefined; art: BesideRow | undefined; backdrop: BesideRow | undefined }

/** Own names first; then general ones. */
export function besideFilm(rows: readonly BesideRow[], { folders, stems, isAlone }: FilmNames): Beside {
  const near = rows.filter(({ folder }) => folders.includes(folder))
  const notes = near.filter(({ path }) => /\.nfo$/i.test(path) && !isSeriesNote(path))
  const pictures = near.filter(({ path }) => !/\.nfo$/i.test(path))
  const general = (names: readonly string[]) => (isAlone ? names : [])
  return {
    nfo: firstNamed(notes, [...stems, ...general(ofFolder.nfo)]),
    art: firstNamed(pictures, [
      ...stems.flatMap((stem) => [`${stem}-poster`, `${stem}.poster`, stem]),
      ...general(ofFolder.poster),
    ]),
    backdrop: firstNamed(pictures, [
      ...stems.flatMap((stem) => [`${stem}-fanart`, `${stem}-backdrop`, `${stem}.fanart`]),
      ...general(ofFolder.wide),
    ]),
  }
}

/** Its still is named -thumb, or as the episode. */
export function besideEpisode(rows: readonly BesideRow[], { folders, stems }: FilmNames): Beside {
  const near = rows.filter(({ folder }) => folders.includes(folder))
  const notes = near.filter(({ path }) => /\.nfo$/i.test(path))
  const pictures = near.filter(({ path }) => !/\.nfo$/i.test(path))
  return {
    nfo: firstNamed(notes, stems),
    art: firstNamed(
      pictures,
      stems.flatMap((stem) => [`${stem}-thumb`, `${stem}.thumb`, stem]),
    ),
    backdrop: undefined,
  }
}

/** folders: those of the episodes and those above them, the nearest first. own: the folder that holds this series and nothing else, if there is one. */
export function besideSeries(rows: readonly BesideRow[], folders: readonly string[], own: string | undefined): Beside {
  const nfo = folders
    .map((folder) => rows.find((row) => row.folder === folder && isSeriesNote(row.path)))
    .find((row) => row !== undefined)
  const home = own ?? nfo?.folder
  const pictures = rows.filter(({ folder, path }) => folder === home && !/\.nfo$/i.test(path))
  return { nfo, art: firstNamed(pictures, ofFolder.poster), backdrop: firstNamed(pictures, ofFolder.wide) }
}

function isSeriesNote(path: string): boolean {
  return /(?:^|[\\/])tvshow\.nfo$/i.test(path)
}

function firstNamed(rows: readonly BesideRow[], names: readonly string[]): BesideRow | undefined {
  for (const name of names) {
    const row = rows.find(({ stem }) => stem === name)
    if (row) return row
  }
  return undefined
}

export function fileStem(path: string): string {
  return basename(path, extname(path)).toLowerCase()
}

export function signatureOf(row: BesideRow | undefined): string {
  return row ? `${row.size} ${row.modified_at} ${row.path}` : ''
}

/** The path in a signature. */
export function pathOfSignature(signature: string): string | undefined {
  return /^\d+ -?\d+ (.+)$/s.exec(signature)?.[1]
}

/** The folders from here up to the library's folder, without it. */
export function foldersUpTo(root: string, from: string): string[] {
  const folders: string[] = []
  for (let folder = from; folder.length > root.length; folder = dirname(folder)) folders.push(folder)
  return folders
}
