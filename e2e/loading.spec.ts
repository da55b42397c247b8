/** A film plays on the TV while it loads, in both languages: from the row's actions and from its own page, on over the end of the download. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canMakeFilms, makeFilm } from './parts/film.ts'
import { look } from './parts/look.ts'
import { settleOn } from './parts/session.ts'
import { addLink, words as storyWords } from './parts/story.ts'
import { openTv, type TvPage } from './parts/tv.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, openFileServer, openWorld, type World } from './world.ts'
import { storyLanguages } from './parts/languages.ts'

const words = {
  en: {
    ...storyWords.en,
    name: 'Harbour.2019.mp4',
    moreOf: 'More options for Harbour.2019.mp4',
    playNow: 'Play while it loads',
    stop: 'Stop',
    nothing: 'Nothing is playing',
  },
  zh: {
    ...storyWords.zh,
    name: '港湾.2020.mp4',
    moreOf: '港湾.2020.mp4 的更多操作',
    playNow: '边下边播',
    stop: '停止',
    nothing: '没有正在播放的影片',
  },
} as const
type Lang = keyof typeof words

/** The film lasts longer than it loads. */
const seconds = 60
const bytesPerSecond = 500_000
const lacks = [!hasBrowser && 'Chromium', !canMakeFilms && 'ffmpeg'].filter(Boolean)

describe.skipIf(lacks.length > 0)(`play while it loads${lacks.length > 0 ? ` (skipped: no ${lacks.join(', no ')})` : ''}`, () => {
  let world: World
  let tv: TvPage
  let film: Buffer
  const closing: (() => unknown)[] = []

  beforeAll(async () => {
    world = await openWorld()
    const file = path.join(world.folder, 'film.mp4')
    await makeFilm(file, { seconds })
    film = await readFile(file)
    const keyAddress = () => [...world.station.said().matchAll(/http:\/\/127\.0\.0\.1:\d+\/#key=[\w-]+/g)].at(-1)?.[0]
    await until('the box says its addresses', () => keyAddress() !== undefined)
    tv = await openTv(keyAddress() ?? '')
  })
  afterAll(async () => {
    await tv.close()
    await Promise.all([...closing.map((close) => close()), world.stop()])
  })

  async function open(lang: Lang): Promise<Phone> {
    const w = words[lang]
    const phone = await openPhone(
      lang === 'en' ? { locale: w.locale } : { locale: w.locale, width: 1280, height: 800, dark: true },
    )
    const { code } = await world.pair()
    await settleOn(phone, { address: world.addresses[0] ?? '', lang, username: `loading-${lang}`, code })
    await phone.page.goto(`${world.addresses[0]}/#/pages/device/download/list`)
    return phone
  }

  /** The button of the page of one download appears by itself; the row's actions have the same. */
  async function pressPlay({ page }: Phone, lang: Lang): Promise<void> {
    const w = words[lang]
    const list = page.url()
    await page.getByRole('button', { name: w.moreOf, exact: true }).click()
    await page.getByRole('button', { name: lang === 'en' ? 'Details' : '详情', exact: true }).click()
    const onPage = page.getByRole('button', { name: w.playNow, exact: true })
    await onPage.waitFor()
    if (lang === 'zh') return onPage.click()
    await page.goto(list)
    await page.getByRole('button', { name: w.moreOf, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: w.playNow, exact: true }).click()
  }

  test.each(storyLanguages('zh'))('in %s', async (lang) => {
    const w = words[lang]
    const server = await openFileServer({ [`/${w.name}`]: film }, bytesPerSecond)
    closing.push(() => server.stop())
    const phone = await open(lang)
    const { page } = phone
    try {
      await addLink(phone, w, `${server.address}/${encodeURIComponent(w.name)}`)
      await page.getByRole('dialog').getByRole('button', { name: w.start }).click()
      await pressPlay(phone, lang)
      const remote = page.locator('.remote-remote')
      await remote.getByText(w.name).waitFor()
      await until('the film moves on the TV', async () => (await tv.film()).hasPicture && (await tv.film()).point > 1)
      expect(server.servedBytes()).toBeLessThan(film.length)
      await look(phone, `loading-remote-${lang}`)
      expect(await phone.axe()).toEqual([])
      await until('it is complete', async () => {
        const whole = await readFile(path.join(world.downloads, w.name)).catch(() => Buffer.alloc(0))
        return whole.equals(film)
      })
      const { point } = await tv.film()
      await until('the film moves on', async () => (await tv.film()).point > point + 2)
      await remote.getByRole('button', { name: w.stop, exact: true }).click()
      await remote.getByText(w.nothing).first().waitFor()
      expect(phone.errors).toEqual([])
    } finally {
      await phone.close()
    }
  })
})
