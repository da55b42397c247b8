/** Films and episodes as they are taken along, and the sizes that their box offers. */
import type { Device } from '@homeport/contract/device.ts'
import { copySizes, type CopySize } from '@homeport/contract/playback/offline-copy.ts'
import type { FilmDetail, FilmFile } from '@homeport/contract/movie/movie.ts'
import { listEpisodes, type Episode } from '@homeport/contract/movie/series.ts'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../kit/call/http.ts'
import { send } from '../../kit/call/box-connection.ts'
import { boxAddress, freeRoom, isOfThisPage } from '../../kit/browser-features.ts'
import { episodeNumber } from '../../shared/episode-number.ts'
import { keyOf } from '../data.ts'
import type { TakenFilm } from './keep-films.ts'

/** file_size in bytes, of the film's own file. */
export type Takeable = Omit<TakenFilm, 'height' | 'removes_watched'> & { file_size: number }

const episodesAtOnce = 99

export function takeableFilm(film: FilmDetail, chosenId: string): Takeable[] {
  const file = film.files.find(({ id }) => id === chosenId) ?? film.files[0]
  return file ? [{ ...ofFile(file, film), title: film.title, line: '', poster: film.poster }] : []
}

export function takeableEpisode(series: FilmDetail, episode: Episode): Takeable[] {
  const [file] = episode.files
  const line = [episodeNumber(episode), episode.title].filter(Boolean).join(' · ')
  return file ? [{ ...ofFile(file, episode), title: series.title, line, poster: series.poster }] : []
}

function ofFile(file: FilmFile, { id, duration_ms, position_ms }: Pick<Episode, 'id' | 'duration_ms' | 'position_ms'>) {
  const length = file.duration_ms ?? duration_ms ?? 0
  return { movie_id: id, file_id: file.id, duration_ms: length, point_ms: position_ms ?? 0, file_size: file.file_size }
}

/** Every episode of a season that is here. */
export const wholeSeason = (device: Device, seriesId: string, season: number) =>
  queryOptions({
    queryKey: [...keyOf(device), 'whole season', seriesId, season],
    queryFn: async ({ signal }) => {
      let all: Episode[] = []
      for (let page = 1; ; page += 1) {
        const { data, total } = await ask(
          listEpisodes,
          { devid: device.devid, id: seriesId, season, page, limit: episodesAtOnce },
          { signal },
        )
        all = [...all, ...data]
        if (data.length === 0 || all.length >= total) return all
      }
    },
    meta: { isQuiet: true },
  })

/** isNear: this page may fetch files from the box. free: bytes here, null if the browser does not say. */
export const sizesOfFile = (device: Device, file_id: string) =>
  queryOptions({
    queryKey: [...keyOf(device), 'copy sizes', file_id],
    queryFn: async () => {
      const { sizes, hindrance, https_port } = await send(copySizes, { path: file_id })
      // No more than an address like that of a file.
      const isNear = globalThis.isSecureContext && isOfThisPage(boxAddress('http://box/', https_port))
      return { sizes, hindrance, isNear, free: await freeRoom() }
    },
    staleTime: 0,
    retry: false,
    meta: { isQuiet: true },
  })

/** Bytes of several films together, by the sizes of the first; null if nobody can say. */
export function sizeOfAll(items: readonly Takeable[], size: CopySize): number | null {
  if (size.height === 0) return items.reduce((sum, { file_size }) => sum + file_size, 0)
  const [first] = items
  if (items.length === 1 || !first || size.size === null || first.duration_ms === 0) return items.length === 1 ? size.size : null
  const perMs = size.size / first.duration_ms
  return Math.round(items.reduce((sum, { duration_ms }) => sum + duration_ms * perMs, 0))
}
