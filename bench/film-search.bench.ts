/**
 * A library of 80,000 films and 1,000 series with 20,000 episodes, a third of the titles Chinese, on both databases: 99 % of the pages, filters, counts and sorts within
 * 10 ms of server time, as counted by its metrics, and 99 % of the searches within 30 ms.
 */
import { expect, test } from 'vitest'
import { register } from '@homeport/contract/account.ts'
import type { Call } from '@homeport/contract/kit/operation.ts'
import { filmDetail, filmGenresOf, listFilms, searchFilms } from '@homeport/contract/movie/movie.ts'
import { listEpisodes } from '@homeport/contract/movie/series.ts'
import { filmOrders, filmSorts } from '@homeport/contract/shape/list-keys/film-sort.ts'
import { continueWatching, listHistory } from '@homeport/contract/movie/watch-history.ts'
import { eachEngine, type World } from './parts/databases.ts'
import { percentile, report } from './parts/figures.ts'
import { devid, libraryRows, ownRows, seriesIdOf } from './parts/film-dataset.ts'
import { metered, since } from './parts/meter.ts'
import { openPoster, pathOf } from './parts/poster.ts'
import { ask } from './parts/programs.ts'

const pageBudgetMs = 10
const searchBudgetMs = 30
const share = 99
const asks = 400
const warm = 20

const below = (most: number) => Math.floor(Math.random() * most)
const anyOf = <T>(values: readonly T[]): T => values[below(values.length)] as T
const sorted = () => ({ sort: anyOf(filmSorts), order: anyOf(filmOrders), page: 1 + below(40) })
const filter = () => ({
  genres: [[], ['drama'], ['comedy', 'crime']][below(3)],
  regions: [[], ['CN', 'HK']][below(2)],
  year_from: [null, 1990][below(2)],
  watched: [null, true, false][below(3)],
  kind: [null, 'series', 'film'][below(3)],
})
/** Titles, words in them, pinyin, initials, people, file names, a typo, and what is nowhere. */
const queries = [
  '海港',
  '海港 之夜',
  'haigang',
  'hgzy',
  'harbour',
  'quiet har',
  'harbuor',
  'person 77',
  's01e04',
  '2160p',
  'x264 group',
  'zebra crossing',
]

type Asked = { name: string; call: Call; input: () => object; budgetMs: number }
const requests: Asked[] = [
  { name: 'pages in every order', call: listFilms, input: sorted, budgetMs: pageBudgetMs },
  { name: 'filtered pages', call: listFilms, input: () => ({ ...sorted(), ...filter() }), budgetMs: pageBudgetMs },
  { name: 'counts of a filter', call: filmGenresOf, input: filter, budgetMs: pageBudgetMs },
  { name: 'details of a series', call: filmDetail, input: () => ({ id: seriesIdOf(below(1_000)) }), budgetMs: pageBudgetMs },
  { name: 'episodes', call: listEpisodes, input: () => ({ id: seriesIdOf(below(1_000)), season: 1 }), budgetMs: pageBudgetMs },
  { name: 'history', call: listHistory, input: () => ({ page: 1 + below(10), limit: 20 }), budgetMs: pageBudgetMs },
  { name: 'what to go on with', call: continueWatching, input: () => ({ limit: 12 }), budgetMs: pageBudgetMs },
  { name: 'searches', call: searchFilms, input: () => ({ q: anyOf(queries) }), budgetMs: searchBudgetMs },
]

eachEngine('a library of 100,000 films and episodes', (open) => {
  test('pages within 10 ms, searches within 30 ms', async () => {
    const world = await open()
    await measure(world).finally(() => world.stop())
  })
})

async function measure({ engine, bench, run }: World): Promise<void> {
  const { token, user } = await ask(bench, register, { username: 'viewer', password: 'a long bench phrase', agreed: 1 })
  for (const statements of libraryRows()) await run(statements)
  await run(ownRows(user.user_id))
  const poster = openPoster(bench.port, token)
  const missed: string[] = []
  for (const { name, call, input, budgetMs } of requests) {
    const once = async () => {
      const { code, ms } = await poster.post(pathOf(call), { devid, ...input() })
      expect(code, name).toBe(200)
      return ms
    }
    for (let turn = 0; turn < warm; turn += 1) await once()
    const before = await metered(bench.port, call, budgetMs)
    const times: number[] = []
    for (let turn = 0; turn < asks; turn += 1) times.push(await once())
    const { all, inTime, seconds } = since(before, await metered(bench.port, call, budgetMs))
    const figure = (100 * inTime) / all
    console.log(
      `${engine}, ${name}: mean ${((1000 * seconds) / all).toFixed(1)} ms of server time; for the client p99 ${percentile(times, 0.99).toFixed(1)} ms`,
    )
    report(`${engine}, ${name} within ${budgetMs} ms`, { figure, budget: share, unit: '%' })
    if (figure < share) missed.push(name)
  }
  poster.close()
  // All figures are printed first: one over its budget must not hide the others.
  expect(missed).toEqual([])
}
