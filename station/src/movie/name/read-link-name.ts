/** Reads the name of a film that is not here yet: of a link, a torrent or a magnet. */
import { fileKindOf } from '@homeport/contract/shape/file-kind.ts'
import type { NameReading } from '@homeport/contract/movie/read-names.ts'
import { extname } from 'node:path'
import { spanOf } from './number/numbers.ts'
import { readName } from './read-name.ts'
import { readPath } from './read-path.ts'

const nothing: NameReading = { title: '', year: null, season: null, number: null, number_end: null, date: '', quality: '' }
const otherKinds = new Set(['audio', 'image', 'doc', 'txt'])
/** Suffixes of files that hold no film, among those that have no kind; those of archives and torrents may. */
const programs = /\.(?:exe|msi|apk|dmg|deb|rpm|iso|img|jar|js|css|html?|php|json|xml)$/i
const wrappers = /\.(?:torrent|zip|rar|7z)$/i

export function readLinkName(given: string): NameReading {
  const name = (given.split(/[/\\]/).at(-1) ?? '').replace(wrappers, '')
  const isVideo = fileKindOf(name) === 'video'
  if (!isVideo && (otherKinds.has(fileKindOf(name)) || programs.test(name))) return nothing
  const stem = isVideo ? name.slice(0, name.length - extname(name).length) : name
  if (!readName(stem).isRelease) return nothing
  const facts = readPath(`${stem}.mkv`)
  if (facts.kind !== 'film' && facts.kind !== 'episode') return nothing
  const isEpisode = facts.kind === 'episode'
  const [number, last] = facts.episode === undefined ? [null, null] : spanOf(facts.episode)
  const season = facts.season === undefined ? null : spanOf(facts.season)[0]
  return {
    title: facts.series?.title || facts.title,
    year: facts.year,
    season: isEpisode && season === null && number !== null ? 1 : season,
    number,
    number_end: last === number ? null : last,
    date: number === null ? (facts.date ?? '') : '',
    quality: facts.quality,
  }
}
