/** Decides which items of a feed a rule takes. */
import { feedLanguages, feedQualities, type FeedReason, type FeedRule } from '@homeport/contract/feed/feed-rule.ts'
import { foldText, wordsOf } from '@homeport/contract/shape/list-keys/fold-text.ts'
import { dense } from '@homeport/contract/shape/search-words.ts'
import { inTurns } from '../kit/turns/in-turns.ts'
import type { ReadItem } from './read-feed.ts'

export type Count = number | readonly [number, number]
/** The facts in a name, read as the library reads the names of files. */
export type ReleaseName = {
  title: string
  /** The other title where the name has two. */
  original: string
  year: number | null
  event: string
  quality: string
  /** BluRay, WEB-DL, CAM … */
  source: string
  languages: readonly string[]
  season?: Count
  episode?: Count
  date?: string
}
export type Release = Pick<ReadItem, 'item_id' | 'title' | 'link' | 'size' | 'imdb_id' | 'tmdb_id'> & {
  name: ReleaseName
  /** Names its film or episode; '' if the name does not tell one. */
  identity: string
  worth: number
}
/** The release that was taken of a film or an episode. taken_at in ms. */
export type Taken = { worth: number; taken_at: number; task_id: string }

export const replaceWithinMs = 7 * 86_400_000

export function releaseOf(item: ReadItem, readName: (name: string) => ReleaseName): Release {
  // A file's ending is not part of its name.
  const name = readName(item.title.replace(/\.(?:mkv|mp4|avi|ts|torrent)$/i, ''))
  const { item_id, title, link, size, imdb_id, tmdb_id } = item
  return { item_id, title, link, size, imdb_id, tmdb_id, name, identity: identityOf(name), worth: worthOf(name, title) }
}

/** Why the rule does not take this one, whatever the others are. */
export function judgeRelease({ title, link, size, name }: Release, rule: FeedRule): FeedReason {
  const own = titleWords(title)
  if (rule.titles.length > 0 && !rule.titles.some((words) => hasWords(own, words, 'all'))) return 'title'
  if (rule.not_words !== '' && hasWords(own, rule.not_words, 'any')) return 'not_word'
  if (!isFrom(name, rule)) return 'episode'
  if (rankOf(name.quality) < rankOf(rule.quality_from)) return 'quality'
  if (size > 0 && (size < rule.size_from || (rule.size_to > 0 && size > rule.size_to))) return 'size'
  const spoken = languagesOf(name)
  if (rule.languages.length > 0 && spoken.length > 0 && !rule.languages.some((one) => spoken.includes(one))) return 'language'
  return link === '' ? 'no_link' : ''
}

/**
 * The reason of each release, '' for those that are taken: of several of the same film or episode the best, once; a better one than was taken only within a week and where the rule
 * wants it.
 */
export async function chooseReleases(
  releases: readonly Release[],
  { rule, takenOf, now }: { rule: FeedRule; takenOf: (identity: string) => Taken | undefined; now: number },
): Promise<Map<string, FeedReason>> {
  const reasons = new Map<string, FeedReason>()
  for await (const release of inTurns(releases)) reasons.set(release.item_id, judgeRelease(release, rule))
  const chosen = new Set<string>()
  const best = releases.filter(({ item_id }) => reasons.get(item_id) === '').toSorted((one, other) => other.worth - one.worth)
  for (const { item_id, identity, worth } of best) {
    if (identity === '') continue
    const taken = takenOf(identity)
    const isBetter = taken === undefined || (rule.replaces && now - taken.taken_at < replaceWithinMs && worth > taken.worth)
    if (chosen.has(identity) || !isBetter) reasons.set(item_id, 'twice')
    else chosen.add(identity)
  }
  return reasons
}

/** joined: all of them, without spaces between. */
type TitleWords = { words: ReadonlySet<string>; joined: string }

function titleWords(title: string): TitleWords {
  const folded = foldText(title)
  return { words: new Set(wordsOf(folded)), joined: folded.replaceAll(' ', '') }
}

const isDense = new RegExp(`[${dense}]`, 'u')

/** Words with spaces are whole ones; Chinese and Japanese ones stand anywhere. */
function hasWords(own: TitleWords, words: string, how: 'all' | 'any'): boolean {
  const has = (word: string) => (isDense.test(word) ? own.joined.includes(word) : own.words.has(word))
  const requested = wordsOf(foldText(words))
  return how === 'all' ? requested.every(has) : requested.some(has)
}

export const lastOf = (count: Count): number => (typeof count === 'number' ? count : count[1])
export const firstOf = (count: Count): number => (typeof count === 'number' ? count : count[0])

/** A whole season counts as its first episode. */
function isFrom({ season, episode, date }: ReleaseName, { season_from, episode_from }: FeedRule): boolean {
  if (season_from === 0 && episode_from === 0) return true
  if (season === undefined && episode === undefined) return date !== undefined && season_from === 0
  const [ofSeason, ofEpisode] = [season === undefined ? 1 : lastOf(season), episode === undefined ? 1 : lastOf(episode)]
  const from = Math.max(season_from, 1)
  return ofSeason > from || (ofSeason === from && ofEpisode >= episode_from)
}

export function rankOf(quality: string): number {
  return feedQualities.findIndex((one) => one === quality)
}

/** One that is in Chinese characters and says no language is Chinese. */
function languagesOf({ title, languages }: ReleaseName): string[] {
  const spoken = feedLanguages.filter((one) => languages.includes(one))
  return spoken.length === 0 && /\p{Script=Han}/u.test(title) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(title)
    ? ['zh']
    : spoken
}

/** A corrected one is better than one of the same quality. */
function worthOf({ quality }: ReleaseName, title: string): number {
  return 2 * rankOf(quality) + (/(?<![\p{L}\p{N}])(?:proper|repack|rerip)(?![\p{L}\p{N}])/iu.test(title) ? 1 : 0)
}

function identityOf({ title, year, event, quality, season, episode, date }: ReleaseName): string {
  const plain = foldText(title).replaceAll(' ', '')
  if (plain === '') return ''
  const range = (count: Count) => (lastOf(count) === firstOf(count) ? `${lastOf(count)}` : `${firstOf(count)}-${lastOf(count)}`)
  if (date !== undefined) return `day ${plain} ${date}`
  if (season !== undefined || episode !== undefined)
    return `episode ${plain} ${season === undefined ? 1 : range(season)} ${episode === undefined ? '' : range(episode)}`
  // News and podcasts have no year: each of them is its own.
  return year === null && quality === '' ? '' : `film ${plain} ${year ?? ''} ${foldText(event)}`.trim()
}
