/** The episodes of a season that the library does not have: those that were on air can be had, the others are coming. */
import { cutText } from '@homeport/contract/shape/field/text.ts'
import { maxMissing, type MissingEpisode } from '@homeport/contract/feed/wish.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { firstOf, lastOf, type ReleaseName } from '../match-rule.ts'
import type { MatchRelease } from './choose-for-wishes.ts'
import type { EpisodeHere, LibraryOf } from './library.ts'
import type { WishStore } from './wish.store.ts'
import type { EntryAnswer } from './wishes.ts'

type Text = { title: string }
export type DatabaseEpisode = { number: number; facts: { texts: { zh: Text; en: Text }; air_date: string } }
export type SeasonAnswer = { state: 'ok'; value: readonly DatabaseEpisode[] } | { state: 'away' | 'bad_key' | 'no_key' }
type Season = { number: number; air_date: string }
export type SeasonsAnswer = { state: 'ok'; value: readonly Season[] } | { state: 'away' | 'bad_key' | 'no_key' }
export type MissingDeps = {
  wishes: Pick<WishStore, 'all' | 'taken'>
  /** done, or undefined for a task that the box has no longer. */
  isDone: (task_id: string) => Promise<boolean | undefined>
  /** The key of a series of the library in the film database, '' if it is not identified. */
  tmdbOf: (series_id: string) => Promise<string>
  libraryOf: LibraryOf
  entryOf: (tmdb: string) => Promise<EntryAnswer>
  seasonOf: (tmdb: string, season: number) => Promise<SeasonAnswer>
  /** Without the specials. air_date: of the first episode, '' if it is unknown. */
  seasonsOf: (tmdb: string) => Promise<SeasonsAnswer>
  matchRelease: MatchRelease
  readName: (name: string) => ReleaseName
  /** Downloads that are not complete. */
  unfinished: () => Promise<readonly { task_id: string; name: string }[]>
  now: () => number
}

const titleMaxLength = 120
const maxSeasons = 100
const nothing = { tmdb: '', aired: 0, missing: 0, seasons: [] as number[], data: [] as MissingEpisode[] }

export function createMissingEpisodes(deps: MissingDeps) {
  const { wishes, tmdbOf, libraryOf, seasonOf, seasonsOf, now } = deps

  return async ({ id, season }: { id: string; season: number }, lang: Lang) => {
    const tmdb = await tmdbOf(id)
    if (!tmdb.startsWith('tv/')) return nothing
    const today = new Date(now()).toISOString().slice(0, 10)
    const [all, answer] = await Promise.all([seasonsOf(tmdb), season > 0 && seasonOf(tmdb, season)])
    const begun = (all.state === 'ok' ? all.value : []).filter(({ air_date }) => air_date !== '' && air_date < today)
    const seasons = begun
      .map(({ number }) => number)
      .toSorted((one, other) => one - other)
      .slice(0, maxSeasons)
    if (!answer || answer.state !== 'ok') return { ...nothing, tmdb, seasons }
    const local = ((await libraryOf([tmdb])).get(tmdb)?.episodes ?? []).filter((one) => one.season === season)
    const dated = answer.value.filter(({ facts }) => facts.air_date !== '').toSorted((one, other) => one.number - other.number)
    const absent = dated.filter((one) => !local.some((row) => isOf(row, one)))
    const stateOf = absent.length > 0 ? await statesOf(tmdb, season) : undefined
    const rows = absent.map(({ number, facts: { texts, air_date } }): MissingEpisode => {
      const title = texts[lang].title || texts[lang === 'zh' ? 'en' : 'zh'].title
      const after = local.filter(({ first }) => first !== null && first < number).length
      const { state, task_id } = stateOf?.(number) ?? { state: '' as const, task_id: '' }
      const shown = cutText(title, titleMaxLength).toWellFormed()
      return { number, title: shown, air_date, after, state: state || (air_date < today ? 'missing' : 'coming'), task_id }
    })
    return {
      tmdb,
      aired: dated.filter(({ facts }) => facts.air_date < today).length,
      seasons,
      missing: rows.filter(({ state }) => state !== 'coming').length,
      data: rows.slice(0, maxMissing),
    }
  }

  /** By the wishes of the series, the season and the episode, and by the names of the downloads. */
  async function statesOf(tmdb: string, season: number) {
    const own = (await wishes.all()).filter((wish) => wish.tmdb === tmdb && [0, season].includes(wish.season))
    const ids = new Set(own.map(({ wish_id }) => wish_id))
    const rows = (await wishes.taken()).filter((row) => row.season === season && ids.has(row.wish_id))
    const tasks = [...new Set(rows.map(({ task_id }) => task_id))].filter((task_id) => task_id !== '')
    const removed = new Set<string>()
    for (const task_id of tasks) if ((await deps.isDone(task_id)) === undefined) removed.add(task_id)
    const loading = await loadingOf(tmdb, season)
    return (episode: number): { state: '' | 'taken' | 'wanted'; task_id: string } => {
      const isOf = (one: { episode: number }) => one.episode === 0 || one.episode === episode
      const row = rows.findLast(isOf)
      const task_id = loading.get(episode) ?? (row && !removed.has(row.task_id) ? row.task_id : undefined)
      if (task_id !== undefined) return { state: 'taken', task_id }
      // It is not taken again for this wish.
      if (row) return { state: '', task_id: '' }
      return { state: own.some(isOf) ? 'wanted' : '', task_id: '' }
    }
  }

  /** Tasks by the number of the episode. */
  async function loadingOf(tmdb: string, season: number): Promise<ReadonlyMap<number, string>> {
    const loading = new Map<number, string>()
    const tasks = await deps.unfinished()
    const entry = tasks.length > 0 ? await deps.entryOf(tmdb) : undefined
    if (entry?.state !== 'ok' || !entry.value) return loading
    const isOfSeries = deps.matchRelease([{ entry: entry.value, since: 0 }])
    for (const { task_id, name } of tasks) {
      const read = deps.readName(name.replace(/\.\w{2,4}$/, ''))
      if (read.episode === undefined || firstOf(read.season ?? 1) !== season || isOfSeries(read).length === 0) continue
      for (let number = firstOf(read.episode); number <= lastOf(read.episode) && loading.size < maxMissing; number += 1)
        loading.set(number, task_id)
    }
    return loading
  }
}

function isOf({ first, last, air_date }: EpisodeHere, { number, facts }: DatabaseEpisode): boolean {
  if (first === null) return air_date !== '' && air_date === facts.air_date
  return first <= number && number <= (last ?? first)
}
