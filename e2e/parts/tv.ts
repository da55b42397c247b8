/** A TV: the screen page at 1920 × 1080 in real Chromium without any flag about autoplay. */
import { openPhone, type Phone } from '../phone.ts'

export const tvWords = {
  en: {
    letTv: 'Let this TV in',
    digits: 'Four digits on the TV',
    letIn: 'Let in',
    close: 'Close',
    pressOk: 'Press OK',
    play: /^Play: /,
  },
  zh: { letTv: '允许这台电视', digits: '电视上的四位数字', letIn: '连接', close: '关闭', pressOk: '按「确定」', play: /^播放: / },
} as const

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

/** From a film's page on the phone, while no TV is connected: its sheet takes the digits that the TV shows; OK on the TV opens the library there. */
export async function letTvIn(
  { page }: Phone,
  tv: TvPage,
  { lang, onSheet }: { lang: 'en' | 'zh'; onSheet?: () => Promise<void> },
): Promise<void> {
  const w = tvWords[lang]
  await tv.page.getByRole('heading', { name: w.letTv }).waitFor()
  const digits = ((await tv.page.getByRole('img').getAttribute('aria-label')) ?? '').replaceAll(' ', '')
  await page.getByRole('button', { name: w.play }).click()
  await page.getByLabel(w.digits).fill(digits)
  await onSheet?.()
  await page.getByRole('dialog').getByRole('button', { name: w.letIn }).click()
  await tv.page.getByRole('heading', { name: w.pressOk }).waitFor()
  await tv.press('Enter')
  await tv.page.locator('.card').first().waitFor()
  await page.getByRole('dialog').getByRole('button', { name: w.close }).first().click()
}
