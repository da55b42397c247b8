/**
 * The main flow in two windows: a phone adds the magnet of a film made by the test, the connection is cut in the middle, the film appears in the library with
 * its poster and duration, and plays on the TV, controlled by the phone's remote. In both languages, at phone and desktop width.
 */
import path from 'node:path'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { aria2 } from './parts/programs.ts'
import { hasSeed, openSeed, type Seed } from './parts/seed.ts'
import { settleOn } from './parts/session.ts'
import { addLink, watchToEnd, words as storyWords } from './parts/story.ts'
import { openTv, playOnNewTv, type TvPage } from './parts/tv.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'
import { inLanguages } from './parts/languages.ts'

const words = {
  en: {
    ...storyWords.en,
    title: 'The Harbour',
    file: 'The.Harbour.2024.720p',
    library: 'Library',
    more: 'More options for The Harbour',
    filmDetails: 'Open film',
    goOn: /^Resume from/,
    remote: {
      pad: 'Arrow pad',
      down: 'Down',
      pause: 'Pause',
      play: 'Play',
      stop: 'Stop',
      forward: 'Forward 30 seconds',
      position: 'Position',
    },
    nothing: 'Nothing is playing',
    off: 'Box is offline',
  },
  zh: {
    ...storyWords.zh,
    title: '港湾',
    file: '港湾.2024.720p',
    library: '影库',
    more: '港湾 的更多操作',
    filmDetails: '影片详情',
    goOn: /^从 .* 继续/,
    remote: { pad: '方向键', down: '下', pause: '暂停', play: '播放', stop: '停止', forward: '快进 30 秒', position: '播放进度' },
    nothing: '没有正在播放的影片',
    off: '盒子已离线',
  },
} as const

/** A busy machine takes minutes for the story: a film that is over looks like one that OK has paused, and has no Stop. */
const filmSeconds = 300
const missing = [
  !hasBrowser && 'Chromium',
  !hasSeed && 'qbittorrent-nox',
  !aria2 && 'aria2',
  !canMakeFilms && 'ffmpeg',
  !lanAddress && 'an address on a network',
].filter(Boolean)

