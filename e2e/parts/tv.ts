/** A TV: the screen page at 1920 × 1080 in real Chromium without any flag about autoplay. */
import { openPhone, type Phone } from '../phone.ts'

export type TvPage = Phone & {
  /** What the video element does now; point in seconds. */
  film(): Promise<{ point: number; isPaused: boolean; isMuted: boolean; hasPicture: boolean }>
  press(key: string): Promise<void>
}

export async function openTv(address: string, locale: 'zh-CN' | 'en-US' = 'en-US'): Promise<TvPage> {
  const phone = await openPhone({ locale, width: 1920, height: 1080 })
  await phone.page.goto(address)
  return {
    ...phone,
    film: () =>
      phone.page.evaluate(() => {
        const video = document.querySelector('video')
        return {
          point: video?.currentTime ?? 0,
          isPaused: video?.paused ?? true,
          isMuted: video?.muted ?? false,
          hasPicture: (video?.videoWidth ?? 0) > 0,
        }
      }),
    press: (key) => phone.page.keyboard.press(key),
  }
}
