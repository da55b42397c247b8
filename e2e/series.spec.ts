/** A series with a real box, real files, a real TV and a server that speaks the film database's API: seasons, episodes, marks, watched to the end, the next one offered; in both languages. */
import { copyFile, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFilmDatabase, testKeys, type FilmDatabaseServer } from '../testing/film-database/server.ts'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { look } from './parts/look.ts'
import { settleOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { digitsOn, keepTvName, openTv, tvWords, type TvPage } from './parts/tv.ts'
import { until } from '../testing/until.ts'
import type { Page } from 'playwright-core'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'
import { storyLanguages } from './parts/languages.ts'

const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg', !lanAddress && 'an address on a network'].filter(Boolean)
/** Long enough for a press in its last tenth, where the next episode is offered. */
const episodeSeconds = 40
/** Four of them end by themselves. */
const shortSeconds = 4

const own = {
  en: {
    stay: 'Not now',
    series: 'The Lamplighters',
    seasons: '2 seasons',
    years: '2015 to 2016',
    first: 'Season 1',
    second: 'Season 2',
    specials: 'Specials',
    counts: 'The First Winter · 6 episodes',
    playFirst: 'Play S1 E1: The Lamplighters',
    playSecond: 'Play S1 E2: The Lamplighters',
    row: (n: number) => new RegExp(`^Play ${n}\\. Lamp ${n} `),
    watchedRow: (n: number) => new RegExp(`^Play ${n}\\. Lamp ${n} .*watched$`),
    more: (n: number) => `More for ${n}. Lamp ${n}`,
    markWatched: 'Mark as watched',
    undo: 'Undo',
    markSeason: 'Mark Season 1 as watched',
    allWatched: '6 episodes · 6 watched',
    wick: /^Play 1\. Wick 1/,
    continueShelf: 'Continue watching',
    allBegun: 'All · Continue watching',
    removeBegun: 'Remove The Lamplighters from Continue watching',
    next: 'Next: S1 E2',
    pause: 'Pause',
    play: 'Play',
    nextIn: /Next episode in \d+ s/,
    history: 'Watch history',
    entry: /The Lamplighters · S1 E1/,
    remove: /^Remove The Lamplighters · S1 E1/,
    stillWatching: 'Still watching?',
    asksPhone: 'Still watching? Play starts the next episode.',
    off: 'Box is offline',
  },
  zh: {
    stay: '留在本集',
    series: '点灯人',
    seasons: '2 季',
    years: '2015–2016',
    first: '第 1 季',
    second: '第 2 季',
    specials: '特别篇',
    counts: '第一个冬天 · 6 集',
    playFirst: '播放 第 1 季第 1 集: 点灯人',
    playSecond: '播放 第 1 季第 2 集: 点灯人',
    row: (n: number) => new RegExp(`^播放 ${n}\\. 灯${n} `),
    watchedRow: (n: number) => new RegExp(`^播放 ${n}\\. 灯${n} .*已看$`),
    more: (n: number) => `${n}. 灯${n}的更多操作`,
    markWatched: '标记为已看',
    undo: '撤销',
    markSeason: '将第 1 季标记为已看',
    allWatched: '6 集 · 看过 6 集',
    wick: /^播放 1\. 芯1/,
    continueShelf: '继续观看',
    allBegun: '全部 · 继续观看',
    removeBegun: '从继续观看中移除《点灯人》',
    next: '下一集：第 1 季第 2 集',
    pause: '暂停',
    play: '播放',
    nextIn: /\d+ 秒后播放下一集/,
    history: '观看历史',
    entry: /点灯人 · 第 1 季第 1 集/,
    remove: /^从历史中移除《点灯人 · 第 1 季第 1 集/,
    stillWatching: '还在看吗？',
    asksPhone: '还在看吗？按播放键看下一集。',
    off: '盒子已离线',
  },
}

describe.skipIf(missing.length > 0).each(storyLanguages('zh'))('a series (%s)', (lang) => {
  let world: World
  let database: FilmDatabaseServer
  let phone: Phone
  let tv: TvPage
  const w = own[lang]
  const isWide = lang === 'zh'
  const address = () => world.addresses[0] ?? ''

  beforeAll(async () => {
    database = await openFilmDatabase()
    world = await openWorld({ env: { TMDB_KEY: testKeys.v3, TMDB_URL: database.url, TMDB_IMAGES: database.images } })
    const clip = path.join(world.folder, 'clip.mp4')
    await makeFilm(clip, { seconds: episodeSeconds })
    const short = path.join(world.folder, 'short.mp4')
    await makeFilm(short, { seconds: shortSeconds })
    const shelf = path.join(world.downloads, 'The Lamplighters (2015)')
    const put = async (folder: string, name: string, film = clip) => {
      await mkdir(path.join(shelf, folder), { recursive: true })
      await copyFile(film, path.join(shelf, folder, name))
    }
    for (let at = 1; at <= 6; at += 1) await put('Season 01', `The.Lamplighters.S01E0${at}.1080p.mp4`)
    for (let at = 1; at <= 4; at += 1) await put('Season 02', `The.Lamplighters.S02E0${at}.1080p.mp4`, short)
    await put('Specials', 'The.Lamplighters.S00E01.mp4')
    phone = await openPhone({ locale: words[lang].locale, dark: isWide, ...(isWide ? { width: 1280, height: 800 } : {}) })
    const { code } = await world.pair()
    await settleOn(phone, { address: address(), lang, username: lang === 'en' ? 'lampkeeper' : '守灯人', code })
    tv = await openTv(`http://${lanAddress}:${world.screenPort}/`, words[lang].locale)
  })
  afterAll(async () => {
    await tv?.close()
    await phone?.close()
    await world?.stop()
    await database?.stop()
  })

  test('is one entry of the library; its page has facts, seasons with specials last, and episodes', async () => {
    const { page } = phone
    await page.goto(`${address()}/#/pages/main/movie/list`)
    await page.getByRole('link', { name: new RegExp(`^${w.series}`) }).waitFor()
    expect(await page.locator('.film-card-card').count()).toBe(1)
    await page.getByRole('link', { name: new RegExp(`^${w.series}`) }).click()
    await page.getByRole('heading', { name: w.series }).waitFor()
    await page.getByText(w.seasons, { exact: true }).waitFor()
    await page.getByText(w.years, { exact: true }).waitFor()
    await page.getByRole('button', { name: w.row(6) }).waitFor()
    const tabs = await page.getByRole('tab').allInnerTexts()
    expect(tabs.map((text) => text.trim())).toEqual([w.first, w.second, w.specials])
    await page.getByText(w.counts, { exact: true }).waitFor()
    await until('pictures are drawn', async () => (await page.locator('.film-page-page img').count()) >= 4)
    expect(await phone.axe()).toEqual([])
    await look(phone, `series-${lang}`)
    await page.getByRole('tab', { name: w.second }).click()
    await page.getByRole('button', { name: w.wick }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: w.wick }).waitFor()
    await page.getByRole('tab', { name: w.first }).click()
  })

  test('an episode is marked in its sheet and a season by its button; each is undone; Back closes the sheet', async () => {
    const { page } = phone
    await page.getByRole('button', { name: w.more(3) }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: w.markWatched }).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `episode-sheet-${lang}`)
    await page.goBack()
    await sheet.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: w.more(3) }).click()
    await sheet.getByRole('button', { name: w.markWatched }).click()
    await page.getByRole('button', { name: w.watchedRow(3) }).waitFor()
    await page.getByRole('button', { name: w.undo }).click()
    await until('the mark is gone', async () => (await page.getByRole('button', { name: w.watchedRow(3) }).count()) === 0)
    await page.getByRole('button', { name: w.markSeason }).click()
    await page.getByText(w.allWatched).waitFor()
    await page.getByRole('button', { name: w.undo }).click()
    await page.getByText(w.counts, { exact: true }).waitFor()
  })

  test('Play begins with the first episode; once it is watched to its end, the next one is offered', async () => {
    const { page } = phone
    const digits = await digitsOn(tv, lang)
    await page.getByRole('button', { name: w.playFirst }).click()
    await page.getByLabel(tvWords[lang].digits).fill(digits)
    await until('the picture moves', async () => (await tv.film().catch(() => null))?.hasPicture === true)
    await keepTvName(page, lang)
    const counts = (page: Page) => page.getByText(w.nextIn).first()
    await counts(tv.page).waitFor()
    await page.getByRole('button', { name: w.pause, exact: true }).click()
    await counts(page).waitFor()
    const secondsOf = async (page: Page) => Number(/\d+/.exec((await counts(page).textContent()) ?? '')?.[0])
    await until('both say the same seconds', async () => (await secondsOf(page)) === (await secondsOf(tv.page)))
    expect(await phone.axe()).toEqual([])
    await look(phone, `remote-next-${lang}`)
    await page.getByRole('button', { name: w.stay }).click()
    await counts(tv.page).waitFor({ state: 'detached' })
    await counts(page).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: w.play, exact: true }).click()
    await until('the episode has ended', async () => (await tv.page.locator('video').count()) === 0 || (await tv.film()).isPaused)
    await page.goto(`${address()}/#/pages/index/index`)
    await page.getByText(w.continueShelf, { exact: true }).waitFor()
    await page.getByText(w.next, { exact: true }).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `home-next-${lang}`)
    await page.getByRole('link', { name: isWide ? w.continueShelf : w.allBegun, exact: true }).click()
    await page.getByRole('button', { name: w.removeBegun }).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `continue-${lang}`)
    await page.getByRole('button', { name: w.removeBegun }).click()
    await page.getByText(w.next).waitFor({ state: 'detached' })
    await look(phone, `continue-removed-${lang}`)
    await page.getByRole('button', { name: w.undo }).click()
    await page.getByRole('link', { name: new RegExp(w.next) }).click()
    await page.getByRole('button', { name: w.playSecond }).waitFor()
    await page.getByRole('button', { name: w.watchedRow(1) }).waitFor()
    await look(phone, `series-next-${lang}`)
  })

  test('it stands in the history, and is removed from it once the undo is gone', async () => {
    const { page } = phone
    await page.goto(`${address()}/#/pages/device/movie/history`)
    await page.getByRole('heading', { name: w.history }).waitFor()
    await page.getByRole('link', { name: w.entry }).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `history-${lang}`)
    await page.getByRole('button', { name: w.remove }).click()
    expect(await page.getByRole('link', { name: w.entry }).count()).toBe(0)
    await page.getByRole('button', { name: w.undo }).click()
    await page.getByRole('link', { name: w.entry }).waitFor()
    expect(phone.errors).toEqual([])
    expect(tv.errors).toEqual([])
  })

  test('after three episodes that began by themselves the TV asks whether somebody watches; the phone says so, and a key goes on', async () => {
    const { page } = phone
    await page.goto(`${address()}/#/pages/main/movie/list`)
    await page.getByRole('link', { name: new RegExp(`^${w.series}`) }).click()
    await page.getByRole('tab', { name: w.second }).click()
    await page.getByRole('button', { name: w.wick }).click()
    const question = tv.page.getByRole('heading', { name: w.stillWatching })
    await until('the TV asks', async () => (await question.count()) === 1)
    expect(await tv.axe()).toEqual([])
    await look(tv, `tv-still-watching-${lang}`)
    await page.getByText(w.asksPhone).first().waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `remote-still-watching-${lang}`)
    await tv.press('ArrowDown')
    await until('the next one plays', async () => (await tv.film().catch(() => null))?.hasPicture === true)
    expect(await question.count()).toBe(0)
    await tv.press('Escape')
  })

  test('with the box off the series stays, and says so', async () => {
    const { page } = phone
    await world.killStation()
    await page.goto(`${address()}/#/pages/main/movie/list`)
    await page.getByRole('link', { name: new RegExp(`^${w.series}`) }).click()
    await page.getByText(w.off).waitFor()
    await page.getByRole('tab', { name: w.first }).click()
    await page.getByRole('button', { name: w.row(2) }).waitFor()
    await look(phone, `series-off-${lang}`)
  })
})
