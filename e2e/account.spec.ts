/** Account tests: signing in by a code, a changed phone, remote sign-out, a cancellation. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cancel } from '@homeport/contract/account.ts'
import { askAs } from './parts/app.ts'
import { tick } from './parts/tick.ts'
import { texts } from './parts/account-words.ts'
import { keptBy } from './parts/kept.ts'
import { settleOn } from './parts/session.ts'
import { storyPassword, words } from './parts/story.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'
import { storyLanguages } from './parts/languages.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)

describe.skipIf(missing.length > 0).each(storyLanguages('en'))(
  `an account (%s${missing.length > 0 ? `, skipped: no ${missing.join(', no ')}` : ''})`,
  (lang) => {
    const w = words[lang]
    const s = texts[lang]
    let world: World
    let phone: Phone
    let desk: Phone
    let address = ''
    /** Phone numbers and e-mail addresses used by the test, in order. */
    const numbers = { visitor: '13900000001', first: '13900000003', second: '13900000004' }
    const email = 'Anna@Example.com'

    beforeAll(async () => {
      world = await openWorld()
      address = world.addresses[0] ?? ''
      phone = await openPhone({ locale: w.locale })
      desk = await openPhone({ locale: w.locale, dark: true, width: 1280, height: 800 })
      await settleOn(phone, { address, lang, username: s.username, code: (await world.pair()).code })
    })
    afterAll(async () => {
      await phone.close()
      await desk.close()
      await world.stop()
    })
    afterEach(() => {
      expect(phone.errors).toEqual([])
      expect(desk.errors).toEqual([])
    })

    const open = ({ page }: Phone, route: string) => page.goto(`${address}/#${route}`)
    const fieldOf = ({ page }: Phone, label: string) => page.getByLabel(label, { exact: true })
    const press = ({ page }: Phone, name: string | RegExp) => page.getByRole('button', { name, exact: true }).last().click()
    const tokenOf = ({ page }: Phone) => page.evaluate((key) => localStorage.getItem(key), `homeport.${lang}.token`)

    /** The code as read by the operator with `npm run outbox`. */
    async function codeTo(target: string, purpose: string): Promise<string> {
      let code = ''
      await until(`a code to ${target}`, async () => {
        const lines = (await readFile(path.join(world.folder, 'cloud', 'outbox.jsonl'), 'utf8')).trim().split('\n')
        const match = lines.map((line) => JSON.parse(line)).findLast((one) => one.to.endsWith(target) && one.purpose === purpose)
        code = match?.code ?? ''
        return code !== ''
      })
      return code
    }

    async function signInByPassword(on: Phone, password: string): Promise<void> {
      await open(on, '/pages/user/login/username')
      await fieldOf(on, w.username).fill(s.username)
      await on.page.locator('input[type=password]').fill(password)
      await tick(on.page.getByRole('checkbox'))
      await press(on, s.signIn)
    }

    async function signOut(on: Phone): Promise<void> {
      await open(on, '/pages/user/setup/index')
      await on.page.getByRole('button', { name: s.signOut }).click()
      await on.page.getByRole('alertdialog').getByRole('button', { name: s.signOut }).click()
      await until('it is signed out', async () => (await tokenOf(on)) === null)
    }

    test('in by a code to a phone that is new here: the wait is shown, and a number that is none is said', async () => {
      await open(desk, '/pages/user/login/mobile')
      await fieldOf(desk, s.area).selectOption('86')
      await fieldOf(desk, s.phone).fill('12345')
      await press(desk, s.getCode)
      await desk.page.getByRole('alert').getByText(s.phoneWrong).waitFor()
      expect(await desk.axe()).toEqual([])
      await fieldOf(desk, s.phone).fill(numbers.visitor)
      await press(desk, s.getCode)
      await desk.page.getByText(s.again).waitFor()
      await fieldOf(desk, s.code).fill(await codeTo(numbers.visitor, 'login'))
      await tick(desk.page.getByRole('checkbox'))
      await press(desk, s.signIn)
      await desk.page.getByRole('heading', { name: w.bindTitle }).waitFor()
      await open(desk, '/pages/user/setup/safe/index')
      await desk.page.getByText('+86 139****0001').waitFor()
      expect(await desk.axe()).toEqual([])
      await signOut(desk)
      // The longest of the forms, with all that is missing.
      await open(desk, '/pages/user/login/reset')
      await desk.page.getByRole('tab', { name: s.byEmail }).click()
      await press(desk, s.setPassword)
      await desk.page.getByRole('alert').first().waitFor()
      expect(await desk.axe()).toEqual([])
    })

    test('a phone is bound in place, changed on its page, and an e-mail is bound', async () => {
      const { page } = phone
      await open(phone, '/pages/user/setup/index')
      await page.getByRole('link', { name: s.security }).click()
      await page.getByRole('button', { name: s.phoneRow }).click()
      const popup = page.getByRole('dialog', { name: s.bindPhone })
      await popup.getByLabel(s.prove, { exact: true }).fill(storyPassword)
      await popup.getByLabel(s.area).selectOption('86')
      await popup.getByLabel(s.phone, { exact: true }).fill(numbers.first)
      await popup.getByRole('button', { name: s.getCode }).click()
      await popup.getByLabel(s.newCode).fill(await codeTo(numbers.first, 'bind'))
      expect(await phone.axe()).toEqual([])
      await popup.getByRole('button', { name: s.bind, exact: true }).click()
      await page.getByRole('link', { name: /139\*{4}0003/ }).waitFor()

      await page.getByRole('link', { name: s.phoneRow }).click()
      await page.getByRole('heading', { name: s.changePhone }).waitFor()
      await fieldOf(phone, s.prove).fill('not my password')
      await fieldOf(phone, s.newPhone).fill(numbers.second)
      await press(phone, s.getCode)
      await fieldOf(phone, s.newCode).fill(await codeTo(numbers.second, 'bind'))
      await press(phone, s.bind)
      await until(
        'the wrong password is said',
        async () => (await fieldOf(phone, s.prove).getAttribute('aria-invalid')) === 'true',
      )
      expect(await phone.axe()).toEqual([])
      await fieldOf(phone, s.prove).fill(storyPassword)
      await press(phone, s.bind)
      await page.getByRole('link', { name: /139\*{4}0004/ }).waitFor()

      await page.getByRole('link', { name: s.emailRow }).click()
      await fieldOf(phone, s.prove).fill(storyPassword)
      await fieldOf(phone, s.email).fill(email)
      await press(phone, s.getCode)
      await fieldOf(phone, s.newMailCode).fill(await codeTo(email.toLowerCase(), 'bind'))
      expect(await phone.axe()).toEqual([])
      await press(phone, s.bind)
      await page.getByRole('link', { name: /an\*{3}@example\.com/ }).waitFor()
    })

    test('P10, P13: signed in by the password, a wrong one said at its field, then signed out elsewhere: the second window is out within a second, and keeps nothing of the person', async () => {
      // The Cache API exists only on secure origins, such as localhost.
      const home = address
      address = home.replace(lanAddress ?? '', '127.0.0.1')
      await signInByPassword(desk, 'not my password')
      await desk.page.getByRole('alert').getByText(s.wrongPassword).waitFor()
      expect(await fieldOf(desk, w.username).inputValue()).toBe(s.username)
      expect(await desk.axe()).toEqual([])
      await desk.page.locator('input[type=password]').fill(storyPassword)
      await press(desk, s.signIn)
      address = home
      await desk.page.getByText(w.online).first().waitFor()
      await until('the second window’s socket is open', () =>
        desk.page.evaluate((key) => localStorage.getItem(key) !== null, `homeport.${lang}.socket_fd`),
      )
      await open(phone, '/pages/user/mine/safe')
      await phone.page.getByText(s.thisDevice).waitFor()
      expect(await phone.axe()).toEqual([])
      await desk.page.evaluate(async (name) => {
        const cache = await caches.open(name)
        await cache.put('/answer', new Response('mine'))
        await caches.open('homeport-shell')
      }, `homeport.${lang}.answers`)
      await until('answers of the person are saved', async () => (await keptBy(desk.page, lang)).saved.length > 0)
      const other = phone.page.getByRole('button', { name: s.endOther })
      await other.waitFor()
      const ended = phone.page.waitForResponse((answer) => answer.url().endsWith('/endSession'))
      await other.click()
      await ended
      await until('the second window is out', async () => (await tokenOf(desk)) === null)
      await until('nothing of the person is left', async () => {
        const stored = await keptBy(desk.page, lang)
        return stored.saved.length === 0 && stored.names.length === 0 && stored.caches.join() === 'homeport-shell'
      })
      expect(await tokenOf(phone)).not.toBe(null)
      await until('the list holds this device alone', async () => (await phone.page.locator('.security-signIn').count()) === 1)
    })

    test('an account that is being cancelled is read by axe, and is kept by a tap', async () => {
      const { page } = phone
      const { is: token }: { is: string } = JSON.parse((await tokenOf(phone)) ?? '')
      await askAs({ address, lang, token }, cancel, { posts: 'anonymise', password: storyPassword })
      await open(phone, '/pages/user/mine/setup/cancellation')
      await page.reload()
      await page.getByRole('heading', { name: s.pending }).waitFor()
      expect(await phone.axe()).toEqual([])
      await press(phone, s.keep)
      await page.getByRole('heading', { name: s.pending }).waitFor({ state: 'detached' })
    })
  },
)
