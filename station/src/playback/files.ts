/** Which file a phone means by a film's id, a file's id or the url of get_media_files. */
import { access } from 'node:fs/promises'
import type { Media } from './media.ts'
import { refused } from './player.ts'
import type { PlayableFile } from './way.ts'

/** Handed over by the library and the downloads of the box. */
export type FilmFiles = {
  fileOf(file_id: string): Promise<PlayableFile | undefined>
  firstFileOf(movie_id: string): Promise<PlayableFile | undefined>
  /** Reads it with ffprobe; undefined where it is no video. */
  fileAt(path: string): Promise<PlayableFile | undefined>
  /** The path of a url of get_media_files. */
  mediaFile(url: string): Promise<string | undefined>
}

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
  return {
    async find({ movie_id, path }: { movie_id: string; path: string }): Promise<PlayableFile> {
      const file = path === '' ? await files.firstFileOf(movie_id) : await byPath(path)
      if (!file) throw refused('no_film')
      if (!(await isThere(file.path)) || !(await media.isInside(file.path))) throw refused('no_file')
      if (file.video !== '') return file
      const read = await files.fileAt(file.path)
      if (!read || read.video === '') throw refused('not_video')
      return read
    },
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
