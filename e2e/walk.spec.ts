/**
 * Walks the routes of the app as a guest, without a box, with an empty box, with everything, and with the box offline: no message in the console, no axe finding, no
 * sideways scroll, no word of the other language, no layout shift, and the same page after a reload and after going away and back. `npm run walk` takes each route in each
 * state and prints the table.
 */
import { register, type SignedIn } from '@homeport/contract/account.ts'
import { bindDevice, type Device } from '@homeport/contract/device.ts'
import { listTasks, startTask } from '@homeport/contract/download.ts'
import { threads } from '@homeport/contract/forum.ts'
import { sendMessage } from '@homeport/contract/message.ts'
import { listFilms } from '@homeport/contract/movie.ts'
import type { Page } from 'playwright-core'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './parts/app.ts'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { storyPassword } from './parts/story.ts'
import { until } from './parts/wait.ts'
import { langs, routes, states, visitsOf, widths, type Ids, type State, type Visit } from './parts/walk-routes.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openFileServer, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network', !canMakeFilms && 'ffmpeg'].filter(
  (one) => one !== false,
)
/** Otherwise every second route once. */
const isWhole = process.env['WALK'] === 'all'
/** Of which a page may be moved in all, without a tap (the measure of Lighthouse). */
const shiftMost = 0.05

/** Every so many visits of the small walk. */
const leftEvery = 3
/** Where a visit goes before it comes back. */
const elsewhere = '/pages/main/product/index'

type Lang = (typeof langs)[number]
type Person = { signedIn: SignedIn; device: Device | null }

declare global {
  /** Counted by the page itself since it was loaded: each shift with the elements that moved. */
  var shifts: { value: number; moved: string[] }[]
}

test('the whole walk has every pair of route, state, language, width and theme', () => {
  const seen = new Set(
    visitsOf({ isSmall: false }).flatMap(({ route, state, lang, width, isDark }) => {
      const values = [`r ${route}`, `s ${state}`, `l ${lang}`, `w ${width}`, `d ${isDark}`]
      return values.flatMap((one) => values.map((other) => `${one} & ${other}`))
    }),
  )
  const all = [
    Object.keys(routes).map((one) => `r ${one}`),
    states.map((one) => `s ${one}`),
    langs.map((one) => `l ${one}`),
    widths.map((one) => `w ${one}`),
    ['d true', 'd false'],
  ]
  const expected = all.flatMap((some, at) =>
    all.slice(at + 1).flatMap((others) => some.flatMap((a) => others.map((b) => `${a} & ${b}`))),
  )
  expect(expected.filter((pair) => !seen.has(pair))).toEqual([])
})

