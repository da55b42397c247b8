/** Where the files of a torrent lie below its web seeds (BEP 19), for names that are not UTF-8: of such a folder's name the engine would percent-encode its own percent signs. */
import { parsePaths, parseTorrentSources, writeTorrent } from './parse-torrent.ts'

/** Each is given to the engine by a call of its own. */
const maxFiles = 2_000
const maxSeeds = 5

/** torrent: without its web seeds. fileAddresses: by the index of the file. */
export type Addressed = { torrent: Buffer; fileAddresses: ReadonlyMap<number, readonly string[]> }

/** further: web seeds of its magnet. Throws a TorrentError. */
export function withFileAddresses(bytes: Buffer, further: readonly string[]): Addressed {
  const sources = parseTorrentSources(bytes)
  const seeds = [...sources.webSeeds, ...further].slice(0, maxSeeds)
  const fileAddresses = new Map<number, readonly string[]>()
  if (seeds.length > 0)
    for (const [at, path] of parsePaths(bytes).slice(0, maxFiles).entries())
      fileAddresses.set(
        at + 1,
        seeds.map((seed) => addressOf(seed, path)),
      )
  return { torrent: writeTorrent({ ...sources, webSeeds: [] }), fileAddresses }
}

/** The seed of a torrent of one file is that file, unless it ends with a slash. */
function addressOf(seed: string, path: readonly Buffer[]): string {
  if (path.length === 1 && !seed.endsWith('/')) return seed
  return `${seed.replace(/\/$/, '')}/${path.map(percentEncoded).join('/')}`
}

/** Every byte that may not stand in an address as it is (RFC 3986, 2.3). */
export function percentEncoded(name: Buffer): string {
  const letters = Array.from(name, (byte) => {
    const letter = String.fromCharCode(byte)
    return /[\w.~-]/.test(letter) ? letter : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  })
  return letters.join('')
}
