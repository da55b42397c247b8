/** Converts films to the wire format, and files to what a player needs. */
import { basename } from 'node:path'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { unknownFilm, type BoxFilm, type FilmFile, type ReportedFilm } from '@homeport/contract/movie/movie.ts'
import type { ReportedEpisode } from '@homeport/contract/movie/series.ts'
import * as z from 'zod/mini'
import { maxOf } from '@homeport/contract/kit/extremes.ts'
import type { WholeFilm } from './film.query.ts'
import { knownFacts, type KnownFacts } from './known-facts.ts'
import { episodeTitle } from '../name/episode-title.ts'
import { isSameTitle } from '../name/compare-titles.ts'
import { qualities, qualityOf } from '../name/quality.ts'
import { readPath } from '../name/read-path.ts'
import { mainFiles } from './playing-order.ts'
import type { PictureOfFile } from './series.query.ts'
import type { FilmFileRow } from './film-row.ts'

/** The facts needed to play a file; path absolute. Codecs and container are ffprobe's names, '' before it is probed. */
export type PlayableFile = {
  id: string
  movie_id: string
  title: string
  quality: string
  poster: string
  path: string
  /** In both languages; of a file that belongs to no film undefined. */
  titles?: Record<Lang, string>
  duration_ms: number | null
  container: string
  video: string
  audio: string
  pix_fmt: string
  width: number | null
  height: number | null
  subtitles: string[]
}

/** An episode is named by its series. */
export function toBoxFilm(film: WholeFilm): BoxFilm {
  return film.kind === 'series' ? seriesToBoxFilm(film) : { ...boxFacts(film), ...fileFacts(film), title: titleOf(film) }
}

/** A film with its texts in both languages, where it is identified. */
export type TitledFilm = BoxFilm & Pick<ReportedFilm, 'texts'>

export function toTitledFilm(film: WholeFilm): TitledFilm {
  const { texts } = knownOf(film)
  return { ...toBoxFilm(film), ...(texts && { texts }) }
}

function boxFacts(film: WholeFilm) {
  const { identified, title, original_title, overview, year, rating, votes, genres, region, poster, backdrop } = knownOf(film)
  return {
    ...unknownFilm,
    id: film.film_id,
    identified,
    title,
    original_title,
    overview,
    year,
    rating,
    votes,
    genres,
    region,
    poster,
    backdrop,
    added_at: Math.floor(film.added_at / 1000),
  }
}

function fileFacts(film: WholeFilm) {
  const files = mainFiles(film.files)
  const [first] = files
  return {
    duration_ms: durationOf(files) ?? knownOf(film).runtime_ms,
    quality: first ? qualityOfFile(first) : '',
    file_size: film.files.reduce((sum, { size }) => sum + size, 0),
  }
}

function seriesToBoxFilm(film: WholeFilm): BoxFilm {
  const { sums } = film
  const { runtime_ms, year, year_end } = knownOf(film)
  const last = year_end ?? sums?.year_end ?? null
  return {
    ...boxFacts(film),
    kind: 'series',
    duration_ms: runtime_ms ?? sums?.duration_ms ?? null,
    quality: bestQuality(sums?.pictures ?? []),
    file_size: sums?.file_size ?? 0,
    seasons: sums?.seasons ?? 0,
    episodes: sums?.episodes ?? 0,
    year_end: last !== null && year !== null ? Math.max(last, year) : last,
  }
}

export function rowOf(film: WholeFilm): ReportedFilm {
  const files = film.files.slice(0, maxFiles).map(fileOf)
  const { people, aliases, collection_id, ids, texts, season_titles } = knownOf(film)
  return {
    ...toBoxFilm(film),
    files,
    people,
    aliases,
    collection_id,
    ids,
    season_titles,
    ...(texts && { texts }),
    ...formerOf(film),
  }
}

