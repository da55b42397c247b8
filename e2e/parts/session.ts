/** Signs a person in on a phone without the forms: stories about something else begin there. */
import { register, type SignedIn } from '@homeport/contract/account.ts'
import { bindDevice, type Device } from '@homeport/contract/device.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Page } from 'playwright-core'
import type { Phone } from '../phone.ts'
import { askAs } from './app.ts'
import { storyPassword } from './story.ts'

/** signedIn: nobody where absent. device: the current box. */
export type Session = { lang: Lang; signedIn?: SignedIn | undefined; device?: Device | null | undefined }

/** The browser keeps this session and nothing else. The page is left at a picture of the cloud: the app starts with the next address. */
export async function keepSession(page: Page, address: string, { lang, signedIn, device }: Session): Promise<void> {
  const slots: [string, unknown][] = [
    ['homeport.lang', lang],
    [`homeport.${lang}.token`, signedIn?.token],
    [`homeport.${lang}.userInfo`, signedIn?.user],
    [`homeport.${lang}.bindInfo`, signedIn?.bind],
    [`homeport.${lang}.currentDevice`, device],
  ]
  await page.goto(`${address}/mark.svg`)
  await page.evaluate((values) => {
    localStorage.clear()
    for (const [name, is] of values) if (is) localStorage.setItem(name, JSON.stringify({ v: 1, is, at: Date.now() }))
  }, slots)
}

type Newcomer = { address: string; lang: Lang; username: string }

/** Signs up, and has no box. */
export async function signUpOn({ page }: Phone, { address, lang, username }: Newcomer): Promise<SignedIn> {
  const signedIn = await askAs({ address, lang }, register, { username, password: storyPassword, agreed: 1 })
  await keepSession(page, address, { lang, signedIn })
  return signedIn
}

/** Signs up and takes the box that shows the code. */
export async function settleOn({ page }: Phone, { code, ...newcomer }: Newcomer & { code: string }): Promise<SignedIn> {
  const { address, lang, username } = newcomer
  const signedIn = await askAs({ address, lang }, register, { username, password: storyPassword, agreed: 1 })
  const device = await askAs({ address, lang, token: signedIn.token }, bindDevice, { devsn: '', code })
  await keepSession(page, address, { lang, signedIn, device })
  return signedIn
}
