/** A TV: the screen page at 1280 × 720, which is half the drawing of 1920 × 1080, in real Chromium without any autoplay flag. */
import type { Page } from 'playwright-core'
import { openPhone, type Phone } from '../phone.ts'
import { until } from '../../testing/until.ts'

export const tvWords = {
  en: {
    connectTv: 'Connect this TV',
    digits: 'Four-digit code on the TV',
    nameTv: 'Name this TV',
    done: 'Done',
    play: /^Play: /,
  },
  zh: { connectTv: '连接这台电视', digits: '电视上的四位数字', nameTv: '给电视起个名字', done: '完成', play: /^播放: / },
} as const

type FilmNow = { point: number; isPaused: boolean; isMuted: boolean; hasPicture: boolean }
export type TvPage = Phone & {
  /** The video element's state; point in seconds. */
  film(): Promise<FilmNow>
  /** The page's text, read without the page taking it for a user gesture. */
  words(): Promise<string>
  press(key: string): Promise<void>
}

const filmNow = `(() => {
  const video = document.querySelector('video')
  return { point: video.currentTime, isPaused: video.paused, isMuted: video.muted, hasPicture: video.videoWidth > 0 }
})()`

export async function openTv(
  address: string,
  locale: 'zh-CN' | 'en-US' = 'en-US',
  { width = 1280, height = 720, hasClock = false } = {},
): Promise<TvPage> {
  const phone = await openPhone({ locale, width, height, hasMotion: true })
  // A clock that a story can move on; it runs by itself.
  if (hasClock) await phone.page.clock.install()
  // A box that has just begun to start serves its TV page a little later.
  await until('the TV page is served', async () => (await phone.page.goto(address)) !== null)
  // Playwright's own evaluate counts as a user gesture, which this page waits for.
  const line = await phone.page.context().newCDPSession(phone.page)
  const read = async (expression: string) =>
    (await line.send('Runtime.evaluate', { expression, returnByValue: true })).result.value
  return {
    ...phone,
    film: async () => {
      const film: FilmNow = await read(filmNow)
      return film
    },
    words: async () => String(await read('document.body.innerText')),
    press: (key) => phone.page.keyboard.press(key),
  }
}

/** The film goes on by so many seconds, from where it is or from this point (s). A film that follows on another source begins at that one's start. */
export async function filmMoves(tv: TvPage, { by = 0.5, from }: { by?: number; from?: number } = {}): Promise<void> {
  let point = from ?? (await tv.film()).point
  await until('the picture moves', async () => {
    const film = await tv.film()
    if (from === undefined) point = Math.min(point, film.point)
    return film.hasPicture && !film.isPaused && film.point > point + by
  })
}

/** The code shown by a new TV. */
export async function digitsOn(tv: TvPage, lang: 'en' | 'zh'): Promise<string> {
  await tv.page.getByRole('heading', { name: tvWords[lang].connectTv }).waitFor()
  return ((await tv.page.getByRole('img').getAttribute('aria-label')) ?? '').replaceAll(' ', '')
}

/** From a film's page on the phone, without a connected TV: Play, then the TV's code; the film starts there and the remote opens. */
export async function playOnNewTv(
  { page }: Phone,
  tv: TvPage,
  { lang, onSheet }: { lang: 'en' | 'zh'; onSheet?: () => Promise<void> },
): Promise<void> {
  const digits = await digitsOn(tv, lang)
  await page.getByRole('button', { name: tvWords[lang].play }).click()
  // Another TV, admitted before and offline, is listed above the code field.
  await page.getByLabel(tvWords[lang].digits).waitFor()
  await onSheet?.()
  await page.getByLabel(tvWords[lang].digits).fill(digits)
  await page.locator('.remote-remote').waitFor()
  await keepTvName(page, lang)
}

/** A TV that was just let in is named; a story goes on with the browser's name. */
export async function keepTvName(page: Page, lang: 'en' | 'zh'): Promise<void> {
  const sheet = page.getByRole('dialog', { name: tvWords[lang].nameTv })
  await sheet.getByRole('button', { name: tvWords[lang].done }).click()
  await sheet.waitFor({ state: 'detached' })
}
