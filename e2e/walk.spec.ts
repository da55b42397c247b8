/**
 * Walks the routes of the app as a guest, without a box, with an empty box, with everything, and with the box offline: no message in the console, no axe finding, no
 * sideways scroll, no word of the other language, no layout shift, and the same page, at the same place, after a reload and after going away and back. Two phones walk
 * side by side, one in each language. `npm run walk` loads and leaves each page that it visits, and prints the table; `npm test` opens each from the page before, as its own
 * links do, and loads and leaves it once for each route.
 */
import { register, type SignedIn } from '@homeport/contract/account.ts'
import { bindDevice, checkOnline, type Device } from '@homeport/contract/device.ts'
import { listTasks, startTask } from '@homeport/contract/download/download.ts'
import { feedList, feedSave } from '@homeport/contract/feed/feed.ts'
import { FeedRule } from '@homeport/contract/feed/feed-rule.ts'
import { threads } from '@homeport/contract/forum.ts'
import { sendMessage } from '@homeport/contract/message.ts'
import { listFilms } from '@homeport/contract/movie/movie.ts'
import { readFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './parts/app.ts'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { keepSession } from './parts/session.ts'
import { storyPassword } from './parts/story.ts'
import { rss } from '../testing/feed-server.ts'
import { until } from '../testing/until.ts'
import {
  findingsOn,
  goElsewhere,
  openByLink,
  openFromPage,
  openWalker,
  scrollDown,
  settled,
  type Lang,
  type Walker,
} from './parts/walker.ts'
import {
  langs,
  pageRoutes,
  routes,
  states,
  widths,
  allVisits,
  isRefused,
  shownStates,
  smallVisits,
  type Ids,
  type State,
  type Visit,
} from './parts/walk-routes.ts'
import { hasBrowser, lanAddress, openFileServer, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network', !canMakeFilms && 'ffmpeg'].filter(
  (one) => one !== false,
)
/** Otherwise the small walk. */
const isWhole = process.env['WALK'] === 'all'
/** Where a visit goes before it comes back. */
const elsewhere = '/pages/main/product/index'

type Person = { signedIn: SignedIn; device: Device | null }

/** The pairs of these values: of one each, and of one with another. */
const pairsOf = (values: readonly string[]) => values.flatMap((one) => values.map((other) => `${one} & ${other}`))
const seenIn = (visits: readonly Visit[]) =>
  new Set(
    visits.flatMap(({ route, state, lang, width, isDark }) =>
      pairsOf([`r ${route}`, `s ${state}`, `l ${lang}`, `w ${width}`, `d ${isDark}`]),
    ),
  )
/** Every pair that there is. */
function allPairs(): string[] {
  const all = [
    Object.keys(routes).map((one) => `r ${one}`),
    states.map((one) => `s ${one}`),
    langs.map((one) => `l ${one}`),
    widths.map((one) => `w ${one}`),
    ['d true', 'd false'],
  ]
  return all.flatMap((some, at) => all.slice(at + 1).flatMap((others) => some.flatMap((a) => others.map((b) => `${a} & ${b}`))))
}

test('the walk has each page of the app', () => {
  expect(Object.keys(routes).toSorted()).toEqual(pageRoutes.toSorted())
})

test('the whole walk has every pair of route, state, language, width and theme', () => {
  const seen = seenIn(allVisits)
  expect(allPairs().filter((pair) => !seen.has(pair))).toEqual([])
})

test('the small walk has them too, but for states that a route refuses or that change nothing on it, and for two of the five widths of a route', () => {
  const visits = smallVisits()
  expect(visits.length).toBeLessThanOrEqual(300)
  const shown = visits.filter(({ route, state }) => !isRefused(route, state))
  const seen = seenIn(shown)
  const missed = allPairs().filter((pair) => !seen.has(pair))
  const leftOut = Object.keys(routes).flatMap((route) =>
    states.filter((state) => !shownStates(route).includes(state)).map((state) => `r ${route} & s ${state}`),
  )
  const isOfWidth = (pair: string) => /^r .* & w /.test(pair)
  expect(missed.filter((pair) => !isOfWidth(pair)).toSorted()).toEqual(leftOut.toSorted())
  for (const route of Object.keys(routes)) {
    const own = shown.filter((visit) => visit.route === route)
    expect(new Set(own.map(({ width }) => width)).size, route).toBeGreaterThanOrEqual(3)
    expect(new Set(own.map(({ width }) => width < 768)).size, route).toBe(2)
    expect(
      own.filter(({ isLeft }) => isLeft),
      route,
    ).toHaveLength(1)
  }
  // The guard's own answers: to guests for each kind of page, and without a box.
  expect(visits.length - shown.length).toBe(3)
})

describe.skipIf(missing.length > 0)(`every route${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`, () => {
  let world: World
  const walkers: Walker[] = []
  let files: Awaited<ReturnType<typeof openFileServer>>
  const people: Record<Lang, Record<'single' | 'owner', Person>> = Object.create(null)
  const ids: Record<Lang, Ids> = Object.create(null)

  beforeAll(async () => {
    world = await openWorld({ env: { HOMEPORT_DEMO: '1' } })
    for (const lang of langs) walkers.push(await openWalker(lang))
    const film = path.join(world.folder, 'film.mp4')
    await makeFilm(film, { seconds: 4 })
    files = await openFileServer({
      '/Night.Train.2009.1080p.mp4': await readFile(film),
      '/feed.xml': Buffer.from(rss([{ title: 'Harbour.Stories.S01E10.1080p' }])),
    })
    for (const lang of langs) await settleIn(lang)
  })
  afterAll(async () => {
    for (const { phone } of walkers) await phone.close()
    await files?.stop()
    await world?.stop()
  })

  /** Two people of a realm: one alone, and one with the box. */
  async function settleIn(lang: Lang): Promise<void> {
    const app = { address: world.addresses[0] ?? '', lang }
    const open = (username: string) => askAs(app, register, { username, password: storyPassword, agreed: 1 })
    const [single, owner] = [await open('walker'), await open('lighthouse')]
    await askAs({ ...app, token: single.token }, sendMessage, { to: owner.user.user_id, id: 'message-of-the-walk', text: '盒子' })
    const device = await askAs({ ...app, token: owner.token }, bindDevice, await world.pair())
    people[lang] = { single: { signedIn: single, device: null }, owner: { signedIn: owner, device } }
    await until('the forum is filled', async () => (await askAs(app, threads, { limit: 20 })).data.length > 5)
    const { data } = await askAs(app, threads, { limit: 50 })
    const thread = data.find(({ images }) => images.length > 1)
    if (!thread) throw new Error('no thread with pictures')
    ids[lang] = {
      thread: thread.id,
      board: String(thread.board_id),
      pictures: thread.images.map(({ id }) => id).join(','),
      person: single.user.user_id,
      film: 'none',
      task: 'none',
      feed: '',
    }
  }

  /** A film that was downloaded: a task, a film of the library, in both realms; and a feed, which only the first to take the box may see. */
  async function fill(): Promise<void> {
    const { signedIn, device } = people.en.owner
    const app = { address: world.addresses[0] ?? '', lang: 'en' as const, token: signedIn.token }
    if (!device) throw new Error('no box')
    await askAs.act(app, startTask, { devsn: device.devsn, data: { url: `${files.address}/Night.Train.2009.1080p.mp4` } })
    await askAs.act(app, feedSave, {
      devsn: device.devsn,
      data: { feed_id: 'feed-of-the-walk', name: 'Harbour', address: `${files.address}/feed.xml`, rule: FeedRule.parse({}) },
    })
    await until('the feed is read', async () => {
      const { data } = await askAs.act(app, feedList, { devsn: device.devsn, data: {} })
      return feedList.output.parse(data).data.every(({ checked_at, failing_since }) => checked_at > 0 && failing_since === 0)
    })
    for (const lang of langs) {
      const { signedIn: own, device: box } = people[lang].owner
      const from = { ...app, lang, token: own.token }
      const devid = box?.devid ?? ''
      await until('the film is in the library', async () => (await askAs(from, listFilms, { devid })).data.length > 0)
      const [film] = (await askAs(from, listFilms, { devid })).data
      const [task] = (await askAs(from, listTasks, { devid })).data
      ids[lang] = { ...ids[lang], film: film?.id ?? '', task: task?.task_id ?? '', feed: 'feed-of-the-walk' }
    }
  }

  /** Until the cloud knows: a page that was told "online" before would be drawn anew. */
  async function leaveOffline(): Promise<void> {
    await world.killStation()
    for (const lang of langs) {
      const { signedIn, device } = people[lang].owner
      const app = { address: world.addresses[0] ?? '', lang, token: signedIn.token }
      const isOffline = async () => (await askAs(app, checkOnline, { devid: device?.devid ?? '' })).online === 0
      await until('the cloud knows that the box is offline', isOffline)
    }
  }

  /** Puts the session of the state's person into the browser. */
  async function become({ phone: { page }, lang }: Walker, state: State): Promise<void> {
    const person = state === 'guest' ? null : people[lang][state === 'no box' ? 'single' : 'owner']
    const device = person?.device && { ...person.device, online: state === 'box offline' ? 0 : 1 }
    await keepSession(page, world.addresses[0] ?? '', { lang, signedIn: person?.signedIn, device })
    await page.goto(`${world.addresses[0]}/#${elsewhere}`)
  }

  for (const state of states) {
    test(
      state,
      async () => {
        if (state === 'everything') await fill()
        if (state === 'box offline') await leaveOffline()
        const visits = (isWhole ? allVisits : smallVisits()).filter((visit) => visit.state === state)
        const began = performance.now()
        const wrong = (await Promise.all(walkers.map((walker) => walk(walker, visits)))).flat()
        if (isWhole) {
          const minutes = ((performance.now() - began) / 60_000).toFixed(1)
          console.log(
            `${state}: ${visits.length} visits, ${wrong.length} findings, ${minutes} min at a load of ${os.loadavg()[0]?.toFixed(1)}`,
          )
        }
        expect(wrong).toEqual([])
      },
      isWhole ? 1_800_000 : undefined,
    )
  }

  /** The visits of its language, of one state. Returns what is wrong. */
  async function walk(walker: Walker, visits: Visit[]): Promise<string[]> {
    const wrong: string[] = []
    const own = visits.filter(({ lang }) => lang === walker.lang)
    const [first] = own
    if (first) await become(walker, first.state)
    for (const visit of own) {
      const began = performance.now()
      const findings = await look(walker, visit, isWhole || visit === first ? openByLink : openFromPage)
      const { route, state, lang, width, isDark } = visit
      const line = `${state} · ${route} · ${lang} · ${width} · ${isDark ? 'dark' : 'light'}`
      const seconds = ((performance.now() - began) / 1_000).toFixed(1)
      if (isWhole) console.log(`${findings.length === 0 ? 'ok ' : 'NO '} ${line} · ${seconds} s`)
      wrong.push(...findings.map((finding) => `${line}: ${finding}`))
    }
    return wrong
  }

  async function look(
    walker: Walker,
    { route, lang, width, isDark, isLeft }: Visit,
    openPage: typeof openByLink,
  ): Promise<string[]> {
    const { phone, messages } = walker
    messages.length = 0
    await phone.page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
    await phone.page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
    await openPage(walker, `${route}${routes[route]?.(ids[lang]) ?? ''}`)
    const first = await settled(walker)
    // A page that is reloaded is looked at then: its parts come one after the other again.
    if (isLeft) await phone.page.reload()
    const again = isLeft ? await settled(walker) : first
    const findings = await findingsOn(walker)
    if (first.startsWith('nothing')) findings.push(first)
    if (again !== first) findings.push(`after a reload "${again}" instead of "${first}"`)
    if (!isLeft) return [...findings, ...messages]
    const top = await scrollDown(walker)
    await goElsewhere(phone, route === elsewhere ? '/pages/index/index' : elsewhere)
    await phone.page.goBack()
    const back = await settled(walker)
    if (back !== first) findings.push(`after going back "${back}" instead of "${first}"`)
    const topNow = await phone.page.evaluate(() => scrollY)
    if (Math.abs(topNow - top) > 2) findings.push(`after going back at ${topNow} px instead of ${top} px`)
    return [...findings, ...messages]
  }
})
