/** Which clips of a Blu-ray that was copied to a folder are its film, by its playlists: the place of each in it. */
import { open, readdir } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { mainPlaylist, readPlaylist, type PlayedClip } from './read-playlist.ts'

/** The parts of a main title are numbered from here; other clips of a disc have smaller numbers. */
export const mainTitleFrom = 1_000_000
const maxPlaylists = 2_000
const playlistMaxBytes = 1024 * 1024

/** Reads each disc once. */
export function createMainTitles() {
  const titles = new Map<string, Promise<ReadonlyMap<string, number>>>()

  return {
    /** The part that a clip is of its disc's main title; undefined for other files, and where no playlist says so. */
    async partOf(path: string): Promise<number | undefined> {
      const folder = dirname(path)
      const disc = dirname(folder)
      if (!/^stream$/i.test(basename(folder)) || !/^bdmv$/i.test(basename(disc))) return undefined
      const title = titles.get(disc) ?? readTitle(disc, folder)
      titles.set(disc, title)
      return (await title).get(nameOf(path))
    },
  }
}

/** The part numbers of those of these files that are clips of a main title. */
export async function mainTitleParts(paths: readonly string[]): Promise<Map<string, number>> {
  const titles = createMainTitles()
  const parts = new Map<string, number>()
  for (const path of paths) {
    const part = await titles.partOf(path)
    if (part !== undefined) parts.set(path, part)
  }
  return parts
}

async function readTitle(disc: string, streams: string): Promise<ReadonlyMap<string, number>> {
  const names = await namesIn(disc)
  const folder = names.find((name) => /^playlist$/i.test(name))
  if (folder === undefined) return new Map()
  const lists = (await namesIn(join(disc, folder))).filter((name) => /^\d{5}\.mpls$/i.test(name)).toSorted()
  const playlists: PlayedClip[][] = []
  for (const name of lists.slice(0, maxPlaylists)) {
    const clips = readPlaylist(await beginningOf(join(disc, folder, name)))
    if (clips) playlists.push(clips)
  }
  const clips = new Set((await namesIn(streams)).map(nameOf))
  return new Map(mainPlaylist(playlists, (name) => clips.has(name)).map(({ name }, at) => [name, mainTitleFrom + at + 1]))
}

/** A folder that is gone or may not be read has none: the disc is then taken as one without playlists. */
const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

async function beginningOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return Buffer.alloc(0)
  try {
    const bytes = Buffer.alloc(Math.min(playlistMaxBytes, (await file.stat()).size))
    return bytes.subarray(0, (await file.read(bytes, 0, bytes.length, 0)).bytesRead)
  } finally {
    await file.close()
  }
}

const nameOf = (path: string): string => basename(path, extname(path))
