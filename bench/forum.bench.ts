/**
 * The page of a 100-reply thread (its 20 replies with authors, counts, the user's likes and blocks) and the list of threads: requests a second as a share of those of a bare Fastify route
 * with a response of the same size, in the same run, 10 connections. 100 users, 1,000 threads, half of them Chinese, one of 10,000 replies. And the search among 100,000 threads and 100,000 replies.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { register } from '@homeport/contract/account.ts'
import { like, replies, threads, unlike } from '@homeport/contract/forum.ts'
import { searchReplies, searchThreads } from '@homeport/contract/forum-search.ts'
import { block } from '@homeport/contract/people.ts'
import { eachEngine, type World } from './parts/databases.ts'
import { median, percentile, report } from './parts/figures.ts'
import {
  sessionRows,
  board,
  hundred,
  people,
  repliesOf,
  talkOf,
  tenThousand,
  threadsOf,
  tokens,
  userRows,
} from './parts/forum-dataset.ts'
import { metered, since } from './parts/meter.ts'
import { openPoster, pathOf } from './parts/poster.ts'
import { ask, root } from './parts/programs.ts'

/**
 * page: a request repeated since the last write. unasked: pages and people at random, so that hardly any response was sent before (docs/decisions/061).
 * What the same pages take while somebody writes is printed too.
 */
const budgets = {
  SQLite: { page: { share: 0.3, p99: 15 }, unasked: { share: 0.12, p99: 15 } },
  PostgreSQL: { page: { share: 0.15, p99: 40 }, unasked: { share: 0.04, p99: 40 } },
}
const searchBudgetMs = 30
const connections = 10
const warmMs = 3_000
const measuredMs = 4_000
const first = 1_000
const searched = 100_000
const turns = 60
const writeEveryMs = 50

eachEngine('the forum', (open) => {
  test('a page of replies and the list of threads come at their share of a bare route’s pace, the searches within 30 ms', async () => {
    const world = await open()
    const { bench, run, engine } = world
    try {
      const { token, user } = await ask(bench, register, { username: 'reader', password: 'a long bench phrase', agreed: 1 })
      await run([...userRows(), ...threadsOf(engine, 1, first), ...talkOf(user.user_id), ...sessionRows(Date.now())])
      await ask({ port: bench.port, token }, block, { user_id: '-p5' })
      const missed = await pages(world, token)
      await run([...threadsOf(engine, first + 1, searched), ...repliesOf(engine, searched)])
      for (const [things, call] of [
        ['threads', searchThreads],
        ['replies', searchReplies],
      ] as const)
        missed.push(...(await searches(world, { token, things, call })))
      expect(missed).toEqual([])
    } finally {
      await world.stop()
    }
  })
})

const below = (most: number) => Math.floor(Math.random() * most)
const anyone = () => tokens[below(people)] ?? ''
/** Random pages for any of a hundred users. */
const anyPage = () => ({ thread_id: String(tenThousand), floor: 1 + below(9_900), limit: 20 })
const anyPageOfFew = () => ({
  thread_id: String(hundred),
  ...(below(2) ? { order: 'newest', floor: 21 + below(80) } : { order: 'oldest', floor: 1 + below(80) }),
  limit: 20,
})
const sorts = ['latest', 'hot', 'unanswered'] as const
const boards = [0, 202, board]
const anyList = () => {
  const after = 25 + below(first - 30)
  return {
    board_id: boards[below(boards.length)] ?? 0,
    sort: sorts[below(sorts.length)] ?? 'latest',
    cursor: `${after * 1000}.${after}`,
    limit: 20,
  }
}

async function pages({ engine, bench }: World, own: string): Promise<string[]> {
  const { page, unasked } = budgets[engine]
  const requests = [
    ['20 of 100 replies', pathOf(replies), { thread_id: String(hundred), limit: 20 }, own, page],
    ['20 of 100 replies, other ones for another person at each ask', pathOf(replies), anyPageOfFew, anyone, unasked],
    ['20 of 10,000 replies, other ones for another person at each ask', pathOf(replies), anyPage, anyone, unasked],
    ['20 threads', pathOf(threads), { board_id: board, limit: 20 }, own, page],
    ['20 threads, other ones for another person at each ask', pathOf(threads), anyList, anyone, unasked],
  ] as const
  const missed: string[] = []
  for (const [name, address, input, token, budget] of requests) {
    const { bytes } = await storm({ port: bench.port, address, token, input }, warmMs)
    const bare = await bareServer(bytes)
    await storm({ port: bare.port, address: '/', token, input }, warmMs / 3)
    const yardstick = await storm({ port: bare.port, address: '/', token, input }, measuredMs)
    bare.stop()
    const ours = await storm({ port: bench.port, address, token, input }, measuredMs)
    const share = ours.perSecond / yardstick.perSecond
    console.log(`${engine}, ${name}: ${ours.perSecond.toFixed(0)} of ${yardstick.perSecond.toFixed(0)} a second, ${bytes} bytes`)
    report(`${engine}, ${name}, share of a bare route`, { figure: share, budget: budget.share, unit: 'of it' })
    report(`${engine}, ${name}, p99`, { figure: ours.p99, budget: budget.p99, unit: 'ms' })
    if (budget === unasked) {
      const { storm: written, writes } = await whileWriting(bench.port, own, () =>
        storm({ port: bench.port, address, token, input }, measuredMs),
      )
      const writtenShare = (written.perSecond / yardstick.perSecond).toFixed(3)
      console.log(
        `${engine}, ${name}, with ${writes.toFixed(0)} writes a second: ${writtenShare} of a bare route, p99 ${written.p99.toFixed(1)} ms`,
      )
    }
    expect(bytes).toBeGreaterThan(4_000)
    if (share < budget.share || ours.p99 > budget.p99) missed.push(name)
  }
  // Print all figures first: one over its budget must not hide the others.
  return missed
}

