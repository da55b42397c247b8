/** Which file a phone means by a film's id, a file's id or the url of get_media_files. */
import { access } from 'node:fs/promises'
import type { Media } from './media.ts'
import { refused } from './player.ts'
import type { PlayableFile } from './delivery.ts'

/** Handed over by the library and the downloads of the box. */
export type FilmFiles = {
  fileOf(file_id: string): Promise<PlayableFile | undefined>
  firstFileOf(movie_id: string): Promise<PlayableFile | undefined>
  /** Reads it with ffprobe; undefined where it is no video. */
  fileAt(path: string): Promise<PlayableFile | undefined>
  /** The path of a url of get_media_files. */
  mediaFile(url: string): Promise<string | undefined>
}

type Found = Pick<PlayableFile, 'id' | 'path'>

export function createFinder(files: FilmFiles, media: Pick<Media, 'isInside'>) {
  async function byPath(path: string): Promise<PlayableFile> {
    const known = await files.fileOf(path)
    if (known) return known
    const place = await files.mediaFile(path)
    if (place === undefined || !(await isThere(place)) || !(await media.isInside(place))) throw refused('no_file')
    const read = await files.fileAt(place)
    if (!read) throw refused('not_video')
    return read
  }
  async function checked(file: PlayableFile): Promise<PlayableFile> {
    if (!(await isThere(file.path)) || !(await media.isInside(file.path))) throw refused('no_file')
    if (file.video !== '') return file
    const read = await files.fileAt(file.path)
    if (!read || read.video === '') throw refused('not_video')
    return read
  }
  /** What is known of a file that was found before: by its id also where it was moved, by its place where it is no film's. */
  const known = async ({ id, path }: Found) => (await files.fileOf(id)) ?? files.fileAt(path)
  return {
    async find({ movie_id, path }: { movie_id: string; path: string }): Promise<PlayableFile> {
      const file = path === '' ? await files.firstFileOf(movie_id) : await byPath(path)
      if (!file) throw refused('no_film')
      return checked(file)
    },
    known,
    /** A file that was found before, as it is now. */
    async again(found: Found): Promise<PlayableFile> {
      const file = await known(found)
      if (!file) throw refused('no_file')
      return checked(file)
    },
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
