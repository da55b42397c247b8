/** The main job from nothing to a film on a TV that nobody admitted, as one list of what a person does: the story walks it, the bench takes its time. */
import type { Page } from 'playwright-core'
import type { Phone } from '../phone.ts'
import { addLink, bindOn, registerOn, watchToEnd, words as storyWords } from './story.ts'
import { openTv, playOnNewTv, type TvPage } from './tv.ts'
import { until } from './wait.ts'

export type Job = {
  lang: 'en' | 'zh'
  /** Of the app, and of the TV's page. */
  address: string
  screen: string
  username: string
  /** Where the film comes from, and the title that the library gives it. */
  link: string
  title: string
  pair: () => Promise<{ code: string }>
}

/** Every tap and every field that is filled on the phone, by the words on it. */
export async function countTaps(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const name = (target: EventTarget | null) => {
      const part = target instanceof Element ? target.closest('button, a, label, [role]') : null
      return (part?.getAttribute('aria-label') ?? part?.textContent ?? '').trim().slice(0, 40)
    }
    addEventListener(
      'click',
      (event) => {
        // A label's click comes again at its field.
        if (event.target instanceof HTMLInputElement) return
        const taps: string[] = JSON.parse(sessionStorage.getItem('taps') ?? '[]')
        sessionStorage.setItem('taps', JSON.stringify([...taps, name(event.target)]))
      },
      { capture: true },
    )
  })
  return () => page.evaluate<string[]>(() => JSON.parse(sessionStorage.getItem('taps') ?? '[]'))
}

/** From the first request to the first picture that moves on the TV. Human pauses are left out. */
export async function fiveMinutes(
  phone: Phone,
  job: Job,
  onStep: (name: string) => Promise<void> = async () => {},
): Promise<TvPage> {
  const { page } = phone
  const { lang, address } = job
  const w = storyWords[lang]
  await registerOn(phone, w, job)
  await onStep('registered')
  await bindOn(phone, w, (await job.pair()).code)
  await onStep('bound')
  await page.locator('a[href="#/pages/device/download/list"]').first().click()
  await addLink(phone, w, job.link)
  await page.getByRole('dialog').getByRole('button', { name: w.start }).click()
  const tv = await openTv(job.screen, w.locale)
  await watchToEnd(page, w, job.link.slice(job.link.lastIndexOf('/') + 1))
  await onStep('downloaded')
  await page.goto(`${address}/#/pages/main/movie/list`)
  await page.getByRole('link', { name: job.title }).first().click({ timeout: 60_000 })
  await playOnNewTv(phone, tv, { lang })
  await until('the picture moves on the TV', async () => (await tv.film()).hasPicture && (await tv.film()).point > 0)
  await onStep('playing')
  return tv
}
