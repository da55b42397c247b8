/** Derives a file's id and groups files (versions and parts) into one film where that is safe. */
import { basename, dirname, extname } from 'node:path'
import { idOf } from './film-id.ts'
import { parseFileName, type NameFacts } from './name.ts'
import type { NewFile } from './scan.store.ts'
import type { WalkedFile } from './walk.ts'

/** File names without information: the folder's name is used instead. */
const emptyName =
  /^(?:movie|film|video|feature|main|index|output|title|vid|vts|\d{1,3}|\d{5,}|[0-9a-f]{16,}|(?:vid|mov|video|track)[-_ ]?\d+)(?:[-_. ]*(?:2160|1080|720|480)p?)?$/i
/** A part of a film in a folder of its own: Titanic (1997)/CD1. */
const partFolder = /^(?:cd|dis[ck]|dvd)[\s._-]?(\d{1,2})$/i
/** A disc copied to a folder: its many files form one film. */
const discFolder = /^(?:video_ts|stream)$/i

/** isOwn: downloaded by this box, so added now; others are as old as their file. */
export function groupFilm({
  root,
  scanned,
  isOwn,
  now,
}: {
  root: string
  scanned: WalkedFile
  isOwn: boolean
  now: number
}): NewFile {
  const { path, size, modified_at, inode } = scanned
  const disc = discOf(root, path)
  const facts = disc === undefined ? factsOf(root, path) : parseFileName(basename(disc))
  const key = disc ?? groupKey(folderOf(root, path), path, facts)
  return {
    file_id: idOf(path),
    path,
    root,
    size,
    modified_at,
    inode,
    part: disc === undefined ? facts.part : partOfDisc(path),
    quality: facts.quality,
    film: {
      film_id: idOf(key),
      group_key: key,
      title: facts.title,
      original_title: facts.originalTitle,
      year: facts.year,
      added_at: isOwn ? now : Math.min(now, modified_at),
    },
  }
}

function factsOf(root: string, path: string): NameFacts {
  const name = basename(path, extname(path))
  const parsed = parseFileName(name)
  const own = { ...parsed, part: partOfFolder(root, path) || parsed.part }
  const folder = folderOf(root, path)
  if (folder === root) return own
  const above = parseFileName(basename(folder))
  if (emptyName.test(name)) return { ...above, part: own.part, quality: own.quality || above.quality }
  const isSame = above.year !== null && own.year === null && !own.isEpisode && plain(above.title).startsWith(plain(own.title))
  return isSame ? { ...own, title: above.title, originalTitle: above.originalTitle, year: above.year } : own
}

/** Groups versions and parts of one film in one folder, only if the year or the part number identifies them. */
function groupKey(folder: string, path: string, { title, year, part, isEpisode }: NameFacts): string {
  const isSafe = !isEpisode && (year !== null || part > 0)
  return isSafe ? `${folder}\n${plain(title)}\n${year ?? ''}` : path
}

/** The folder that the film is in: above the folder of a part. */
function folderOf(root: string, path: string): string {
  return partOfFolder(root, path) > 0 ? dirname(dirname(path)) : dirname(path)
}

/** 0: the file is not in the folder of a part. Directly in a library folder CD1 says nothing about a film. */
function partOfFolder(root: string, path: string): number {
  const folder = dirname(path)
  const part = partFolder.exec(basename(folder))
  return part && folder !== root && dirname(folder) !== root ? Number(part[1]) : 0
}

function discOf(root: string, path: string): string | undefined {
  const folder = dirname(path)
  if (!discFolder.test(basename(folder)) || folder === root) return undefined
  const above = dirname(folder)
  const disc = /^bdmv$/i.test(basename(above)) ? dirname(above) : above
  return disc.length > root.length ? disc : undefined
}

/** VTS_01_2.VOB → 102; 00012.m2ts → 12. */
function partOfDisc(path: string): number {
  return Number(basename(path).replace(/\D/g, '').slice(-9)) + 1
}

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
