/** How well an entry of the film database fits what a name says: a score from 0 to 1, its level and its reason. */
import { sureScore, type matchLevels, type matchReasons } from '@homeport/contract/movie/identify.ts'
import { maxOf } from '@homeport/contract/kit/extremes.ts'
import type { DatabaseFilm } from '../tmdb/database.ts'
import { fold, likeness } from './fold.ts'

export type MatchLevel = (typeof matchLevels)[number]
export type MatchReason = (typeof matchReasons)[number]
export type Match = { score: number; level: MatchLevel; reason: MatchReason }
/** titles: all that the name says. runtime_ms: of the file, null if it is not known. */
export type NameToMatch = { kind: 'film' | 'series'; titles: readonly string[]; year: number | null; runtime_ms: number | null }

/** A second entry that comes nearer than this makes the first one uncertain. */
const nearScore = 0.05
const maxScoreIfUnsure = 0.89
/** A title that shares less is another title. */
const leastLikeness = 0.4
/** A shorter file is a clip: its length says nothing about the film. */
const leastFilmMs = 300_000
const otherLength = 0.1
const otherKind = 0.08
const maxPopularity = 0.009

type Candidate = Pick<DatabaseFilm, 'kind' | 'texts' | 'original_title' | 'other_titles' | 'year' | 'runtime_ms' | 'popularity'>

/** undefined: it is something else. */
export function matchOf(name: NameToMatch, film: Candidate): Match | undefined {
  const grade = gradeOf(name.titles, film)
  if (!grade) return undefined
  const base = baseOf(grade, yearDifference(name.year, film.year))
  const hasOtherLength = isOtherLength(name.runtime_ms, film.runtime_ms)
  const lowered = base.score - (hasOtherLength ? otherLength : 0) - (film.kind === name.kind ? 0 : otherKind)
  const score = clamp(lowered + popularityBonus(film.popularity))
  const isSure = base.level === 'sure' && lowered >= sureScore
  const level = isSure || base.level !== 'sure' ? base.level : 'likely'
  return { ...base, level, score: rounded(isSure ? score : Math.min(score, maxScoreIfUnsure)) }
}

/** A single film of that very title, where the name gives no year. */
const aloneScore = 0.92
const aloneReasons: readonly MatchReason[] = ['title_no_year', 'title_near_year', 'title_other_year']

/**
 * Names of series seldom have a year, or that of a season; those of films from download sites often none. A single entry of that very title is sure then: of a series where
 * the year is not before its first one, of a film where its length agrees.
 */
export function withoutRivals<T extends { film: Candidate; match: Match }>(name: NameToMatch, all: readonly T[]): T[] {
  const rivals = all.filter(({ match }) => aloneReasons.includes(match.reason))
  const [only] = rivals
  if (!only || rivals.length > 1 || !isEnoughAlone(name, only.film)) return [...all]
  return all
    .map((one) => (one === only ? { ...one, match: { ...one.match, level: 'sure' as const, score: aloneScore } } : one))
    .toSorted((one, other) => other.match.score - one.match.score)
}

function isEnoughAlone({ kind, titles, year, runtime_ms }: NameToMatch, film: Candidate): boolean {
  const own = titles.map(fold).filter((title) => [...title].length > (/\p{Script=Han}/u.test(title) ? 1 : 3))
  const isOfTitle = [film.texts.zh.title, film.texts.en.title, film.original_title].some((title) => own.includes(fold(title)))
  if (!isOfTitle || film.kind !== kind) return false
  if (kind === 'series') return year === null || film.year === null || year >= film.year - 1
  const isLengthKnown = runtime_ms !== null && runtime_ms >= leastFilmMs && film.runtime_ms !== null && film.runtime_ms > 0
  return year === null && isLengthKnown && !isOtherLength(runtime_ms, film.runtime_ms)
}

/** Named by its id: nothing else counts. */
export const idMatch: Match = { score: 1, level: 'sure', reason: 'id' }

/** The best one is sure and no other comes near. matches: best first. */
export function isCertain(matches: readonly Match[]): boolean {
  const [best, second] = matches
  if (best?.level !== 'sure') return false
  return best.reason === 'id' || second === undefined || second.score < best.score - nearScore
}

type Grade = { kind: 'exact' | 'other' } | { kind: 'part'; likeness: number }

function gradeOf(titles: readonly string[], film: Candidate): Grade | undefined {
  const own = new Set(titles.map(fold).filter((title) => title !== ''))
  const main = [film.texts.zh.title, film.texts.en.title, film.original_title].map(fold).filter((title) => title !== '')
  const others = film.other_titles.map(fold)
  if (main.some((title) => own.has(title))) return { kind: 'exact' }
  if (others.some((title) => own.has(title))) return { kind: 'other' }
  const parts = [...own].flatMap((title) => [...main, ...others].map((other) => partOf(title, other)))
  const best = maxOf(parts, 0)
  return best >= leastLikeness ? { kind: 'part', likeness: best } : undefined
}

/** One within the other counts as more than letters in common. */
function partOf(one: string, other: string): number {
  const isWithin = ` ${one} `.includes(` ${other} `) || ` ${other} `.includes(` ${one} `)
  return Math.max(likeness(one, other), isWithin && Math.min([...one].length, [...other].length) > 1 ? 0.6 : 0)
}

/** null: the name or the entry has no year. */
function yearDifference(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : Math.abs(one - other)
}

function baseOf(grade: Grade, years: number | null): Match {
  if (grade.kind === 'part') {
    const ofYear = years === 0 ? 0.15 : years === 1 ? 0.08 : years === null ? 0.04 : 0
    return { score: 0.2 + 0.35 * grade.likeness + ofYear, level: 'maybe', reason: 'title_in_part' }
  }
  const isExact = grade.kind === 'exact'
  if (years === 0)
    return isExact
      ? { score: 0.97, level: 'sure', reason: 'title_and_year' }
      : { score: 0.84, level: 'likely', reason: 'other_title_and_year' }
  if (years === 1) return { score: isExact ? 0.86 : 0.74, level: 'likely', reason: 'title_near_year' }
  if (years === null) return { score: isExact ? 0.8 : 0.66, level: 'likely', reason: 'title_no_year' }
  // The further the years are apart, the less it counts.
  const apart = Math.min(0.1, years / 200)
  return { score: (isExact ? 0.68 : 0.58) - apart, level: 'likely', reason: 'title_other_year' }
}

function isOtherLength(file: number | null, film: number | null): boolean {
  if (file === null || film === null || file < leastFilmMs || film === 0) return false
  return Math.abs(file - film) > Math.max(600_000, film * 0.2)
}

/** Breaks ties only. */
function popularityBonus(popularity: number): number {
  return Math.min(maxPopularity, Math.log10(1 + Math.max(0, popularity)) * 0.003)
}

const clamp = (score: number) => Math.min(0.999, Math.max(0, score))
const rounded = (score: number) => Math.round(score * 1000) / 1000
