/** Chooses of releases what is taken for wishes: for each film and episode the best, once. */
import { inTurns } from '../../kit/turns/in-turns.ts'
import { firstOf, lastOf, rankOf, type Release, type ReleaseName } from '../match-rule.ts'
import type { WantedEntry } from './wanted-entry.ts'
import type { StoredWish } from './wish.store.ts'

/** The part of a wish that a release is: 0 and 0 of a film, episode 0 of a whole season. */
export type Mark = { wish_id: string; season: number; episode: number }
/** isTaken: it was taken already, by a rule. */
export type OfferedRelease = Release & { isTaken: boolean }
export type WantedRelease<R> = { release: R; marks: Mark[] }
/** Entries whose title a name has, of the year where that counts. since: years before it are another film's, where the database knows no year. */
export type MatchRelease = <T extends { entry: WantedEntry; since: number }>(
  targets: readonly T[],
) => (name: ReleaseName) => readonly T[]

export type ChooseForWishesDeps<R> = {
  matchRelease: MatchRelease
  /** Whether the library has it. */
  isHere: (wish: StoredWish, mark: Pick<Mark, 'season' | 'episode'>) => boolean
  /** Whether the box has the download of one that was taken. */
  isThere: (release: R) => Promise<boolean>
  /** Those for which something was taken before. */
  taken: readonly Mark[]
}

/** A recording in a cinema is nobody's wish. */
const cinemaSources = ['CAM', 'TS', 'TC']
/** A release of more episodes than this is no episode. */
const maxEpisodes = 50

/** Those that were taken already first, then the best. */
export async function chooseForWishes<R extends OfferedRelease>(
  releases: readonly R[],
  wishes: readonly StoredWish[],
  deps: ChooseForWishesDeps<R>,
): Promise<WantedRelease<R>[]> {
  const targets = wishes.map((wish) => ({ wish, entry: wish.entry, since: new Date(wish.added_at).getUTCFullYear() }))
  const byName = deps.matchRelease(targets)
  const byId = new Map<string, Target[]>()
  for (const one of targets)
    for (const id of [`tmdb ${one.entry.tmdb.split('/')[1]}`, `imdb ${one.entry.imdb || 'unknown'}`])
      byId.set(id, [...(byId.get(id) ?? []), one])
  const fitting: WantedRelease<R>[] = []
  for await (const release of inTurns(releases)) {
    if (release.link === '' || cinemaSources.includes(release.name.source)) continue
    const named = byName(release.name)
    const ofIds = [...(byId.get(`tmdb ${release.tmdb_id}`) ?? []), ...(byId.get(`imdb ${release.imdb_id}`) ?? [])]
    const all = [...new Set([...named, ...ofIds])]
      .filter((one) => isOf(release, one, named))
      .flatMap(({ wish }) => marksOf(release, wish, deps))
    // A release whose download was removed is not taken again.
    if (all.length > 0 && (!release.isTaken || (await deps.isThere(release)))) fitting.push({ release, marks: all })
  }
  const chosen: Mark[] = []
  return fitting
    .toSorted(({ release: one }, { release: other }) => Number(other.isTaken) - Number(one.isTaken) || other.worth - one.worth)
    .flatMap(({ release, marks }) => {
      const open = marks.filter((mark) => !chosen.some((one) => covers(one, mark)))
      for (const mark of open) chosen.push(mark)
      return open.length > 0 ? [{ release, marks: open }] : []
    })
}

/** A whole season covers its episodes, and is not taken beside one of them. */
export function covers(taken: Mark, mark: Mark): boolean {
  if (taken.wish_id !== mark.wish_id || taken.season !== mark.season) return false
  return taken.episode === mark.episode || (mark.season > 0 && (taken.episode === 0 || mark.episode === 0))
}

type Target = { wish: StoredWish; entry: WantedEntry }

/** An id that the indexer gives decides, of films; of an episode it may be the episode's own. */
function isOf(release: Release, one: Target, named: readonly Target[]): boolean {
  const { entry } = one
  if (isNumbered(release.name) !== (entry.kind === 'series')) return false
  const ids = [
    [release.tmdb_id, entry.tmdb.split('/')[1] ?? ''],
    [release.imdb_id, entry.imdb],
  ].filter((pair) => pair.every((id) => id !== ''))
  if (ids.some(([given, own]) => given === own)) return true
  return named.includes(one) && (entry.kind === 'series' || ids.length === 0)
}

function isNumbered({ season, episode, date }: ReleaseName): boolean {
  return season !== undefined || episode !== undefined || date !== undefined
}

/** The parts of the wish that the release is and that are still to be had. */
function marksOf(
  { name }: Release,
  wish: StoredWish,
  { isHere, taken }: Pick<ChooseForWishesDeps<unknown>, 'isHere' | 'taken'>,
): Mark[] {
  if (rankOf(name.quality) < rankOf(wish.quality_from)) return []
  const { wish_id } = wish
  return numbersOf(name, wish.entry)
    .map((numbers) => ({ wish_id, ...numbers }))
    .filter((mark) => wish.season === 0 || mark.season === wish.season)
    .filter((mark) => wish.episode === 0 || mark.episode === wish.episode)
    .filter((mark) => !taken.some((one) => covers(one, mark)) && !isHere(wish, mark))
}

/** An episode without a season is one of the first. A date alone tells no number. */
function numbersOf({ season, episode }: ReleaseName, { kind }: WantedEntry): Pick<Mark, 'season' | 'episode'>[] {
  if (kind === 'film') return [{ season: 0, episode: 0 }]
  if (season !== undefined && firstOf(season) !== lastOf(season)) return []
  const own = season === undefined ? 1 : lastOf(season)
  if (episode === undefined) return season === undefined || own === 0 ? [] : [{ season: own, episode: 0 }]
  const [first, last] = [firstOf(episode), Math.min(lastOf(episode), firstOf(episode) + maxEpisodes)]
  return Array.from({ length: last - first + 1 }, (_, at) => ({ season: own, episode: first + at }))
}
