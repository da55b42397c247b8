/** Which series an episode belongs to: those of one title are one series, unless one season of it stands in two years (a remake). */
import { plainTitle } from '../name/compare-titles.ts'

/** Episodes of one season and year: known ones with the key of their series, or new ones. */
export type SeasonYear = { season: number; year: number | null; episodes: number }
export type KnownSeasonYear = SeasonYear & { series_key: string }

/** The key of the series of a title whose years are not told apart; its seasons may lie in several library folders. */
export function seriesKey(title: string): string {
  return `series\n${plainTitle(title) || title}`
}

export type EpisodeNumber = { season: number; number: string; name: string }

export function episodeKey(series: string, { season, number, name }: EpisodeNumber): string {
  return `episode\n${series}\n${season}\n${number === '' ? name : number}`
}

/**
 * A season's own year (庆余年.第二季.2024) does not make another series. Where the same season stands in two years, each of these years has a series of its own,
 * but the one that most of the known episodes are of.
 */
export function splitByYear(
  base: string,
  existing: readonly KnownSeasonYear[],
  added: readonly SeasonYear[],
): { keyOf: (year: number | null) => string; separated: ReadonlySet<number> } {
  const own = new Set(
    existing.filter(({ series_key }) => series_key !== base).map(({ series_key }) => yearOfKey(base, series_key)),
  )
  const together = [...existing.filter(({ series_key }) => series_key === base), ...added].filter(
    ({ year }) => year !== null && !own.has(year),
  )
  const bySeason = Map.groupBy(together, ({ season }) => season)
  const years = [...bySeason.values()].map((rows) => new Set(rows.map(({ year }) => Number(year)))).filter(({ size }) => size > 1)
  const separated = new Set(years.flatMap((some) => [...some]))
  const main = mostOf(
    existing.filter(({ series_key }) => series_key === base),
    separated,
  )
  const remaining = main ?? mostOf(added, separated)
  if (remaining !== undefined) separated.delete(remaining)
  return {
    keyOf: (year) => (year !== null && (own.has(year) || separated.has(year)) ? `${base}\n${year}` : base),
    separated,
  }
}

function yearOfKey(base: string, key: string): number {
  return Number(key.slice(base.length + 1))
}

/** The one of these years that most episodes have, the earlier one of two. */
function mostOf(rows: readonly SeasonYear[], years: ReadonlySet<number>): number | undefined {
  const counts = new Map<number, number>()
  for (const { year, episodes } of rows)
    if (year !== null && years.has(year)) counts.set(year, (counts.get(year) ?? 0) + episodes)
  return [...counts].toSorted(([one, many], [other, few]) => few - many || one - other)[0]?.[0]
}