/** The title stays empty where it would only repeat the number. */
export function episodeRowOf(film: WholeFilm): ReportedEpisode {
  const { facts } = film
  const isNamed = film.episode === null && film.air_date === ''
  const isHalf = film.episode !== null && !Number.isInteger(film.episode)
  const texts = facts?.texts
  const { zh, en } = texts ?? { zh: noText, en: noText }
  const [own, other] = /\p{Script=Han}/u.test(film.series?.title ?? '') ? [zh, en] : [en, zh]
  return {
    id: film.film_id,
    series_id: film.series_id,
    season: film.season ?? 1,
    // A half episode lies behind the one before it.
    number: film.episode === null ? null : Math.floor(film.episode),
    number_end: film.episode_end,
    title: own.title || other.title || (isNamed ? film.title : isHalf ? String(film.episode) : behindDay(film)),
    overview: own.overview || other.overview,
    air_date: film.air_date || (facts?.air_date ?? ''),
    still: film.art === '' ? facts?.still || film.poster : film.poster,
    ...fileFacts(film),
    added_at: Math.floor(film.added_at / 1000),
    files: film.files.slice(0, maxFiles).map(fileOf),
    ...(texts && { texts }),
    ...formerOf(film),
  }
}

function formerOf({ former_ids }: WholeFilm): Pick<ReportedFilm, 'former_ids'> {
  return former_ids ? { former_ids } : {}
}

const noText = { title: '', overview: '' }

function knownOf(film: WholeFilm) {
  return knownFacts(film, film.identity)
}

/** The words by which episodes of one day differ: the time of a recording, who plays against whom; or ''. */
function behindDay({ air_date, episode, title }: WholeFilm): string {
  const at = episode === null && air_date !== '' ? title.lastIndexOf(air_date) : -1
  return at < 0 ? '' : title.slice(at + air_date.length).trim()
}

/** The title; for an episode its series' title and its number, or its own name if it has no number. lang: undefined for the language of the file's name. */
function titleOf(film: WholeFilm, lang?: Lang): string {
  if (film.kind !== 'episode' || !film.series) return titleIn(knownOf(film), lang)
  const title = titleIn(knownFacts(film.series, film.series.identity), lang)
  if (film.episode === null && film.air_date === '') return isSameTitle(film.title, title) ? title : `${title} ${film.title}`
  const name = episodeTitle({
    title,
    part: 0,
    season: film.season ?? 1,
    ...(film.episode !== null && { episode: film.episode_end === null ? film.episode : [film.episode, film.episode_end] }),
    ...(film.air_date !== '' && { date: film.air_date }),
  })
  return `${name} ${behindDay(film)}`.trim()
}

/** Its title in a language, else the one that it has. */
export function titleIn({ title, texts }: { title: string; texts?: KnownFacts['texts'] }, lang: Lang | undefined): string {
  return (lang && texts?.[lang].title) || title
}

/** A disc folder has hundreds of files; a mirror row must fit its chunk. */
const maxFiles = 60

function fileOf({ file_id, root, path, size, ...facts }: FilmFileRow): FilmFile {
  const { duration_ms, width, height, video, audio } = facts
  const below = pathBelow(root, path)
  const { source, edition, languages } = readPath(below)
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
    source,
    edition,
    languages: [...languages],
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
    title: titleOf(film),
    ...(film.film_id !== '' && { titles: { zh: titleOf(film, 'zh'), en: titleOf(film, 'en') } }),
    quality: qualityOfFile(file),
    poster: posterOfPlayed(film),
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

/** An episode's picture is wide: the player shows its series' poster. */
function posterOfPlayed(film: WholeFilm): string {
  const { series } = film
  return (series && knownFacts(series, series.identity).poster) || knownOf(film).poster
}

function qualityOfFile({ width, height, quality }: PictureOfFile): string {
  return qualityOf(width, height) || quality
}

/** The best of a series' episodes; '' while none is known. */
function bestQuality(files: readonly PictureOfFile[]): string {
  const present = new Set(files.map(qualityOfFile))
  return qualities.find((quality) => present.has(quality)) ?? ''
}

/** Parts add up; of versions the longest counts. */
function durationOf(files: readonly FilmFileRow[]): number | null {
  const probed = files.filter(({ duration_ms }) => duration_ms !== null)
  if (probed.length === 0) return null
  const byPart = Map.groupBy(probed, ({ part }) => part)
  const ofParts = [...byPart.values()].map((same) => same.map(({ duration_ms }) => duration_ms ?? 0))
  return ofParts.reduce((sum, versions) => sum + maxOf(versions, 0), 0)
}

export function pathBelow(root: string, path: string): string {
  return path.slice(root.length).replace(/^[/\\]/, '')
}