describe.skipIf(missing.length > 0)(
  `from a magnet to the TV${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`,
  () => {
    let world: World
    let seeds: Record<'en' | 'zh', Seed>
    beforeAll(async () => {
      world = await openWorld()
      seeds = { en: await seedOf('en'), zh: await seedOf('zh') }
    })
    afterAll(async () => {
      await Promise.all([seeds.en.stop(), seeds.zh.stop()])
      await world.stop()
    })

    async function seedOf(lang: 'en' | 'zh'): Promise<Seed> {
      const name = words[lang].file
      const folder = path.join(world.folder, 'seeded')
      await makeFilm(path.join(folder, name, `${name}.mp4`), { seconds: filmSeconds })
      const work = path.join(world.folder, `seed-${lang}`)
      return openSeed({ work, folder, name, files: [`${name}.mp4`], bytesPerSecond: 1_200_000 })
    }

    const looks = [
      ['en', { width: 390, height: 844 }],
      ['zh', { width: 1280, height: 800, dark: true }],
    ] as const
    test.each(inLanguages('zh', looks))('an owner, in English on a phone, in Chinese at a desk in the dark (%s)', wholeStory)

    async function wholeStory(lang: 'en' | 'zh', look: { width: number; height: number; dark?: boolean }): Promise<void> {
      const w = words[lang]
      const phone = await openPhone({ locale: w.locale, ...look })
      const tv = await openTv(`http://${lanAddress}:${world.screenPort}/`, w.locale)
      const { page } = phone
      const address = world.addresses[0] ?? ''
      try {
        const { code } = await world.pair()
        await settleOn(phone, { address, lang, username: lang === 'en' ? 'film-lover' : '影迷小李', code })
        await queueFilm(phone, lang)

        await page.goto(`${address}/#/pages/main/movie/list`)
        const card = page.getByRole('link', { name: w.title }).first()
        // The box probes films at low priority: with other tests running it waits for a core.
        await card.waitFor()
        await page.locator('.poster-poster img').first().waitFor()
        expect(await phone.axe()).toEqual([])
        await seeInDownloads(phone, lang)
        await page.goto(`${address}/#/pages/main/movie/list`)
        await card.click()
        await page
          .getByText(lang === 'en' ? /5 min/ : /5 分/)
          .first()
          .waitFor()
        expect(await phone.axe()).toEqual([])

        await playOnNewTv(phone, tv, { lang, onSheet: async () => expect(await phone.axe()).toEqual([]) })
        await watchIt(phone, tv, lang)
        expect(tv.errors).toEqual([])
        // The phone's browser logs no error while the connection is cut: only the box was offline.
        expect(phone.errors).toEqual([])
      } finally {
        await phone.close()
        await tv.close()
      }
    }

    /** The connection between box and cloud is cut during the download: the phone says so, and after it is restored the download completes. */
    async function queueFilm(phone: Phone, lang: 'en' | 'zh'): Promise<void> {
      const [w, { page }] = [words[lang], phone]
      await page.goto(`${world.addresses[0]}/#/pages/device/download/list`)
      await addLink(phone, w, seeds[lang].magnet)
      const start = page.getByRole('dialog').getByRole('button', { name: w.start })
      await page.getByRole('dialog').getByText(`${w.file}.mp4`).first().waitFor()
      await start.click()
      const bar = page.locator('.download-row-row').filter({ hasText: w.file }).getByRole('progressbar')
      await until('it is on its way', async () => Number(await bar.getAttribute('value')) > 0)
      world.network.cut()
      await page.locator('.connection-line-top').getByText(w.off).waitFor()
      world.network.mend()
      await watchToEnd(page, w, w.file)
    }

    /** B32: the finished row shows the film, with the file's name below. */
    async function seeInDownloads(phone: Phone, lang: 'en' | 'zh'): Promise<void> {
      const [w, { page }] = [words[lang], phone]
      await page.goto(`${world.addresses[0]}/#/pages/device/download/list`)
      const row = page.locator('.download-row-row').filter({ hasText: w.file })
      await row.locator('.download-row-name').getByText(w.title, { exact: true }).waitFor()
      const poster = row.locator('.tile-tile img')
      await until('its poster is drawn', () => poster.evaluate((image: HTMLImageElement) => image.naturalWidth > 0))
      expect(await phone.axe()).toEqual([])
      await row.getByRole('button', { name: w.more }).click()
      await page.getByRole('button', { name: w.filmDetails }).click()
      await page.getByRole('heading', { name: w.title }).waitFor()
    }

    async function watchIt(phone: Phone, tv: TvPage, lang: 'en' | 'zh'): Promise<void> {
      const [w, { page }] = [words[lang], phone]
      const slider = page.getByRole('slider', { name: w.remote.position })
      const point = async () => Number(await slider.inputValue())
      await page.getByRole('group', { name: w.remote.pad }).waitFor()
      await until('the picture moves', async () => (await tv.film()).hasPicture && (await tv.film()).point > 1)
      const from = await point()
      await until('the bar of the phone follows', async () => (await point()) > from)
      expect(await phone.axe()).toEqual([])

      await page.getByRole('button', { name: w.remote.pause, exact: true }).click()
      await until('it is paused', async () => (await tv.film()).isPaused)
      const { point: paused } = await tv.film()

      await page.getByRole('button', { name: w.remote.forward }).click()
      await until('it is 30 s on', async () => (await tv.film()).point > paused + 25)
      await page.getByRole('button', { name: w.remote.play, exact: true }).click()
      await until('it goes on', async () => (await tv.film()).point > paused + 31)

      // The remote: OK has the same effect as the TV's own OK key.
      await pressUntil(page.locator('.pad-ok'), 'OK on the pad pauses it', async () => (await tv.film()).isPaused)
      await page.getByRole('button', { name: w.remote.stop, exact: true }).click()
      await page.getByText(w.nothing).waitFor()
      // Arrow keys move through the TV's library, one card a press.
      // The row of films to go on with comes a moment after the others, and the arrow needs a row to go to.
      await tv.page.locator('.tv-row-card').nth(1).waitFor()
      const focused = () =>
        tv.page.evaluate(() => [...document.querySelectorAll('button')].findIndex((one) => one === document.activeElement))
      const before = await focused()
      const down = page.getByRole('button', { name: w.remote.down, exact: true })
      await pressUntil(down, 'an arrow of the pad moves on the TV', async () => (await focused()) > before)
      await page.goBack()
      // The position is stored: the film page offers to resume.
      await page.getByRole('button', { name: w.goOn }).waitFor()
    }
  },
)

/** A key that comes to the TV later than keyLifeMs does nothing: its person presses again. */
async function pressUntil(key: Locator, what: string, isTrue: () => Promise<boolean>): Promise<void> {
  let polls = 0
  await until(what, async () => {
    if (await isTrue()) return true
    if (polls % 40 === 0) await key.click()
    polls += 1
    return false
  })
}
