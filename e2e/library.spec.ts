/** The library: films in the box's folder, the grid, a film's page, the shelves of the home page; new films appear by themselves, and the list stays while the box is offline. */
import { copyFile, mkdir, readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrivesOnHome } from './parts/arrival.ts'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { settleOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openFileServer, openWorld, type World } from './world.ts'
import { storyLanguages } from './parts/languages.ts'

const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)

const names = [
  '流浪地球2.2023.2160p.WEB-DL',
  'Metropolis.1927.1080p',
  'Spring in a Small Town (1948)',
  'Charade.1963.720p',
  'Sintel.2010',
]
/** With those above more than one page of the grid, which holds sixty. */
const moreNames = Array.from({ length: 60 }, (_, index) => `Harbour Night ${index + 1} (${1950 + (index % 70)})`)

const own = {
  en: {
    title: 'Library',
    films: (n: number) => `${n} films`,
    files: 'Versions',
    sync: 'Sync',
    sort: /^Sort: /,
    year: 'Year',
    fresh: 'Newly added',
    search: 'Search films',
    showing: 'Showing',
    favorite: 'Favourite',
    filter: /^Filter/,
    favorites: /^Favourites/,
    one: '1 film',
    show: /^Show /,
    back: 'Back',
    off: 'Box is offline',
  },
  zh: {
    title: '影库',
    films: (n: number) => `${n} 部影片`,
    files: '版本',
    sync: '同步',
    sort: /^排序：/,
    year: '年份',
    fresh: '最近添加',
    search: '搜索影片',
    showing: '已显示',
    favorite: '最爱',
    filter: /^筛选/,
    favorites: /^最爱/,
    one: '1 部影片',
    show: /^显示/,
    back: '返回',
    off: '盒子已离线',
  },
}

