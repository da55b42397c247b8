/** The TV's own page with its keys only, on a real box with real files and a server that speaks the film database's API: rows, a series, an episode played, the search, the focus, the dark picture of a page that nobody uses. */
import { copyFile, mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { register } from '@homeport/contract/account.ts'
import { bindDevice, type Device } from '@homeport/contract/device.ts'
import { listFilms, movieList, saveFavorite } from '@homeport/contract/movie/movie.ts'
import { playerSeek, playerStatus, PlayerInfo, remoteText } from '@homeport/contract/playback/playback.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFilmDatabase, testKeys, type FilmDatabaseServer } from '../testing/film-database/server.ts'
import { continueWatching } from '@homeport/contract/movie/watch-history.ts'
import { askAs, type App } from './parts/app.ts'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { look } from './parts/look.ts'
import { openTv, type TvPage } from './parts/tv.ts'
import { until } from '../testing/until.ts'
import { hasBrowser, openWorld, type World } from './world.ts'
import { storyLanguages } from './parts/languages.ts'

const missing = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg'].filter(Boolean)
const idleMs = 3 * 60_000

const words = {
  en: {
    stay: 'Not now',
    locale: 'en-US',
    library: 'Library',
    continue: 'Continue watching',
    next: 'Next episodes',
    newest: 'New on this box',
    series: 'The Lamplighters',
    first: /^1\. Lamp 1/,
    second: /^2\. Lamp 2/,
    third: /^S1 E3/,
    watched: /watched$/,
    seasons: ['Season 1', 'Season 2', 'Cast'],
    film: 'Spring in a Small Town',
    query: 'spr',
    search: 'Search',
    nobody: 'Nothing found',
    added: 'Tears of Steel',
    newestYear: 'Glass Orchard',
    facts: /5 episodes/,
    favorites: 'Favourites',
    favorite: 'favourite',
    addFavorite: 'Add to favourites',
    unfavorite: 'Remove from favourites',
    nextIn: /^Next episode in/,
    removeFrom: 'Remove from this row',
    removed: 'Removed. OK puts it back.',
  },
  zh: {
    stay: '留在本集',
    locale: 'zh-CN',
    library: '影库',
    continue: '继续观看',
    next: '下一集',
    newest: '新入库',
    series: '点灯人',
    first: /^1\. 灯1/,
    second: /^2\. 灯2/,
    third: /^第 1 季第 3 集/,
    watched: /已看$/,
    seasons: ['第 1 季', '第 2 季', '演员'],
    film: '小城之春',
    query: 'xczc',
    search: '搜索',
    nobody: '没有找到',
    added: '钢铁之泪',
    newestYear: '玻璃果园',
    facts: /共 5 集/,
    favorites: '最爱',
    favorite: '最爱',
    addFavorite: '添加到最爱',
    unfavorite: '从最爱中移除',
    nextIn: /后播放下一集/,
    removeFrom: '从这一行移除',
    removed: '已移除，按「确定」恢复',
  },
} as const

/** File names of what the film database has; the one in the other language is shown in the page's own. */
const films = {
  en: [
    'Metropolis (1927)',
    'Nosferatu (1922)',
    'Charade (1963)',
    'The General (1926)',
    'The Kid (1921)',
    'The Gold Rush (1925)',
    'A Trip to the Moon (1902)',
    'Street Angel (1937)',
    '小城之春 (1948)',
    'Princess Iron Fan (1941)',
    'Big Buck Bunny (2008)',
    'Sintel (2010)',
    'Glass Orchard (2018)',
    'Paper Moonlight (2011)',
    'Winter Radio (2013)',
  ],
  zh: [
    '大都会 (1927)',
    '诺斯费拉图 (1922)',
    '谜中谜 (1963)',
    '将军号 (1926)',
    '寻子遇仙记 (1921)',
    '淘金记 (1925)',
    '月球旅行记 (1902)',
    '马路天使 (1937)',
    'Spring in a Small Town (1948)',
    '铁扇公主 (1941)',
    '大雄兔 (2008)',
    '辛特尔 (2010)',
    '玻璃果园 (2018)',
    '纸月光 (2011)',
    '冬日电台 (2013)',
  ],
}

describe.skipIf(missing.length > 0).each(storyLanguages('zh'))('the TV page (%s)', (lang) => {
  const w = words[lang]
  let world: World
  let database: FilmDatabaseServer
  let app: App
  let device: Device
  let tv: TvPage
  let clip: string

  beforeAll(async () => {
    database = await openFilmDatabase()
    world = await openWorld({ env: { TMDB_KEY: testKeys.v3, TMDB_URL: database.url, TMDB_IMAGES: database.images } })
    clip = path.join(world.folder, 'clip.mp4')
    await makeFilm(clip, { seconds: 24 })
    const shelf = path.join(world.downloads, `${w.series} (2015)`)
    for (const [season, episodes] of [
      [1, 3],
      [2, 2],
    ] as const) {
      const folder = path.join(shelf, `Season 0${season}`)
      await mkdir(folder, { recursive: true })
      for (let at = 1; at <= episodes; at += 1)
        await copyFile(clip, path.join(folder, `${w.series.replaceAll(' ', '.')}.S0${season}E0${at}.1080p.mp4`))
    }
    for (const name of films[lang]) await copyFile(clip, path.join(world.downloads, `${name}.mp4`))
    app = { address: world.addresses[0] ?? '', lang }
    const username = lang === 'en' ? 'lampkeeper' : '守灯人'
    app.token = (await askAs(app, register, { username, password: 'a quiet harbour 7', agreed: 1 })).token
    device = await askAs(app, bindDevice, { devsn: '', code: (await world.pair()).code })
    const size = lang === 'en' ? { width: 1920, height: 1080 } : { width: 1280, height: 720 }
    tv = await openTv(keyAddress(), w.locale, { ...size, hasClock: true })
    await until('all films are known', async () => (await libraryOf()).length === films[lang].length + 1)
  })
  afterAll(async () => {
    await tv?.close()
    await world?.stop()
    await database?.stop()
  })

  const keyAddress = () => [...world.station.said().matchAll(/http:\/\/127\.0\.0\.1:\d+\/#key=[\w-]+/g)].at(-1)?.[0] ?? ''
  async function libraryOf(): Promise<string[]> {
    const { data } = await askAs.act(app, movieList, { devsn: device.devsn, data: { limit: 99 } })
    return movieList.output
      .parse(data)
      .data.filter(({ identified }) => identified !== 'no')
      .map(({ id }) => id)
  }
  const press = async (...keys: string[]) => {
    for (const key of keys) await tv.press(key)
  }
  const focused = () =>
    tv.page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')
  const rowName = () => tv.page.locator('.tv-home-rowName h2:first-child').innerText()
  const isFocused = (name: string | RegExp) =>
    until(`the focus is on ${name}`, async () => {
      const label = await focused()
      return typeof name === 'string' ? label === name : name.test(label)
    })
  const status = async () => PlayerInfo.parse((await askAs.act(app, playerStatus, { devsn: device.devsn, data: {} })).data)
  async function openSeries(): Promise<void> {
    await press('Home')
    await until('the first row has the focus', async () => (await rowName()) !== '')
    for (let step = 0; step < films[lang].length + 1 && (await focused()) !== w.series; step += 1) await press('ArrowRight')
    await isFocused(w.series)
    await press('Enter')
    await tv.page.getByRole('heading', { name: w.series }).waitFor()
  }

  test('the rows: what is new, series and genres, the whole library; each film with its picture and facts', async () => {
    await until('the new ones come first', async () => (await rowName()) === w.newest)
    await until('pictures are drawn', async () => (await tv.page.locator('.tv-row-card img').count()) >= 7)
    expect(await tv.axe()).toEqual([])
    await look(tv, `tv-home-${lang}`)
    for (let step = 0; step < 12 && !(await rowName()).startsWith(w.library); step += 1) await press('ArrowDown')
    await until('the library is below', async () => (await rowName()).startsWith(w.library))
    await look(tv, `tv-library-${lang}`)
    expect(await tv.axe()).toEqual([])
  })

  test('a series: seasons, people, episodes; one is played with keys only and marked, and the next one stands first', async () => {
    await openSeries()
    await tv.page.getByText(w.facts).waitFor()
    await isFocused(w.first)
    const tabs = await tv.page.locator('.tv-film-tab').allInnerTexts()
    expect(tabs.slice(0, 3)).toEqual(w.seasons)
    await until('stills are drawn', async () => (await tv.page.locator('.tv-film-still img').count()) >= 3)
    expect(await tv.axe()).toEqual([])
    await look(tv, `tv-series-${lang}`)
    await press('ArrowUp', 'ArrowRight', 'ArrowRight')
    await isFocused(w.seasons[2])
    await look(tv, `tv-cast-${lang}`)
    expect(await tv.axe()).toEqual([])
    await press('ArrowLeft', 'ArrowLeft', 'ArrowDown')
    await isFocused(w.first)
    await press('Enter')
    await until('the picture moves', async () => (await tv.film()).hasPicture && (await tv.film()).point > 0.5)
    await press('ArrowDown')
    await tv.page.locator('.tv-player-control.tv-player-toggle.tv-stage-focus').waitFor()
    await press('Enter')
    await until('it is paused', async () => (await status()).status === 4)
    expect(await tv.axe()).toEqual([])
    await look(tv, `tv-player-${lang}`)
    await press('ArrowRight', 'Enter')
    await tv.page.getByRole('button', { name: w.stay }).click()
    await press('MediaPlayPause')
    await until('the episode has ended', async () => (await status()).status === -1)
    await isFocused(w.second)
    await until(
      'the first is marked',
      async () => (await tv.page.getByRole('button', { name: w.first }).getAttribute('aria-label'))?.match(w.watched) !== null,
    )
    await press('Home')
    await until('the next episode stands first', async () => (await rowName()) === w.next)
    await isFocused(new RegExp(`^${w.series}`))
    await look(tv, `tv-next-row-${lang}`)
  })

  test('the next episode is taken from the TV’s own card, before the end', async () => {
    await press('Enter')
    await until('the picture moves', async () => (await tv.film()).hasPicture && (await tv.film()).point > 0.3)
    await askAs.act(app, playerSeek, { devsn: device.devsn, data: { point: 20_000 } })
    const card = tv.page.getByRole('dialog', { name: w.nextIn })
    await card.getByRole('heading', { name: w.third }).waitFor()
    expect(await tv.axe()).toEqual([])
    await look(tv, `tv-next-${lang}`)
    await press('Enter')
    await until('the third one plays', async () => (await status()).series?.episode === 3 && (await status()).status === 3)
    /** The first second of it that was played. */
    const firstSecond = () =>
      tv.page.evaluate(() => {
        const played = document.querySelector('video')?.played
        return played && played.length > 0 ? played.start(0) : null
      })
    let began: number | null = null
    await until('it moves', async () => (began = await firstSecond()) !== null)
    expect(began).toBeLessThan(1)
    await press('Escape')
    await until('it is closed', async () => (await status()).status === -1)
  })

  test('a series is taken out of what one goes on with by the last place of its row, and put back, on the phone too', async () => {
    const begun = async () => (await askAs(app, continueWatching, { devid: device.devid, limit: 9 })).data.length
    await until('the phone goes on with it', async () => (await begun()) === 1)
    await press('Home', 'ArrowRight')
    await isFocused(w.removeFrom)
    await look(tv, `tv-remove-place-${lang}`)
    await press('Enter', 'Enter')
    await tv.page.getByText(w.removed).waitFor()
    await until('it is out on the phone', async () => (await begun()) === 0)
    expect(await tv.axe()).toEqual([])
    await look(tv, `tv-removed-${lang}`)
    await press('Enter')
    await until('it is back on the phone', async () => (await begun()) === 1)
    await press('Escape', 'Home')
    await isFocused(new RegExp(`^${w.series}`))
  })

  test('the search by the TV’s keys, and by text from the phone', async () => {
    await press('Home', 'ArrowUp')
    await isFocused(w.search)
    await press('Enter')
    const keys = 'abcdefghijklmnopqrstuvwxyz0123456789'
    let at = 0
    for (const letter of w.query) {
      const to = keys.indexOf(letter)
      const [down, right] = [Math.floor(to / 6) - Math.floor(at / 6), (to % 6) - (at % 6)]
      for (let step = 0; step < Math.abs(down); step += 1) await press(down > 0 ? 'ArrowDown' : 'ArrowUp')
      for (let step = 0; step < Math.abs(right); step += 1) await press(right > 0 ? 'ArrowRight' : 'ArrowLeft')
      await isFocused(letter)
      await press('Enter')
      at = to
    }
    await until('the film is found', async () => (await tv.page.locator('.tv-search-hitName').first().innerText()) === w.film)
    expect(await tv.axe()).toEqual([])
    await look(tv, `tv-search-${lang}`)
    for (let step = at % 6; step < 6; step += 1) await press('ArrowRight')
    await isFocused(w.film)
    await press('Enter')
    await tv.page.getByRole('heading', { name: w.film }).waitFor()
    await until('its facts are there', async () => (await tv.page.locator('.tv-film-tab').count()) > 0)
    expect(await tv.axe()).toEqual([])
    await look(tv, `tv-film-${lang}`)
    await press('Escape')
    expect((await status()).is_typing).toBe(true)
    await askAs.act(app, remoteText, { devsn: device.devsn, data: { text: 'qqqq' } })
    await tv.page.getByText(w.nobody).waitFor()
    await press('Escape')
    await until('the search is closed', async () => !(await status()).is_typing)
  })

  test('a favourite of the one person of the household has a row of its own and a heart, until it is none', async () => {
    const { data } = await askAs(app, listFilms, { devid: device.devid, sort: 'title', limit: 99 })
    const { id } = data.find(({ title }) => title === w.film) ?? { id: '' }
    const save = (is_favorite: boolean) => askAs(app, saveFavorite, { devid: device.devid, id, is_favorite })
    await save(true)
    const row = tv.page.locator('.tv-home-rowName h2:first-child').getByText(w.favorites)
    // Above it stands the next episode, and nothing if the row has not come yet.
    await until('the row has the focus', async () => {
      await press('Home', 'ArrowDown')
      return (await row.count()) > 0
    })
    await isFocused(`${w.film}, ${w.favorite}`)
    await look(tv, `tv-favorites-${lang}`)
    await press('Enter')
    await tv.page.getByRole('img', { name: w.favorite }).waitFor()
    await tv.page.getByRole('heading', { name: w.film }).waitFor()
    expect(await tv.axe()).toEqual([])
    await look(tv, `tv-heart-${lang}`)
    // On the TV it is removed, set and removed again: the phone's list follows.
    const isKept = async () =>
      (await askAs(app, listFilms, { devid: device.devid, favorite: true, limit: 99 })).data.some((one) => one.id === id)
    for (let step = 0; step < 4; step += 1) await press('ArrowRight')
    for (const [before, after] of [
      [w.unfavorite, w.addFavorite],
      [w.addFavorite, w.unfavorite],
      [w.unfavorite, w.addFavorite],
    ] as const) {
      await isFocused(before)
      await press('Enter')
      await isFocused(after)
      await until('the phone’s list has it so', async () => (await isKept()) === (after === w.unfavorite))
    }
    await tv.page.getByRole('img', { name: w.favorite }).waitFor({ state: 'detached' })
    await press('Escape')
    await row.waitFor({ state: 'detached' })
  })

  test('the focus stays on its film while others come and go, and all films can be put in order', async () => {
    await press('Home')
    for (let step = 0; step < 12 && (await rowName()) !== w.newest; step += 1) await press('ArrowDown')
    await press('ArrowRight', 'ArrowRight', 'ArrowRight')
    const label = await focused()
    await copyFile(clip, path.join(world.downloads, `${w.added} (2012).mp4`))
    await until('the new film stands first', async () => {
      const first = await tv.page.locator('.tv-row-row:not(.tv-row-past) .tv-row-card').first().getAttribute('aria-label')
      return first === w.added
    })
    expect(await focused()).toBe(label)
    await rm(path.join(world.downloads, `${w.added} (2012).mp4`))
    await until('it is gone', async () => {
      const first = await tv.page.locator('.tv-row-row:not(.tv-row-past) .tv-row-card').first().getAttribute('aria-label')
      return first !== w.added
    })
    expect(await focused()).toBe(label)
    await press('Home', 'ArrowUp', 'ArrowRight', 'Enter')
    await tv.page.locator('.tv-films-chips').waitFor()
    await press('ArrowUp', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter')
    await tv.page.locator('.tv-overlays-menu').waitFor()
    expect(await tv.axe()).toEqual([])
    await look(tv, `tv-order-${lang}`)
    await press('ArrowDown', 'ArrowDown', 'Enter')
    await until(
      'the newest year is first',
      async () => (await tv.page.locator('.tv-row-card').first().getAttribute('aria-label')) === w.newestYear,
    )
    await look(tv, `tv-films-${lang}`)
    await press('Escape')
  })

  test('a page that nobody uses gets dark and says the time; a key wakes it and does nothing else', async () => {
    await until('a film has the focus', async () => (await focused()) !== '')
    const label = await focused()
    await tv.page.clock.fastForward(idleMs + 1_000)
    await tv.page.locator('.tv-overlays-idle').waitFor()
    await look(tv, `tv-idle-${lang}`)
    await press('ArrowRight')
    await until('it is awake', async () => (await tv.page.locator('.tv-overlays-idle').count()) === 0)
    await until('the library is there', async () => (await focused()) === label)
    expect(tv.errors).toEqual([])
  })
})
