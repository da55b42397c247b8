/** For people who see otherwise: text at twice its size by the browser's own setting, and the system's high contrast. */
import { threads } from '@homeport/contract/forum.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CDPSession, Page } from 'playwright-core'
import { askAs } from './parts/app.ts'
import { storyLanguages } from './parts/languages.ts'
import { look } from './parts/look.ts'
import { settleOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openFileServer, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)
const usualPx = 16
const texts = { en: { user: 'far-sighted', film: 'Night.Train.2009.mkv' }, zh: { user: '远视的人', film: 'Ye.Xing.2009.mkv' } }
const pages = [
  '/pages/index/index',
  '/pages/main/movie/list',
  '/pages/main/device/index',
  '/pages/main/explore/explore',
  '/pages/main/user/index',
  '/pages/device/download/list',
  '/pages/device/setting/status',
  '/pages/device/setting/info',
  '/pages/forum/type/index',
  '/pages/user/setup/index',
  '/pages/user/mine/postmanagement/index',
  '/pages/device/setting/downloadconfig',
  '/pages/user/userinfo/invoices',
]

/** Words that nobody can read: outside the window, with nothing that scrolls to them. */
const outside = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (part: Element | null): boolean =>
      part !== null && (/auto|scroll/.test(getComputedStyle(part).overflowX) || scrolls(part.parentElement))
    const isCutOnPurpose = (part: Element | null): boolean =>
      part !== null && (getComputedStyle(part).textOverflow === 'ellipsis' || isCutOnPurpose(part.parentElement))
    const hasWords = (part: Element) =>
      [...part.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
    return [...document.querySelectorAll('body *')]
      .filter(
        (part) =>
          hasWords(part) && getComputedStyle(part).clipPath === 'none' && !isCutOnPurpose(part) && !scrolls(part.parentElement),
      )
      .filter((part) => {
        const { left, right, width } = part.getBoundingClientRect()
        return width > 1 && (left < -1 || right > innerWidth + 1)
      })
      .map((part) => part.textContent?.trim().slice(0, 40))
  })

/** Words of a page's title that its bar cuts off. */
const cutTitles = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('header h1')]
      .filter((title) => title.scrollWidth > title.clientWidth + 1 || title.scrollHeight > title.clientHeight + 4)
      .map(({ textContent }) => textContent),
  )

describe.skipIf(missing.length > 0).each(storyLanguages('zh'))('for people who see otherwise (%s)', (lang) => {
  let world: World
  let phone: Phone
  let server: Awaited<ReturnType<typeof openFileServer>>
  let address = ''
  let all: string[] = []

  beforeAll(async () => {
    world = await openWorld({ env: { HOMEPORT_DEMO: '1' } })
    address = world.addresses[0] ?? ''
    phone = await openPhone({ locale: words[lang].locale })
    server = await openFileServer({ [`/${texts[lang].film}`]: Buffer.alloc(40_000_000, 7) }, 100_000)
    await settleOn(phone, { address, lang, username: texts[lang].user, code: (await world.pair()).code })
    let thread = ''
    await until('the tour has a thread', async () => {
      thread = (await askAs({ address, lang }, threads, { limit: 1 })).data[0]?.id ?? ''
      return thread !== ''
    })
    all = [...pages, `/pages/forum/postings/thread?id=${thread}`]
    const { page } = phone
    await page.goto(`${address}/#/pages/device/download/list`)
    await page.getByRole('button', { name: words[lang].add }).first().click()
    await page.getByRole('dialog').getByRole('textbox').fill(`${server.address}/${texts[lang].film}`)
    await page.getByRole('dialog').getByRole('button', { name: words[lang].start }).click()
    await page.locator('.download-row-row').first().waitFor()
  })
  afterAll(async () => {
    await phone?.close()
    await server?.stop()
    await world?.stop()
  })

  /** As the browser's settings do, for as long as the session is open. */
  async function setText(px: number): Promise<CDPSession> {
    const session = await phone.page.context().newCDPSession(phone.page)
    await session.send('Page.setFontSizes', { fontSizes: { standard: px, fixed: px } })
    return session
  }

  /** The page anew, once it stands: what it says is the same at two looks. */
  async function open(route: string): Promise<void> {
    const { page } = phone
    await page.goto('about:blank')
    await page.goto(`${address}/#${route}`)
    await page.locator('h1').first().waitFor()
    let before = ''
    await until(`${route} is at rest`, async () => {
      const text = await page.locator('main').first().innerText()
      const isSame = text === before && text.length > 20 && (await page.locator('[aria-busy=true]').count()) === 0
      before = text
      return isSame
    })
  }

  test('S95: text of twice the size is twice the size, and every word of it is in reach, on a phone and a desktop', async () => {
    const { page } = phone
    const session = await setText(2 * usualPx)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      for (const route of all) {
        await open(route)
        expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('32px')
        expect(await page.evaluate(() => document.documentElement.scrollWidth), `${route} at ${width}`).toBeLessThanOrEqual(width)
        expect(await outside(page), `${route} at ${width}`).toEqual([])
        expect(await cutTitles(page), `${route} at ${width}`).toEqual([])
        await look(phone, `large-${route.replaceAll('/', '-').replace(/\?.*/, '')}-${width}`)
      }
    }
    // At this size a desktop's window has room for a phone's layout.
    await open(pages[0] ?? '')
    const tabs = await page.getByRole('navigation').last().boundingBox()
    expect(tabs?.y ?? 0).toBeGreaterThan(600)
    await page.setViewportSize({ width: 390, height: 844 })
    await session.detach()
  })

  test('S96: in high contrast one sees what is chosen, what is on, how far it is and where a button ends', async () => {
    const { page } = phone
    await page.emulateMedia({ forcedColors: 'active' })
    const styleOf = (selector: string, of: 'backgroundColor' | 'outlineStyle') =>
      page
        .locator(selector)
        .first()
        .evaluate((part, name) => getComputedStyle(part)[name], of)
    await open('/pages/user/setup/index')
    await until('the sheet for it is there', async () => (await styleOf('.segments-segments', 'outlineStyle')) === 'solid')
    const on = await styleOf('input:checked + .switch-toggle', 'backgroundColor')
    expect(await styleOf('input:not(:checked) + .switch-toggle', 'backgroundColor')).not.toBe(on)
    const chosen = await styleOf(
      '.segments-segments [aria-selected=true], .segments-segments label:has(input:checked)',
      'backgroundColor',
    )
    const other = '.segments-segments [aria-selected=false], .segments-segments label:not(:has(input:checked))'
    expect(await styleOf(other, 'backgroundColor')).not.toBe(chosen)
    await look(phone, 'contrast-settings')
    await open('/pages/device/download/list')
    await page.locator('.bar-bar > i').first().waitFor({ state: 'attached' })
    expect(await styleOf('.bar-bar > i', 'backgroundColor')).not.toBe(await styleOf('.bar-bar', 'backgroundColor'))
    expect(await styleOf('.button-button', 'outlineStyle')).toBe('solid')
    await look(phone, 'contrast-downloads')
    await page.emulateMedia({ forcedColors: 'none' })
    expect(phone.errors).toEqual([])
  })
})
