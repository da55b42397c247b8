/** Derives a file's id and groups files (versions and parts) into one film where that is safe. */
import { basename, dirname, extname } from 'node:path'
import { idOf } from '../film/film-id.ts'
import type { NewFile } from './film-file-row.ts'
import { noEpisode } from './no-episode.ts'
import { episodeTitle } from '../name/episode-title.ts'
import { spanOf } from '../name/number/numbers.ts'
import { isSportsEvent } from '../name/event.ts'
import { isGeneralFolder } from '../name/read-folders.ts'
import { isSameTitle, plainTitle } from '../name/compare-titles.ts'
import { isCameraName, timeIn } from '../name/recording.ts'
import { readName } from '../name/read-name.ts'
import { readPath, type NameFacts } from '../name/read-path.ts'
import { episodeKey, seriesKey } from './series-key.ts'
import type { WalkedFile } from '../folder/walk.ts'

/** A part of a film in a folder of its own: Titanic (1997)/CD1. */
const partFolder = /^(?:cd|dis[ck]|dvd)[\s._-]?(\d{1,2})$/i
/** A disc copied to a folder: its many files form one film. */
const discFolder = /^(?:video_ts|stream)$/i
/** A file of a DVD, also where its folder is that of the film. */
const dvdFile = /^(?:vts_\d\d_\d|video_ts)\.vob$/i

/** isOwn: downloaded by this box, so added now; others are as old as their file. discPart: see disc/main-title.ts. named: the path to be read in its place, see season-numbers.ts. */
export function groupFilm({
  root,
  scanned,
  isOwn,
  now,
  discPart,
  named,
}: {
  root: string
  scanned: WalkedFile
  isOwn: boolean
  now: number
  discPart?: number | undefined
  named?: string | undefined
}): NewFile {
  const { path, size, modified_at, inode } = scanned
  const disc = discOf(root, path)
  const facts = readPath((named ?? path).slice(root.length).replace(/^[/\\]/, ''))
  const file = { file_id: idOf(path), path, root, size, modified_at, inode }
  const added_at = isOwn ? now : Math.min(now, modified_at)
  if (disc === undefined && facts.kind === 'episode')
    return { ...file, part: facts.part, quality: facts.quality, ...episodeOf({ path, facts, added_at }) }
  const key = disc ?? groupKey(root, path, facts)
  return {
    ...file,
    part: disc === undefined ? facts.part : (discPart ?? partOfDisc(path)),
    quality: facts.quality,
    ...(disc === undefined && facts.year !== null && Object.keys(facts.ids).length > 0 && { ids: facts.ids }),
    film: {
      ...noEpisode,
      film_id: idOf(key),
      group_key: key,
      title: facts.kind === 'episode' ? episodeTitle(facts) : titleOf(path, facts),
      original_title: facts.original,
      year: facts.year,
      added_at,
    },
  }
}

/** Versions and parts of one episode have one key, in whichever folder of any library. A name without season counts as the first; special episodes are season 0. */
function episodeOf({ path, facts, added_at }: { path: string; facts: NameFacts; added_at: number }) {
  const { title, original, year } = facts.series ?? facts
  // The year of a season or of one episode does not tell series apart.
  const isOwnYear = !facts.isYearOfEpisode && !(facts.date ?? '').startsWith(String(year ?? facts.year))
  const series = { key: seriesKey(title), title, original_title: original }
  const [season] = spanOf(facts.season ?? 1)
  const [first, last] = facts.episode === undefined ? [null, null] : spanOf(facts.episode)
  const air_date = facts.date ?? ''
  const time = first === null && air_date !== '' ? timeIn(nameWithoutSuffix(path)) : ''
  // Two matches of one day are no versions of one.
  const ofDay = first === null && air_date !== '' ? `${time} ${facts.event}`.trim() : ''
  const number = first === null ? `${air_date} ${ofDay}`.trim() : last === first ? String(first) : `${first}-${last}`
  const episode = { season, number, name: plainTitle(facts.series ? facts.title : '') || path }
  const group_key = episodeKey(series.key, episode)
  const film = {
    film_id: idOf(group_key),
    group_key,
    title: number === '' ? nameOf(path, facts) : `${episodeTitle({ ...facts, title, part: 0 })} ${ofDay}`.trim(),
    original_title: original,
    year: isOwnYear ? (year ?? facts.year) : null,
    added_at,
    kind: 'episode' as const,
    series_id: '',
    season,
    episode: first,
    episode_end: last === first ? null : last,
    air_date,
  }
  return { film, series: { ...series, episode } }
}