describe.skipIf(missing.length > 0)(`the library${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`, () => {
  let world: World
  let clip: string
  beforeAll(async () => {
    world = await openWorld()
    clip = path.join(world.folder, 'clip.mkv')
    await makeFilm(clip, { seconds: 3, size: '1280x720' })
    await mkdir(path.join(world.downloads, 'shelf'), { recursive: true })
    // The box takes pictures from each of them: of the many that only make the grid long, small ones.
    const small = path.join(world.folder, 'small.mkv')
    await makeFilm(small, { seconds: 3, size: '320x180' })
    const put = (file: string, name: string) => copyFile(file, path.join(world.downloads, 'shelf', `${name}.mkv`))
    for (const name of names) await put(clip, name)
    for (const name of moreNames) await put(small, name)
  })
  afterAll(() => world.stop())

  for (const lang of storyLanguages('en')) {
    test(`${lang}: grid, film and home on phone and desktop; what is new comes by itself`, async () => {
      const wide = lang === 'zh'
      const phone = await openPhone({ locale: words[lang].locale, dark: wide, ...(wide ? { width: 1280, height: 800 } : {}) })
      const { page } = phone
      const w = own[lang]
      // With both languages the English one has added some.
      const files = await readdir(world.downloads, { recursive: true })
      const total = files.filter((name) => name.endsWith('.mkv')).length
      const address = world.addresses[0] ?? ''
      try {
        const { code } = await world.pair()
        await settleOn(phone, { address, lang, username: lang === 'en' ? 'librarian' : '图书管理员', code })
        await page.goto(`${address}/#/pages/main/movie/list`)
        await page.getByText(w.films(total)).waitFor()
        await until('pictures are drawn', async () => (await page.locator('.poster-poster img').count()) >= 6)
        expect(await layoutShift(page)).toBeLessThan(0.02)
        expect(await phone.axe()).toEqual([])
        await look(phone, `library-${lang}`)

        await page.getByRole('button', { name: w.sort }).click()
        await page.getByRole('radio', { name: w.year }).click()
        await page.keyboard.press('Escape')
        await page
          .getByRole('link', { name: /流浪地球2/ })
          .first()
          .waitFor()
        const oldest = page.getByRole('link', { name: /Metropolis/ })
        await until('the oldest is in view', async () => {
          await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
          return oldest.isVisible()
        })
        await oldest.click()
        await page.getByRole('heading', { name: 'Metropolis' }).waitFor()
        await page.getByText(w.files, { exact: true }).waitFor()
        await page.getByText('720p · H.264').waitFor()
        expect(await phone.axe()).toEqual([])
        await look(phone, `film-${lang}`)
        await page.getByRole('button', { name: w.back }).click()
        await page.getByRole('link', { name: /Metropolis/ }).waitFor()

        await findsFilms(phone, lang)

        const arrival = lang === 'en' ? 'Arrival.2016.mkv' : 'Departures.2008.mkv'
        const server = await openFileServer({ [`/${arrival}`]: await readFile(clip) })
        await page.goto(`${address}/#/pages/device/download/list`)
        await page.getByRole('button', { name: words[lang].add }).first().click()
        await page.getByRole('dialog').getByRole('textbox').fill(`${server.address}/${arrival}`)
        await page.getByRole('dialog').getByRole('button', { name: words[lang].start }).click()
        await page.getByText(words[lang].complete).first().waitFor()
        await page.goto(`${address}/#/pages/main/movie/list`)
        await page.getByText(w.films(total + 1)).waitFor()
        await server.stop()
        await page.goto(`${address}/#/pages/index/index`)
        await page.getByText(w.fresh, { exact: true }).waitFor()
        await until('shelf pictures', async () => (await page.locator('.layout-section .poster-poster img').count()) >= 3)
        expect(await phone.axe()).toEqual([])
        await look(phone, `home-${lang}`)
        const add = (title: string) => copyFile(clip, path.join(world.downloads, 'shelf', `${title} (1999).mkv`))
        if (lang === 'en') await arrivesOnHome(page, { shelf: w.fresh, titles: ['Dusk Ferry', 'Dawn Ferry'], add })
        if (lang === storyLanguages('en').at(-1)) await offline(phone, address, lang)
        expect(phone.errors).toEqual([])
      } finally {
        await phone.close()
      }
    })
  }

  /** By pinyin initials, by a title with a typo, by a file's name; a favourite, also one that was set without a network, is what the filter then shows, after a reload too. */
  async function findsFilms(phone: Phone, lang: 'en' | 'zh'): Promise<void> {
    const { page } = phone
    const w = own[lang]
    await page.getByRole('button', { name: w.search }).click()
    const field = page.getByRole('searchbox')
    await field.fill('lldq')
    await page.getByRole('link', { name: /流浪地球2/ }).waitFor()
    await field.fill('metroplis')
    await page.getByText(w.showing).waitFor()
    expect(await phone.axe()).toEqual([])
    await page.reload()
    await page.getByText(w.showing).waitFor()
    await page
      .getByRole('link', { name: /^Metropolis|Metropolis$/ })
      .first()
      .waitFor()
    await field.fill('1927 1080p')
    await page.getByText('Metropolis.1927.1080p.mkv').waitFor()
    await field.fill('metropolis')
    await page
      .getByRole('link', { name: /Metropolis/ })
      .first()
      .click()
    // Without a network the mark waits; with it, it is sent.
    await page.getByRole('button', { name: w.favorite, pressed: false }).waitFor()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: w.favorite }).click()
    await page.getByRole('button', { name: w.favorite, pressed: true }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('button', { name: w.back }).click()
    await page.getByRole('searchbox').waitFor()
    await page.goBack()
    await page.getByRole('button', { name: w.filter }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: w.favorites }).click()
    expect(await phone.axe()).toEqual([])
    await sheet.getByRole('button', { name: w.show }).click()
    await page.getByText(w.one, { exact: true }).waitFor()
    await page.reload()
    await page.getByText(w.one, { exact: true }).waitFor()
    await page.goBack()
    for (const error of phone.errors.splice(0)) expect(error).toContain('net::ERR_INTERNET_DISCONNECTED')
  }

  /** P39: the box goes offline; the list stays, and shows its age. */
  async function offline(phone: Phone, address: string, lang: 'en' | 'zh'): Promise<void> {
    await world.killStation()
    await phone.page.goto(`${address}/#/pages/main/movie/list`)
    await phone.page.getByText(own[lang].off).waitFor()
    expect(await phone.page.locator('.poster-poster img').count()).toBeGreaterThan(3)
    await look(phone, `off-${lang}`)
  }
})

/** The layout shift of the page since it was loaded. */
function layoutShift(page: Phone['page']): Promise<number> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords()
    observer.disconnect()
    return shifts.reduce(
      (sum, entry) => ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput ? sum + Number(entry.value) : sum),
      0,
    )
  })
}

/** HOMEPORT_LOOK=folder saves screenshots. */
async function look({ page }: Phone, name: string): Promise<void> {
  const folder = process.env.HOMEPORT_LOOK
  if (folder) await page.screenshot({ path: path.join(folder, `${name}.png`) })
}
