/** One layout grid on every page: from a small phone to a large window there is no horizontal scrolling, content starts at the same edge, no title is cut beside free space, no column stays empty. */
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import type { SignedIn } from '@homeport/contract/account.ts'
import { defaultDevice, renameDevice } from '@homeport/contract/device.ts'
import { listFilms } from '@homeport/contract/movie/movie.ts'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './parts/app.ts'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { settleOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { look } from './parts/look.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)
const widths = [320, 390, 600, 768, 900, 1280, 1920]
const longest = 'Donaudampfschifffahrtsgesellschaft'.repeat(4)
const films = ['Metropolis.1927.1080p', 'Spring in a Small Town (1948)', 'Charade.1963.720p']
const pages = [
  '/pages/index/index',
  '/pages/main/movie/list',
  '/pages/main/device/index',
  '/pages/main/explore/explore',
  '/pages/main/user/index',
  '/pages/device/setting/setting',
  '/pages/device/setting/info',
  '/pages/device/setting/status',
  '/pages/device/setting/household',
  '/pages/user/mine/device',
  '/pages/user/setup/index',
  '/pages/user/setup/safe/index',
  '/pages/user/userinfo/index',
  '/pages/user/help/index',
  '/pages/user/about/index',
]

type Measured = { width: number; sideways: number; edge: number | null; cut: string[]; emptyColumns: string[] }

/** Runs in the browser. */
function measure(): Measured {
  const main = document.querySelector('main')
  const isShown = (element: Element) =>
    element.getClientRects().length > 0 && !element.closest('.text-visuallyHidden, [aria-hidden=true]')
  const all = [...(main?.querySelectorAll('*') ?? [])].filter(isShown)
  const boxOf = (element: Element) => element.getBoundingClientRect()
  const hasWords = (element: Element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
  const edges = all.filter(
    (element) => hasWords(element) || element.matches('.card-card, .list-list, .poster-poster, .segments-segments'),
  )
  const cut = all
    .filter((element) => element.matches('h1, h2, .text-oneLine, .text-label') && element.scrollWidth > element.clientWidth + 1)
    .filter((element) => {
      const row = element.parentElement
      if (!row) return false
      const style = getComputedStyle(row)
      const end = boxOf(row).right - Number.parseFloat(style.paddingRight)
      const used = Math.max(...[...row.children].map((child) => boxOf(child).right))
      return end - used > 24
    })
  const empty = all.filter((element) => {
    const style = getComputedStyle(element)
    const children = [...element.children].filter((child) => boxOf(child).height > 0)
    const starts = new Set(children.map((child) => Math.round(boxOf(child).left))).size
    const isColumns = element.matches('.grid-columns') && style.columnCount === '2'
    const isGrid = element.matches('.grid-mainAside, .grid-sideMain, .grid-halves') && style.display === 'grid'
    return (isColumns || isGrid) && starts < 2
  })
  const root = document.documentElement
  return {
    width: innerWidth,
    sideways: root.scrollWidth - root.clientWidth,
    edge: edges.length === 0 ? null : Math.round(Math.min(...edges.map((element) => boxOf(element).left))),
    cut: cut.map((element) => element.textContent ?? ''),
    emptyColumns: empty.map((element) => element.className),
  }
}

/** What stands beyond the edges of the window, words included. */
async function sidewaysIn(parts: Locator): Promise<string[]> {
  return parts.evaluateAll((all) =>
    all
      .filter((one) => {
        const range = document.createRange()
        range.selectNodeContents(one)
        return [one, range].some((part) => {
          const { left, right } = part.getBoundingClientRect()
          return left < 0 || right > innerWidth
        })
      })
      .map((one) => one.textContent || one.getAttribute('aria-label') || one.tagName),
  )
}

describe.skipIf(missing.length > 0)(`the grid${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`, () => {
  let world: World
  let phone: Phone
  let address: string
  let signedIn: SignedIn
  beforeAll(async () => {
    world = await openWorld()
    address = world.addresses[0] ?? ''
    const clip = path.join(world.folder, 'clip.mkv')
    await makeFilm(clip, { seconds: 3, size: '1280x720' })
    await mkdir(path.join(world.downloads, 'shelf'), { recursive: true })
    for (const name of films) await copyFile(clip, path.join(world.downloads, 'shelf', `${name}.mkv`))
    phone = await openPhone({ locale: words.en.locale })
    signedIn = await settleOn(phone, { address, lang: 'en', username: 'calm-sailor', code: (await world.pair()).code })
  })
  afterAll(async () => {
    await phone.close()
    await world.stop()
  })

  test('the tile of the library says how many films there are', async () => {
    const { page } = phone
    await page.goto(`${address}/#/pages/main/device/index`)
    await page.getByRole('link', { name: `Library ${films.length} films` }).waitFor()
  })

  test('C39: scanning opens what takes a code, on the device page alone once a box is paired', async () => {
    const { page } = phone
    await page.goto(`${address}/#/pages/main/device/index`)
    await page.getByRole('button', { name: 'Add a box' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Scan QR code' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('nothing scrolls sideways, is cut beside free room or leaves a column empty; all begins at one edge', async () => {
    const { page } = phone
    const wrong: string[] = []
    for (const route of pages) {
      // Unloads the previous page, so that it is not measured.
      await page.goto('about:blank')
      await page.goto(`${address}/#${route}`)
      await until(
        `${route} stands`,
        async () =>
          (await page
            .locator('main:not([aria-busy=true]) :is(.card-card, .list-list, .poster-poster, .segments-segments, form)')
            .count()) > 0,
      )
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        const gutter = width < 360 ? 16 : width < 900 ? 20 : 92 + 40
        // The window may still have its former width, and what is loading has no column and not its last size yet.
        let measured = await page.evaluate(measure)
        const settled = async () => {
          measured = await page.evaluate(measure)
          const { sideways, edge, cut, emptyColumns } = measured
          return measured.width === width && sideways <= 0 && edge === gutter && cut.length + emptyColumns.length === 0
        }
        await until(`${route} at ${width}`, settled).catch(() => null)
        const { sideways, edge, cut, emptyColumns } = measured
        if (sideways > 0) wrong.push(`${route} ${width}: scrolls ${sideways} px sideways`)
        if (edge !== gutter) wrong.push(`${route} ${width}: begins at ${edge}, not ${gutter}`)
        for (const words of cut) wrong.push(`${route} ${width}: cuts ${words}`)
        for (const name of emptyColumns) wrong.push(`${route} ${width}: an empty column of ${name}`)
      }
    }
    expect(wrong).toEqual([])
    expect(phone.errors).toEqual([])
  })

  test('buttons that stand beside each other in the foot of a sheet are of one height', async () => {
    const { page } = phone
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${address}/#/pages/main/movie/list`)
    await page.getByRole('button', { name: 'Filter' }).click()
    const buttons = page.getByRole('dialog').getByRole('button', { name: /^(?:Reset|Show 3 films)$/ })
    await until('both stand', async () => (await buttons.count()) === 2)
    const boxes = await buttons.evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ y, height }) => [y, height]),
    )
    expect(boxes[0]).toEqual(boxes[1])
    await page.keyboard.press('Escape')
  })

  test('saved data of this device is cleared, and what is signed in stays so', async () => {
    const { page } = phone
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`${address}/#/pages/user/setup/index`)
    const clear = page.getByRole('main').getByRole('button', { name: 'Clear', exact: true })
    const row = clear.locator('../..')
    await until('something was kept', async () => /[KM]B/.test(await row.innerText()))
    await clear.click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Clear' }).click()
    await until('it is gone', async () => (await row.innerText()).includes('0 B'))
    await page.reload()
    await page.getByRole('button', { name: 'Sign out' }).waitFor()
  })

  test('names as long as they may be, without a blank, widen no page and cover no value', async () => {
    const { page } = phone
    const folder = path.join(world.downloads, longest)
    await mkdir(folder)
    await copyFile(path.join(world.folder, 'clip.mkv'), path.join(folder, `${longest}.mkv`))
    await page.setViewportSize({ width: 320, height: 640 })
    const app = { address, lang: 'en' as const, token: signedIn.token }
    const device = await askAs(app, defaultDevice, {})
    const isHere = async () =>
      (await askAs(app, listFilms, { devid: device?.devid ?? '' })).data.some(({ title }) => title.startsWith('Donau'))
    await until('the film is in the library', isHere)
    await page.goto(`${address}/#/pages/device/movie/search/index`)
    await page.getByRole('searchbox').fill('Donau')
    await page.getByRole('heading', { name: 'Files' }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const film = (await askAs(app, listFilms, { devid: device?.devid ?? '' })).data.find(({ title }) => title.startsWith('Donau'))
    await page.goto(`${address}/#/pages/device/movie/detail?id=${film?.id}`)
    await page.getByRole('button', { name: 'Delete files' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: 'Delete files' }).waitFor()
    expect(await sidewaysIn(sheet.locator('h2, h2 + button'))).toEqual([])
    await look(phone, 'long-sheet')
    await sheet.getByRole('button', { name: 'Delete files' }).click()
    const toasts = page.locator('.toast-toasts')
    await toasts.getByRole('link').waitFor()
    expect(await sidewaysIn(toasts.locator('a, .toast-toast'))).toEqual([])
    await look(phone, 'long-toast')
    await askAs(app, renameDevice, { devsn: device?.devsn ?? '', name: 'W'.repeat(20) })
    await page.goto('about:blank')
    await page.goto(`${address}/#/pages/device/setting/setting`)
    const row = page.locator('.list-row').filter({ hasText: 'WWWW' })
    await row.waitFor()
    const [label, value] = await row.evaluate((one) =>
      [...one.querySelectorAll('.list-label, .list-value')].map((part) => {
        const range = document.createRange()
        range.selectNodeContents(part)
        return range.getBoundingClientRect()
      }),
    )
    expect(label?.right).toBeLessThanOrEqual(value?.left ?? 0)
  })
})
