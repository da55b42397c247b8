/** Derives a file's id and groups files (versions and parts) into one film where that is safe. */
import { basename, dirname, extname } from 'node:path'
import { idOf } from './film-id.ts'
import type { NewFile } from './new-file.ts'
import { noEpisode } from './no-episode.ts'
import { episodeTitle } from './name/episode-title.ts'
import type { Count } from './name/numbers.ts'
import { plainTitle } from './name/plain.ts'
import { readPath, type NameFacts } from './name/read-path.ts'
import { episodeKey, seriesKey } from './series-key.ts'
import type { WalkedFile } from './walk.ts'

/** A part of a film in a folder of its own: Titanic (1997)/CD1. */
const partFolder = /^(?:cd|dis[ck]|dvd)[\s._-]?(\d{1,2})$/i
/** A disc copied to a folder: its many files form one film. */
const discFolder = /^(?:video_ts|stream)$/i

/** isOwn: downloaded by this box, so added now; others are as old as their file. discPart: see disc/main-title.ts. */
export function groupFilm({
  root,
  scanned,
  isOwn,
  now,
  discPart,
}: {
  root: string
  scanned: WalkedFile
  isOwn: boolean
  now: number
  discPart?: number | undefined
}): NewFile {
  const { path, size, modified_at, inode } = scanned
  const disc = discOf(root, path)
  const facts = readPath(path.slice(root.length).replace(/^[/\\]/, ''))
  const file = { file_id: idOf(path), path, root, size, modified_at, inode }
  const added_at = isOwn ? now : Math.min(now, modified_at)
  if (disc === undefined && facts.kind === 'episode')
    return { ...file, part: facts.part, quality: facts.quality, ...episodeOf({ root, path, facts, added_at }) }
  const key = disc ?? groupKey(folderOf(root, path), path, facts)
  return {
    ...file,
    part: disc === undefined ? facts.part : (discPart ?? partOfDisc(path)),
    quality: facts.quality,
    film: {
      ...noEpisode,
      film_id: idOf(key),
      group_key: key,
      title: facts.kind === 'episode' ? episodeTitle(facts) : facts.title,
      original_title: facts.original,
      year: facts.year,
      added_at,
    },
  }
}

/** Versions and parts of one episode have one key, in whichever folder below the root. A name without season counts as the first; special episodes are season 0. */
function episodeOf({ root, path, facts, added_at }: { root: string; path: string; facts: NameFacts; added_at: number }) {
  const { title, original, year } = facts.series ?? facts
  const series = { key: seriesKey(root, title), title, original_title: original }
  const [season] = rangeOf(facts.season ?? 1)
  const [first, last] = facts.episode === undefined ? [null, null] : rangeOf(facts.episode)
  const air_date = facts.date ?? ''
  const number = first === null ? air_date : last === first ? String(first) : `${first}-${last}`
  const place = { season, number, name: plainTitle(facts.series ? facts.title : '') || path }
  const group_key = episodeKey(series.key, place)
  const film = {
    film_id: idOf(group_key),
    group_key,
    title: number === '' ? nameOf(path, facts) : episodeTitle({ ...facts, title, part: 0 }),
    original_title: original,
    year: year ?? facts.year,
    added_at,
    kind: 'episode' as const,
    series_id: '',
    season,
    episode: first,
    episode_end: last === first ? null : last,
    air_date,
  }
  return { film, series: { ...series, place } }
}

function nameOf(path: string, facts: NameFacts): string {
  return facts.series ? facts.title : basename(path, extname(path))
}

function rangeOf(count: Count): readonly [number, number] {
  return typeof count === 'number' ? [count, count] : count
}

/** Groups versions and parts of one film in one folder, only if the year or the part number identifies them. */
function groupKey(folder: string, path: string, { title, year, part }: NameFacts): string {
  const isSafe = year !== null || part > 0
  return isSafe ? `${folder}\n${plain(title)}\n${year ?? ''}` : path
}

/** The folder that the film is in: above the folder of a part. */
function folderOf(root: string, path: string): string {
  const folder = dirname(path)
  const isPart = partFolder.test(basename(folder)) && folder !== root && dirname(folder) !== root
  return isPart ? dirname(folder) : folder
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