describe.skipIf(missing.length > 0)(`every route${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`, () => {
  let world: World
  let phone: Phone
  let files: Awaited<ReturnType<typeof openFileServer>>
  const messages: string[] = []
  const people: Record<Lang, Record<'single' | 'owner', Person>> = Object.create(null)
  const ids: Record<Lang, Ids> = Object.create(null)

  beforeAll(async () => {
    world = await openWorld({ env: { HOMEPORT_DEMO: '1' } })
    phone = await openPhone({ locale: 'en-US' })
    phone.page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) messages.push(`${message.type()}: ${message.text()}`)
    })
    phone.page.on('pageerror', (error) => messages.push(String(error)))
    await phone.page.addInitScript(() => {
      globalThis.shifts = []
      type Source = { node?: Element | null; previousRect: DOMRect; currentRect: DOMRect }
      type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
      const placeOf = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
          if (hadRecentInput) continue
          const moved = sources.map(
            ({ node, previousRect, currentRect }) =>
              `${node?.nodeName}.${node?.className} from ${placeOf(previousRect)} to ${placeOf(currentRect)}`,
          )
          globalThis.shifts.push({ value, moved })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const film = path.join(world.folder, 'film.mp4')
    await makeFilm(film, { seconds: 4 })
    files = await openFileServer({ '/Night.Train.2009.1080p.mp4': await readFile(film) })
    for (const lang of langs) await settleIn(lang)
  })
  afterAll(async () => {
    await phone?.close()
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
    }
  }

  /** A film that was downloaded: a task, a film of the library, in both realms. */
  async function fill(): Promise<void> {
    const { signedIn, device } = people.en.owner
    const app = { address: world.addresses[0] ?? '', lang: 'en' as const, token: signedIn.token }
    if (!device) throw new Error('no box')
    await askAs.act(app, startTask, { devsn: device.devsn, data: { url: `${files.address}/Night.Train.2009.1080p.mp4` } })
    for (const lang of langs) {
      const { signedIn: own, device: box } = people[lang].owner
      const from = { ...app, lang, token: own.token }
      const devid = box?.devid ?? ''
      await until('the film is in the library', async () => (await askAs(from, listFilms, { devid })).data.length > 0, 60_000)
      const [film] = (await askAs(from, listFilms, { devid })).data
      const [task] = (await askAs(from, listTasks, { devid })).data
      ids[lang] = { ...ids[lang], film: film?.id ?? '', task: task?.task_id ?? '' }
    }
  }

  /** What the browser keeps of a person, in both languages. */
  async function become(state: State): Promise<void> {
    const kept = langs.flatMap((lang): [string, unknown][] => {
      const person = state === 'guest' ? null : people[lang][state === 'no box' ? 'single' : 'owner']
      const device = person?.device && { ...person.device, online: state === 'box offline' ? 0 : 1 }
      return [
        [`homeport.${lang}.token`, person?.signedIn.token],
        [`homeport.${lang}.userInfo`, person?.signedIn.user],
        [`homeport.${lang}.bindInfo`, person?.signedIn.bind],
        [`homeport.${lang}.currentDevice`, device],
      ]
    })
    await phone.page.goto(`${world.addresses[0]}/mark.svg`)
    await phone.page.evaluate((values) => {
      localStorage.clear()
      for (const [name, is] of values) if (is) localStorage.setItem(name, JSON.stringify({ v: 1, is, at: Date.now() }))
    }, kept)
  }

  for (const state of states) {
    test(
      state,
      async () => {
        if (state === 'everything') await fill()
        if (state === 'box offline') await world.killStation()
        await become(state)
        const visits = visitsOf({ isSmall: !isWhole }).filter((visit) => visit.state === state)
        const wrong: string[] = []
        for (const [at, visit] of visits.entries()) {
          const findings = await look(visit, { isLeft: isWhole || at % leftEvery === 0 })
          const { route, lang, width, isDark } = visit
          const line = `${state} · ${route} · ${lang} · ${width} · ${isDark ? 'dark' : 'light'}`
          if (isWhole) console.log(`${findings.length === 0 ? 'ok ' : 'NO '} ${line}`)
          wrong.push(...findings.map((finding) => `${line}: ${finding}`))
        }
        expect(wrong).toEqual([])
      },
      isWhole ? 1_800_000 : undefined,
    )
  }

  /** isLeft: the page is reloaded, left and returned to. */
  async function look({ route, state, lang, width, isDark }: Visit, { isLeft }: { isLeft: boolean }): Promise<string[]> {
    const { page } = phone
    messages.length = 0
    await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
    await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' })
    await page.goto(`${world.addresses[0]}/mark.svg`)
    await page.evaluate((is) => localStorage.setItem('homeport.lang', JSON.stringify({ v: 1, is, at: 0 })), lang)
    await page.goto(`${world.addresses[0]}/#${route}${routes[route]?.(ids[lang]) ?? ''}`)
    const first = await settled(page)
    const findings = [...(await findingsOn(page, lang)), ...(await phone.axe()).map((one) => `axe ${one}`)]
    if (first.startsWith('nothing')) findings.push(first)
    // The question about an offline box may lie over the page: whoever reads it neither reloads nor leaves within its first moment.
    const isQuestioned = state === 'box offline' && route.startsWith('/pages/device/')
    if (!isLeft || isQuestioned) return [...findings, ...messages]
    await page.reload()
    const again = await settled(page)
    if (again !== first) findings.push(`after a reload "${again}" instead of "${first}"`)
    await page.evaluate((to) => (location.hash = to), route === elsewhere ? '#/pages/index/index' : `#${elsewhere}`)
    await settled(page)
    await page.goBack()
    const back = await settled(page)
    if (back !== first) findings.push(`after going back "${back}" instead of "${first}"`)
    return [...findings, ...messages]
  }
})

/** Waits until the page stands: a heading and nothing that loads, or a question. Returns where it stands. */
async function settled(page: Page): Promise<string> {
  const standsMs = 300
  const stood = await page.evaluate(async (enoughMs) => {
    const isShown = (selector: string) => [...document.querySelectorAll(selector)].some((one) => one.getClientRects().length > 0)
    const pageNow = () => {
      if (!isShown('[role=alertdialog]') && (!isShown('h1') || isShown('[aria-busy=true]'))) return ''
      const heading = document.querySelector('[role=alertdialog] h2') ?? document.querySelector('h1')
      return JSON.stringify([location.hash.split('?')[0], heading?.textContent, document.body.scrollHeight])
    }
    let [before, since] = ['', performance.now()]
    const end = performance.now() + 20_000
    while (performance.now() < end && (before === '' || performance.now() - since < enoughMs)) {
      await new Promise((resolve) => requestAnimationFrame(resolve))
      const now = pageNow()
      if (now !== before) [before, since] = [now, performance.now()]
    }
    return before
  }, standsMs)
  if (stood === '') return `nothing that stands on ${page.url()}`
  const [hash, heading]: [string, string] = JSON.parse(stood)
  return `${heading} on ${hash}`
}

const chinese = /[\u4e00-\u9fff]{2,}/
/** Three words in a row; names of parts and people are shorter, and licences stay as they are. */
const english = /\b[A-Za-z]{2,}(?: [A-Za-z]{2,}){2,}/

async function findingsOn(page: Page, lang: Lang): Promise<string[]> {
  const { texts, sideways, shifts } = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      // What people wrote, and the names of languages, are of any language.
      if (!parent || parent.closest('noscript, script, style, [lang], [data-own-words]')) continue
      if (parent.getClientRects().length > 0) found.push(node.textContent?.trim() ?? '')
    }
    const { scrollWidth, clientWidth } = document.documentElement
    return { texts: found, sideways: scrollWidth - clientWidth, shifts: globalThis.shifts }
  })
  const shifted = shifts.reduce((sum, { value }) => sum + value, 0)
  const moved = shifts.flatMap((shift) => shift.moved).join(', ')
  const foreign = texts.filter((text) => (lang === 'en' ? chinese : english).test(text))
  return [
    ...(sideways > 0 ? [`scrolls sideways by ${sideways}`] : []),
    ...(shifted > shiftMost ? [`shifted by ${shifted.toFixed(3)}: ${moved}`] : []),
    ...foreign.map((text) => `not translated: ${text.slice(0, 80)}`),
  ]
}
