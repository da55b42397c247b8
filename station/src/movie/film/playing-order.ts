/** Which files of a film are played, and in which order: its parts, one version of each; of a copied disc its main title. */
import { basename, dirname } from 'node:path'
import { mainTitleFrom } from '../disc/main-title.ts'
import type { FilmFileRow } from './film-row.ts'

/** Menus and extras of a disc are left out: the main title is what its longest playlist shows, else the largest. files in playing order; see withFiles. */
export function mainFiles(files: readonly FilmFileRow[]): readonly FilmFileRow[] {
  const listed = files.filter(({ part }) => part > mainTitleFrom)
  if (listed.length > 0) return listed.toSorted((a, b) => a.part - b.part)
  const titles = Map.groupBy(files, ({ path }) => discTitle(path))
  titles.delete('menu')
  if (titles.size < 2) return [...titles.values()][0] ?? files
  return [...titles.values()].reduce((largest, title) => (sizeOf(title) > sizeOf(largest) ? title : largest))
}

/** The parts of the film that this file is played with, itself among them; empty for an undivided film. */
export function partsOf(files: readonly FilmFileRow[], file: FilmFileRow): FilmFileRow[] {
  const byPart = Map.groupBy(mainFiles(files), ({ part }) => part)
  byPart.delete(0)
  if (byPart.size < 2 || !byPart.get(file.part)?.includes(file)) return []
  return [...byPart.values()].flatMap((versions) => {
    const like = versions.includes(file) ? file : versions.find((one) => isLike(one, file))
    return like ?? versions[0] ?? []
  })
}

/** VTS_02_1.VOB: title 2, of which VTS_02_0.VOB is a menu. A Blu-ray has one file for each title. */
function discTitle(path: string): string {
  if (/^stream$/i.test(basename(dirname(path)))) return path
  const [, title, piece] = /^(?:VTS_(\d\d)_(\d)|VIDEO_TS)\.VOB$/i.exec(basename(path)) ?? [undefined, '', '1']
  return title === undefined || piece === '0' ? 'menu' : title
}

function isLike(one: FilmFileRow, other: FilmFileRow): boolean {
  return one.quality === other.quality && one.height === other.height
}

function sizeOf(files: readonly FilmFileRow[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}
