/** A phone that walks through the app's pages: it keeps count of messages, requests and moved elements, and tells what is wrong with a page and where it stands. */
import type { Page, Request } from 'playwright-core'
import { openPhone, type Phone } from '../phone.ts'
import type { langs } from './walk-routes.ts'

export type Lang = (typeof langs)[number]
export type Walker = {
  phone: Phone
  lang: Lang
  /** Errors and warnings of the page since they were last emptied. */
  messages: string[]
  loading: Set<Request>
}

declare global {
  /** Counted by the page itself since it was loaded: each shift with the elements that moved. */
  var shifts: { value: number; moved: string[] }[]
}

/** The share of a page that may be moved in all, without a tap (the measure of Lighthouse). */
const maxShift = 0.05
/** A page stands once nothing loads and it was the same for so long, and for so many frames: a busy machine draws few. */
const still = { ms: 120, frames: 6 }
const maxWaitMs = 20_000
const readPx = 240
/** Requests that never end: a film that is played, a socket. */
const endless = ['media', 'websocket', 'eventsource', 'ping']

export async function openWalker(lang: Lang): Promise<Walker> {
  const phone = await openPhone({ locale: lang === 'zh' ? 'zh-CN' : 'en-US', loadsAhead: true })
  const walker: Walker = { phone, lang, messages: [], loading: new Set() }
  const { page } = phone
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) walker.messages.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => walker.messages.push(String(error)))
  page.on('request', (request) => {
    if (!endless.includes(request.resourceType())) walker.loading.add(request)
  })
  page.on('requestfinished', (request) => walker.loading.delete(request))
  page.on('requestfailed', (request) => walker.loading.delete(request))
  await page.addInitScript(() => {
    globalThis.shifts = []
    type Source = { node?: Element | null; previousRect: DOMRect; currentRect: DOMRect }
    type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
    const rectOf = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[]) {
        if (hadRecentInput) continue
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${node?.nodeName}.${node?.className} from ${rectOf(previousRect)} to ${rectOf(currentRect)}`,
        )
        globalThis.shifts.push({ value, moved })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return walker
}

/** Loads the app anew at this address within it, as a link from outside does: without a page before it. */
export async function openByLink({ phone: { page }, loading }: Walker, address: string): Promise<void> {
  await page.evaluate((to) => history.replaceState(null, '', `#${to}`), address)
  loading.clear()
  await page.reload()
}

/** Goes to this address from the open page, as by its own links; what moved before does not count. */
export async function openFromPage(walker: Walker, address: string): Promise<void> {
  walker.loading.clear()
  await walker.phone.page.evaluate(() => (globalThis.shifts = []))
  await goElsewhere(walker.phone, address)
}

/** Goes to another page by a link and waits until it is drawn. */
export async function goElsewhere({ page }: Pick<Phone, 'page'>, address: string): Promise<void> {
  await page.evaluate(
    async ({ to, maxMs }) => {
      const before = document.querySelector('h1')
      location.hash = `#${to}`
      const end = performance.now() + maxMs
      const isDrawn = () => {
        const heading = document.querySelector('h1')
        return heading !== null && heading !== before && heading.getClientRects().length > 0
      }
      while (!isDrawn() && performance.now() < end) await new Promise((resolve) => requestAnimationFrame(resolve))
    },
    { to: address, maxMs: maxWaitMs },
  )
}

/** Scrolls as far as a reader does first, if the page is that long. Returns where it is then. */
export function scrollDown({ phone: { page } }: Walker): Promise<number> {
  return page.evaluate(async (px) => {
    scrollTo(0, px)
    // The page hears of it with the next frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve))
    return scrollY
  }, readPx)
}

/** Waits until the page stands: a heading and nothing that loads, or a question. Returns where it stands. */
export async function settled({ phone: { page }, loading }: Walker): Promise<string> {
  const end = performance.now() + maxWaitMs
  let stood = ''
  do stood = await stillPage(page)
  while (stood !== '' && loading.size > 0 && performance.now() < end)
  if (stood === '') return `nothing that stands on ${page.url()}`
  if (loading.size > 0) return `nothing that stands, still loading ${[...loading].map((one) => one.url()).join(' ')}`
  const [hash, heading]: [string, string] = JSON.parse(stood)
  return `${heading} on ${hash}`
}

/** Waits until the page has a heading or a question, nothing in it is busy, and it stays the same for some frames. Returns what stands; '' where nothing does. */
export function stillPage(page: Page): Promise<string> {
  return page.evaluate(
    async ({ ms, frames, maxMs }) => {
      const isShown = (selector: string) =>
        [...document.querySelectorAll(selector)].some((one) => one.getClientRects().length > 0)
      const pageNow = () => {
        if (!isShown('[role=alertdialog]') && (!isShown('h1') || isShown('[aria-busy=true]'))) return ''
        const heading = document.querySelector('[role=alertdialog] h2') ?? document.querySelector('h1')
        return JSON.stringify([location.hash.split('?')[0], heading?.textContent, document.body.scrollHeight])
      }
      let [before, since, drawn] = ['', performance.now(), 0]
      const end = performance.now() + maxMs
      while (performance.now() < end && (before === '' || performance.now() - since < ms || drawn < frames)) {
        await new Promise((resolve) => requestAnimationFrame(resolve))
        const now = pageNow()
        drawn += 1
        if (now !== before) [before, since, drawn] = [now, performance.now(), 0]
      }
      return before
    },
    { ...still, maxMs: maxWaitMs },
  )
}

const chinese = /[\u4e00-\u9fff]{2,}/
/** Three words in a row; names of parts and people are shorter, and licences stay as they are. */
const english = /\b[A-Za-z]{2,}(?: [A-Za-z]{2,}){2,}/

/** Faults that a reader would see: a page wider than the screen, parts that moved, words of the other language; and the faults that axe finds. */
export async function findingsOn({ phone, lang }: Walker): Promise<string[]> {
  const { texts, sideways, shifts } = await phone.page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const words: string[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      // People's own texts, and the names of languages, are of any language.
      if (!parent || parent.closest('noscript, script, style, [lang], [data-own-words]')) continue
      if (parent.getClientRects().length > 0) words.push(node.textContent?.trim() ?? '')
    }
    const { scrollWidth, clientWidth } = document.documentElement
    return { texts: words, sideways: scrollWidth - clientWidth, shifts: globalThis.shifts }
  })
  const shifted = shifts.reduce((sum, { value }) => sum + value, 0)
  const moved = shifts.flatMap((shift) => shift.moved).join(', ')
  const foreign = texts.filter((text) => (lang === 'en' ? chinese : english).test(text))
  return [
    ...(sideways > 0 ? [`scrolls sideways by ${sideways}`] : []),
    ...(shifted > maxShift ? [`shifted by ${shifted.toFixed(3)}: ${moved}`] : []),
    ...foreign.map((text) => `not translated: ${text.slice(0, 80)}`),
    ...(await phone.axe()).map((one) => `axe ${one}`),
  ]
}