/** One person likes and unlikes a reply meanwhile: after each write all is read anew. writes: a second. */
async function whileWriting<T>(port: number, own: string, work: () => Promise<T>): Promise<{ storm: T; writes: number }> {
  const poster = openPoster(port, own)
  const began = performance.now()
  let writes = 0
  const over = new AbortController()
  const writing = (async () => {
    for (; !over.signal.aborted; writes += 1) {
      const { code, text } = await poster.post(pathOf(writes % 2 === 0 ? like : unlike), { id: `${hundred}-1`, type: 'reply' })
      if (code !== 200) throw new Error(text().slice(0, 200))
      await setTimeout(writeEveryMs)
    }
  })()
  try {
    const storm = await work()
    return { storm, writes: (1000 * writes) / (performance.now() - began) }
  } finally {
    over.abort()
    await writing
    poster.close()
  }
}

/** Words in half of all threads and replies, alone and with rare ones, prefixes, a typo, a word without matches. */
const queries = [
  '磁力',
  '下载',
  '速度',
  '磁力 链接',
  'magnet',
  'harb',
  'ma',
  'magnwt',
  'router',
  'magnet router',
  'topic77',
  'thread 77777',
  '路由器 99998',
  'zebra',
]

/** Server time, as counted by its metrics; the latency of a sequential client is printed too. */
async function searches(
  { engine, bench }: World,
  { token, things, call }: { token: string; things: string; call: typeof searchThreads | typeof searchReplies },
): Promise<string[]> {
  const poster = openPoster(bench.port, token)
  const before = await metered(bench.port, call, searchBudgetMs)
  for (const q of queries) {
    const times: number[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      const { code, ms } = await poster.post(pathOf(call), { q, limit: 20 })
      expect(code).toBe(200)
      times.push(ms)
    }
    console.log(
      `${engine}, ${things}, ${q}: p50 ${median(times).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms for a client`,
    )
  }
  poster.close()
  const { all, inTime } = since(before, await metered(bench.port, call, searchBudgetMs))
  const share = (100 * inTime) / all
  report(`${engine}, searches among ${searched} ${things} within ${searchBudgetMs} ms`, { figure: share, budget: 99, unit: '%' })
  expect(all).toBe(queries.length * turns)
  return share >= 99 ? [] : [`searches among ${things}`]
}

type Target = { port: number; address: string; token: string | (() => string); input: object | (() => object) }

const now = <T extends object | string>(given: T | (() => T)): T => (typeof given === 'function' ? given() : given)

async function storm(
  { port, address, token, input }: Target,
  forMs: number,
): Promise<{ perSecond: number; p99: number; bytes: number }> {
  const times: number[] = []
  let size = 0
  const posters = Array.from({ length: connections }, () => openPoster(port, ''))
  const began = performance.now()
  await Promise.all(
    posters.map(async (poster) => {
      while (performance.now() - began < forMs) {
        const { code, ms, bytes, text } = await poster.post(address, now(input), now(token))
        if (code !== 200) throw new Error(text().slice(0, 200))
        times.push(ms)
        size = bytes
      }
    }),
  )
  const perSecond = (1000 * times.length) / (performance.now() - began)
  for (const poster of posters) poster.close()
  return { perSecond, p99: percentile(times, 0.99), bytes: size }
}

async function bareServer(bytes: number): Promise<{ port: number; stop: () => void }> {
  const child = spawn(process.execPath, [path.join(root, 'bench/parts/bare-fastify.ts'), String(bytes)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line]: Buffer[] = await once(child.stdout, 'data')
  return { port: Number(String(line)), stop: () => child.kill() }
}
