/** Resolves a film id, a file id or a url of get_media_files to the file to play, with the other parts of its film. */
import { access } from 'node:fs/promises'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { isGrowing, type GrowingFile } from '../shared/growing-file.ts'
import type { Media } from './media.ts'
import { playableFilm, type PlayableFilm } from './delivery/parts.ts'
import { refused } from './delivery/play-refusal.ts'
import type { PlayableFile } from './delivery/delivery.ts'

export type EpisodeTitles = { series: string; episode: string }
/** path: id of its first file. title: its own, or ''. */
export type OrderedEpisode = {
  movie_id: string
  series_id: string
  series_title: string
  title: string
  /** In both languages; episode: '' if it has no title. */
  titles?: Record<Lang, EpisodeTitles>
  season: number | null
  episode: number | null
  duration_ms: number | null
  poster: string
  path: string
}

/** Provided by the library and the downloads of the box. */
export type FilmFiles = {
  fileOf(file_id: string): Promise<PlayableFile | undefined>
  firstFileOf(movie_id: string): Promise<PlayableFile | undefined>
  /** All parts of the film, in playing order, in the version of this file; empty for an undivided film. */
  partsOf(file_id: string): Promise<PlayableFile[]>
  /** Probes it with ffprobe; undefined if it is not a video. */
  fileAt(path: string): Promise<PlayableFile | undefined>
  /** All episodes of a series, in the order in which they are watched; of a film none. */
  episodesInOrder(movie_id: string): Promise<OrderedEpisode[]>
  /** A file that plays while it loads, by its address, which stands in place of a path. */
  growing: (address: string) => GrowingFile | undefined
  /** The path for a url of get_media_files. */
  mediaFile(url: string): Promise<string | undefined>
}

type FileRef = Pick<PlayableFile, 'id' | 'path'>

export function createFinder(files: FilmFiles, media: Pick<Media, 'isInside'>) {
  async function byPath(path: string): Promise<PlayableFile> {
    const existing = await files.fileOf(path)
    if (existing) return existing
    const mediaPath = await files.mediaFile(path)
    if (mediaPath === undefined || !(await isThere(mediaPath)) || !(await media.isInside(mediaPath))) throw refused('no_file')
    const read = await files.fileAt(mediaPath)
    if (!read) throw refused('not_video')
    return read
  }
  async function checked(file: PlayableFile): Promise<PlayableFile> {
    if (!(await isThere(file.path)) || !(await media.isInside(file.path))) throw refused('no_file')
    if (file.video !== '') return file
    const read = await files.fileAt(file.path)
    if (!read || read.video === '') throw refused('damaged')
    return read
  }
  /** The current facts of a file resolved before: by id, also if it was moved; by path if it belongs to no film. */
  const current = async ({ id, path }: FileRef) => (await files.fileOf(id)) ?? files.fileAt(path)
  const whole = async (file: PlayableFile) => playableFilm(file, await files.partsOf(file.id))
  return {
    async find({ movie_id, path }: { movie_id: string; path: string }): Promise<PlayableFilm> {
      const file = path === '' ? await files.firstFileOf(movie_id) : await byPath(path)
      if (!file) throw refused('no_film')
      return whole(await checked(file))
    },
    async filmOf(ref: FileRef): Promise<PlayableFilm | undefined> {
      const file = await current(ref)
      return file && whole(file)
    },
    /** Checks a file resolved before, and returns its current facts. */
    async again(ref: FileRef): Promise<PlayableFilm> {
      const file = await current(ref)
      if (!file) throw refused('no_file')
      return whole(await checked(file))
    },
  }
}

/** A file that grows counts as there: isInside tells whether it is. */
function isThere(path: string): Promise<boolean> {
  if (isGrowing(path)) return Promise.resolve(true)
  return access(path).then(
    () => true,
    () => false,
  )
}
