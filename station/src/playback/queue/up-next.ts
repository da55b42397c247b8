/** The films that follow by themselves: the next episodes of a series, or the next files of the folder of a file that belongs to no film. */
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { QueueEntry } from '@homeport/contract/playback/play-queue.ts'
import { fileKindOf } from '@homeport/contract/shape/file-kind.ts'
import type { PlayableFile } from '../delivery/delivery.ts'
import type { FilmFiles, OrderedEpisode } from '../resolve-film.ts'

/** file: absolute path, of a file that belongs to no film. */
export type Follower = { entry: QueueEntry; file: string; titles?: OrderedEpisode['titles'] }
export type Around = { before: Follower | undefined; after: Follower[]; own: OrderedEpisode | undefined }

/** The entries before and after a file. */
export async function around(films: Pick<FilmFiles, 'episodesInOrder'>, file: PlayableFile): Promise<Around> {
  if (file.movie_id === '') return inFolder(file)
  const episodes = await films.episodesInOrder(file.movie_id)
  const at = episodes.findIndex(({ movie_id }) => movie_id === file.movie_id)
  if (at === -1) return { before: undefined, after: [], own: undefined }
  const before = episodes[at - 1]
  return { before: before && ofEpisode(before), after: episodes.slice(at + 1).map(ofEpisode), own: episodes[at] }
}

export function ofEpisode(episode: OrderedEpisode): Follower {
  const { movie_id, series_id, series_title, title, titles, season, episode: number, duration_ms, poster, path } = episode
  const id = `${series_id}/${movie_id}`
  const entry = { id, movie_id, path, title, series_title, season, episode: number, duration_ms, poster }
  return { entry, file: '', ...(titles && { titles }) }
}

const byName = new Intl.Collator('en', { numeric: true })

async function inFolder({ path }: PlayableFile): Promise<Around> {
  const names = await readdir(dirname(path)).catch(() => [])
  const videos = names.filter((name) => fileKindOf(name) === 'video').toSorted(byName.compare)
  const at = videos.indexOf(basename(path))
  const nameless = { movie_id: '', path: '', series_title: '', season: null, episode: null, duration_ms: null, poster: '' }
  const follower = (name: string): Follower => ({
    entry: { ...nameless, id: name, title: name },
    file: join(dirname(path), name),
  })
  const before = at > 0 ? videos[at - 1] : undefined
  const after = at === -1 ? [] : videos.slice(at + 1)
  return { before: before === undefined ? undefined : follower(before), after: after.map(follower), own: undefined }
}
