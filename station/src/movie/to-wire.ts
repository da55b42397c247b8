/** Converts films to the wire format, and files to what a player needs. */
import { basename } from 'node:path'
import { unknownFilm, unknownIds, type BoxFilm, type FilmFile, type ReportedFilm } from '@homeport/contract/movie.ts'
import * as z from 'zod/mini'
import type { FilmFileRow } from '../kit/tables.ts'
import type { WholeFilm } from './film.query.ts'
import { qualityOf } from './name/quality.ts'
import { mainFiles } from './playing-order.ts'

/** The facts needed to play a file; path absolute. Codecs and container are ffprobe's names, '' before it is probed. */
export type PlayableFile = {
  id: string
  movie_id: string
  title: string
  quality: string
  poster: string
  path: string
  duration_ms: number | null
  container: string
  video: string
  audio: string
  pix_fmt: string
  width: number | null
  height: number | null
  subtitles: string[]
}

export function toBoxFilm(film: WholeFilm): BoxFilm {
  const files = mainFiles(film.files)
  const [first] = files
  return {
    ...unknownFilm,
    id: film.film_id,
    title: film.title,
    original_title: film.original_title,
    year: film.year,
    duration_ms: durationOf(files),
    added_at: Math.floor(film.added_at / 1000),
    poster: film.poster,
    quality: first ? qualityOfFile(first) : '',
    file_size: film.files.reduce((sum, { size }) => sum + size, 0),
  }
}

export function rowOf(film: WholeFilm): ReportedFilm {
  const files = film.files.slice(0, filesAtMost).map(fileOf)
  return { ...toBoxFilm(film), files, people: [], aliases: [], collection_id: '', ids: unknownIds }
}

/** A disc folder has hundreds of files; a mirror row must fit its chunk. */
const filesAtMost = 60

function fileOf({ file_id, root, path, size, ...facts }: FilmFileRow): FilmFile {
  const { duration_ms, width, height, video, audio } = facts
  const below = path.slice(root.length).replace(/^[/\\]/, '')
  return {
    id: file_id,
    path: below,
    file_name: basename(path),
    file_size: size,
    duration_ms,
    width,
    height,
    video,
    audio,
    subtitles: subtitlesIn(facts),
  }
}

const Subtitles = z.array(z.string())

function subtitlesIn({ subtitles }: Pick<FilmFileRow, 'subtitles'>): string[] {
  return z.parse(Subtitles, JSON.parse(subtitles))
}

export function toPlayableFile(film: WholeFilm, file: FilmFileRow): PlayableFile {
  const { path, duration_ms, container, video, audio, pix_fmt, width, height } = file
  return {
    id: file.file_id,
    movie_id: film.film_id,
    title: film.title,
    quality: qualityOfFile(file),
    poster: film.poster,
    path,
    duration_ms,
    container,
    video,
    audio,
    pix_fmt,
    width,
    height,
    subtitles: subtitlesIn(file),
  }
}

function qualityOfFile({ width, height, quality }: FilmFileRow): string {
  return qualityOf(width, height) || quality
}

/** Parts add up; of versions the longest counts. */
function durationOf(files: readonly FilmFileRow[]): number | null {
  const probed = files.filter(({ duration_ms }) => duration_ms !== null)
  if (probed.length === 0) return null
  const byPart = Map.groupBy(probed, ({ part }) => part)
  return [...byPart.values()].reduce((sum, same) => sum + Math.max(...same.map(({ duration_ms }) => duration_ms ?? 0)), 0)
}
