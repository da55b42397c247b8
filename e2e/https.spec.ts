/** https at home: the app offers to install itself, the page of the home CA sees when this browser trusts it, and the session goes along to the address by https. */
import os from 'node:os'
import { register } from '@homeport/contract/account.ts'
import { bindDevice } from '@homeport/contract/device.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../testing/free-port.ts'
import { until } from '../testing/until.ts'
import { askAs } from './parts/app.ts'
import { storyLanguages } from './parts/languages.ts'
import { look } from './parts/look.ts'
import { keepSession } from './parts/session.ts'
import { storyPassword } from './parts/story.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, openWorld, type World } from './world.ts'

/** The certificate names this machine in .local, and no address of a network that is not private. */
const host = `${os.hostname().toLowerCase().split('.')[0] ?? ''}.local`
const own = {
  en: {
    locale: 'en-US' as const,
    username: 'olga-secure',
    title: 'Install Homeport',
    install: 'Install',
    trust: 'Let this browser trust your box',
    waiting: 'Waiting for this browser',
  },
  zh: {
    locale: 'zh-CN' as const,
    username: '奥加安全',
    title: '安装 Homeport',
    install: '安装',
    trust: '让这个浏览器信任盒子',
    waiting: '等待这个浏览器信任盒子',
  },
}

describe.skipIf(!hasBrowser).each(storyLanguages('en'))(
  `https at home${hasBrowser ? '' : ' (skipped: no Chromium)'} (%s)`,
  (lang) => {
    const w = own[lang]
    let world: World
    let phone: Phone
    let address = ''
    let tlsPort = 0

    beforeAll(async () => {
      tlsPort = await freePort()
      world = await openWorld({ env: { HOMEPORT_TLS: 'home', HOMEPORT_TLS_PORT: String(tlsPort) } })
      address = `http://${host}:${new URL(world.addresses[0] ?? '').port}`
      phone = await openPhone({ locale: w.locale, host })
      // Node knows no name in .local.
      const caller = { address: world.addresses[0] ?? '', lang }
      const signedIn = await askAs(caller, register, { username: w.username, password: storyPassword, agreed: 1 })
      const { code } = await world.pair()
      const device = await askAs({ ...caller, token: signedIn.token }, bindDevice, { devsn: '', code })
      await keepSession(phone.page, address, { lang, signedIn, device })
    })
    afterAll(async () => {
      await phone.close()
      await world.stop()
    })

    const secure = () => `https://${host}:${tlsPort}`

    test('on the second visit the app of http offers to install it, and leads to the page for this system', async () => {
      const { page } = phone
      await page.goto(`${address}/#/pages/index/index`)
      await until('this visit counts', () => page.evaluate(() => localStorage.getItem('homeport.install_offer') !== null))
      await page.reload()
      await page.getByText(w.title, { exact: true }).waitFor()
      await look(phone, `https-offer-${lang}`)
      await page.getByRole('button', { name: w.install, exact: true }).click()
      await page.getByRole('heading', { name: w.trust }).waitFor()
      await page.getByText(w.waiting).waitFor()
      await look(phone, `https-trust-${lang}`)
      expect(await phone.axe()).toEqual([])
    })

    test('once the browser trusts the certificate it goes on there by itself, signed in; the code is nowhere', async () => {
      const { page } = phone
      const cdp = await page.context().newCDPSession(page)
      await cdp.send('Security.setIgnoreCertificateErrors', { ignore: true })
      await page.waitForURL(`${secure()}/**`)
      await page.locator('main').waitFor()
      const stored = await page.evaluate((name) => localStorage.getItem(name), `homeport.${lang}.userInfo`)
      expect(stored).toContain(w.username)
      expect(page.url()).not.toMatch(/webview|proof/)
      expect(await page.evaluate(() => isSecureContext)).toBe(true)
      await look(phone, `https-home-${lang}`)
    })

    test('from then on an address of http leads to https, with its page', async () => {
      const { page } = phone
      await page.goto(`${address}/#/pages/user/setup/index`)
      await page.waitForURL(`${secure()}/#/pages/user/setup/index`)
      await page.locator('main').waitFor()
      await until('the page of settings says so', async () => (await page.locator('a[href*="/trust"]').count()) === 1)
      await page.goto(`${secure()}/trust?lang=${lang}`)
      await page.getByRole('status').waitFor()
      await look(phone, `https-trusted-${lang}`)
      expect(await phone.axe()).toEqual([])
      // The browser itself tells of each connection that it did not trust.
      expect(phone.errors.filter((error) => !error.includes('ERR_CERT'))).toEqual([])
    })
  },
)
