/** The main flow from nothing to a film on a TV that is not admitted, as one list of user steps: run by the end-to-end test, timed by the bench. */
import type { Page } from 'playwright-core'
import type { Phone } from '../phone.ts'
import { addLink, bindOn, registerOn, watchToEnd, words as storyWords } from './story.ts'
import { openTv, playOnNewTv, type TvPage } from './tv.ts'
import { until } from '../../testing/until.ts'

export type Job = {
  lang: 'en' | 'zh'
  /** The address of the app. */
  address: string
  /** The address of the TV page. */
  screen: string
  username: string
  /** The film's download link, and its title in the library. */
  link: string
  title: string
  pair: () => Promise<{ code: string }>
}

/** Records every tap and every filled field on the phone, by its visible text. */
export async function countTaps(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const name = (target: EventTarget | null) => {
      const part = target instanceof Element ? target.closest('button, a, label, [role]') : null
      return (part?.getAttribute('aria-label') ?? part?.textContent ?? '').trim().slice(0, 40)
    }
    addEventListener(
      'click',
      (event) => {
        // A label's click is repeated on its field.
        if (event.target instanceof HTMLInputElement) return
        const tapped = name(event.target)
        // Beside everything: a page that moved away below a click is clicked again.
        if (tapped === '') return
        const taps: string[] = JSON.parse(sessionStorage.getItem('taps') ?? '[]')
        sessionStorage.setItem('taps', JSON.stringify([...taps, tapped]))
      },
      { capture: true },
    )
  })
  return () => page.evaluate<string[]>(() => JSON.parse(sessionStorage.getItem('taps') ?? '[]'))
}

/** From the first request to the first moving picture on the TV, without human pauses. */
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
  await page.getByRole('link', { name: job.title }).first().click()
  await playOnNewTv(phone, tv, { lang })
  await until('the picture moves on the TV', async () => (await tv.film()).hasPicture && (await tv.film()).point > 0)
  await onStep('playing')
  return tv
}