function nameOf(path: string, facts: NameFacts): string {
  return facts.series ? facts.title : nameWithoutSuffix(path)
}

const nameWithoutSuffix = (path: string) => basename(path, extname(path))

/** WWE 2025 Royal Rumble: an event is named by what stands behind its year too. Trip IMG_0001: so is what a camera recorded by its number. */
function titleOf(path: string, { title, event }: NameFacts): string {
  const stem = nameWithoutSuffix(path)
  if (isCameraName(stem)) return isSameTitle(title, stem) ? stem : `${title} ${stem}`
  return isSportsEvent(title, event) ? `${title} ${event}` : title
}

/**
 * Groups versions and parts of one film, only if the year, an id or the part number identifies them, or all of their name but its suffix. A film in a folder of its own is the same
 * in any folder of any library; other files (Birthday 2019) only in one folder, of which those for qualities and shelves do not count.
 */
function groupKey(root: string, path: string, facts: NameFacts): string {
  const { title, year, part, event, ids } = facts
  const id = ids.imdb ?? (ids.tmdb === undefined ? ids.douban : String(ids.tmdb))
  const folder = folderOf(root, path)
  const isUnnamed = year === null && part === 0 && id === undefined
  // A better file in its place may have another suffix.
  if (isCameraName(nameWithoutSuffix(path)) || (isUnnamed && !isVersionOf(folder === root ? '' : basename(folder), path, facts)))
    return `${path.slice(0, path.length - extname(path).length)}\n`
  if (year === null && id === undefined) return `${folder}\n${plain(title)}\n`
  const steps = folder
    .slice(root.length)
    .split(/[/\\]/)
    .filter((step) => step !== '')
  const isAnywhere = year === null || steps.some((step) => isOwnFolder(step, facts))
  const shelf = isAnywhere ? '' : steps.filter((step) => !isGeneralFolder(step)).join('/')
  const name = year === null ? `id ${id}` : `${plainTitle(title) || title}\n${year}`
  // In a folder of its own one word tells a version from others.
  const isVersion = isAnywhere && !event.includes(' ') && !isSportsEvent(title, event)
  return `film\n${shelf}\n${name}\n${isVersion ? '' : plain(event)}`
}

/** Harbour/Harbour.1080p.mkv: its name is that of the folder, and words of a release at most. */
function isVersionOf(folder: string, path: string, { quality, source, edition }: NameFacts): boolean {
  const stem = nameWithoutSuffix(path)
  if (folder === '' || isGeneralFolder(folder)) return false
  if (isSameTitle(stem, folder)) return true
  return quality + source + edition !== '' && isSameTitle(readName(stem).title, readName(folder).title)
}

/** The Conjuring (2013) [tmdbid=138843] */
function isOwnFolder(step: string, { title, original, year }: NameFacts): boolean {
  const folder = readName(step)
  return (
    folder.year === year && [folder.title, folder.original].some((one) => isSameTitle(one, title) || isSameTitle(one, original))
  )
}

/** The folder that the film is in: above the folder of a part. */
function folderOf(root: string, path: string): string {
  const folder = dirname(path)
  const isPart = partFolder.test(basename(folder)) && folder !== root && dirname(folder) !== root
  return isPart ? dirname(folder) : folder
}

function discOf(root: string, path: string): string | undefined {
  const folder = dirname(path)
  if (folder === root) return undefined
  if (!discFolder.test(basename(folder))) return dvdFile.test(basename(path)) ? folder : undefined
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
