/** The app shell: the QR link, switching the language and its data, signing out, unbinding, the keyboard. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tick } from './parts/tick.ts'
import { bindOn, words } from './parts/story.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)
const w = words.en
/** By plain http, so with gzip; by https a tenth less. react-dom is 65 kB of them. `npm run bench -- first-route` weighs what comes later too. */
const firstRouteBytes = 115_000

describe.skipIf(missing.length > 0)(
  `around the app${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`,
  () => {
    let world: World
    let phone: Phone
    let address = ''

    beforeAll(async () => {
      world = await openWorld()
      address = world.addresses[0] ?? ''
      phone = await openPhone({ locale: 'en-US' })
    })
    afterAll(async () => {
      await phone.close()
      await world.stop()
    })

    test('P12: the QR link opens the app with the code filled in, and the code leaves the address bar at once', async () => {
      const { page } = phone
      const { devsn, code } = await world.pair()
      await page.goto(`${address}/#/pages/main/device/index?devsn=${devsn}&code=${code}`)
      await page.getByRole('heading', { name: 'Sign in to pair your box' }).waitFor()
      expect(page.url()).not.toContain(code)
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByLabel(w.username, { exact: true }).fill('lighthouse')
      for (const field of await page.locator('input[type=password]').all()) await field.fill('a quiet harbour 7')
      await tick(page.getByRole('checkbox'))
      await page.getByRole('button', { name: w.register }).last().click()
      await page.getByRole('heading', { name: w.bindTitle }).waitFor()
      expect(await page.getByLabel(w.code, { exact: true }).inputValue()).toBe(code)
      await page.getByRole('button', { name: w.bind }).click()
      await page.getByText(w.online).first().waitFor()
      expect(await page.evaluate(() => JSON.stringify(history.state) + location.href)).not.toContain(code)
    })

    test('while its scripts are on their way the app shows its mark, which the first page replaces', async () => {
      const slow = await openPhone({ locale: 'en-US' })
      const come = Promise.withResolvers<void>()
      try {
        await slow.page.route('**/assets/*.js', async (route) => {
          await come.promise
          await route.continue()
        })
        await slow.page.goto(address, { waitUntil: 'commit' })
        const mark = slow.page.locator('#root > img')
        await until('the mark is seen', () =>
          mark.evaluate(
            (image) => image instanceof HTMLImageElement && image.naturalWidth > 0 && getComputedStyle(image).opacity === '1',
          ),
        )
        come.resolve()
        await slow.page.locator('h1').first().waitFor()
        expect(await mark.count()).toBe(0)
        expect(slow.errors).toEqual([])
      } finally {
        come.resolve()
        await slow.close()
      }
    })

    test('a guest’s home is drawn from no more scripts and styles than it needs', async () => {
      const guest = await openPhone({ locale: 'en-US' })
      try {
        // What loads while nothing else is to do is not of the first route.
        await guest.page.addInitScript(() => (window.requestIdleCallback = () => 0))
        await guest.page.goto(address)
        await guest.page.getByRole('button', { name: 'Get started' }).waitFor()
        const sizes = await guest.page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .filter((entry) => entry instanceof PerformanceResourceTiming)
            .filter(({ name }) => /\.(?:js|css)$/.test(name))
            .map(({ name, encodedBodySize }) => ({ file: name.split('/').at(-1), bytes: encodedBodySize })),
        )
        const bytes = sizes.reduce((sum, one) => sum + one.bytes, 0)
        expect(bytes, JSON.stringify(sizes)).toBeLessThan(firstRouteBytes)
        expect(bytes).toBeGreaterThan(60_000)
      } finally {
        await guest.close()
      }
    })

    test('changing the language asks, then switches hosts and data; going back one is still signed in', async () => {
      const { page } = phone
      await page.goto(`${address}/#/pages/user/setup/index`)
      await page.getByRole('button', { name: /^Language/ }).click()
      await page.getByRole('button', { name: 'Switch to 中文' }).click()
      await page.getByRole('heading', { name: '设置' }).waitFor()
      expect(await page.locator('html').getAttribute('lang')).toMatch(/^zh/)
      await page.goto(`${address}/#/pages/main/device/index`)
      await page.getByRole('heading', { name: '登录后绑定盒子' }).waitFor()
      await page.goto(`${address}/#/pages/user/setup/index`)
      await page.getByRole('button', { name: /^语言/ }).click()
      await page.getByRole('button', { name: '切换到 English' }).click()
      await page.getByRole('heading', { name: 'Settings' }).waitFor()
      await page.goto(`${address}/#/pages/main/device/index`)
      await page.getByText(w.online).first().waitFor()
    })

    test('the tabs are reached and opened by keyboard', async () => {
      const { page } = phone
      await page.goto(`${address}/#/pages/index/index`)
      await page.getByRole('link', { name: 'Library', exact: true }).focus()
      await page.keyboard.press('Enter')
      await until('the library is open', () => page.url().includes('/pages/main/movie/list'))
    })

    test('unbinding says what is lost, and the box shows a code again, which pairs it', async () => {
      const { page } = phone
      await page.goto(`${address}/#/pages/device/setting/setting`)
      await page.getByRole('button', { name: /^Homeport/ }).click()
      await page.getByRole('button', { name: 'Unpair this box' }).click()
      await page.getByText(/You’ll no longer see/).waitFor()
      await page.getByRole('button', { name: 'Unpair', exact: true }).click()
      await page.getByRole('heading', { name: w.bindTitle }).waitFor()
      await bindOn(phone, w, (await world.pair()).code)
    })

    test('signing out forgets what is private', async () => {
      const { page } = phone
      await page.goto(`${address}/#/pages/user/setup/index`)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByText('Sign out?').waitFor()
      await page.getByRole('button', { name: 'Sign out' }).last().click()
      await page.getByText('Sign out?').waitFor({ state: 'detached' })
      await page.goto(`${address}/#/pages/main/device/index`)
      await page.getByRole('heading', { name: 'Sign in to pair your box' }).waitFor()
      const names = await page.evaluate(() => Object.keys(localStorage).join(' '))
      expect(names).not.toMatch(/token|user|bind|device|cache/i)
      expect(phone.errors).toEqual([])
    })
  },
)
