/** A TV: the screen page at 1920 × 1080 in real Chromium without any flag about autoplay. */
import { openPhone, type Phone } from '../phone.ts'

type FilmNow = { point: number; isPaused: boolean; isMuted: boolean; hasPicture: boolean }
export type TvPage = Phone & {
  /** What the video element does now; point in seconds. */
  film(): Promise<FilmNow>
  /** The words on the page, read so that the page does not take the reading for a gesture. */
  words(): Promise<string>
  press(key: string): Promise<void>
}

const filmNow = `(() => {
  const video = document.querySelector('video')
  return { point: video.currentTime, isPaused: video.paused, isMuted: video.muted, hasPicture: video.videoWidth > 0 }
})()`

export async function openTv(address: string, locale: 'zh-CN' | 'en-US' = 'en-US'): Promise<TvPage> {
  const phone = await openPhone({ locale, width: 1920, height: 1080 })
  await phone.page.goto(address)
  // Playwright's own evaluate counts as a gesture of a person, which this page waits for.
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
