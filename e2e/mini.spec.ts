/** The page that WeChat's mini-program opens signs in by the code in its address, which leaves it at once; anywhere else the code does nothing. WeChat is linked to an account by a code that the mini-program sends. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bindWechat, profile, register, wechatAccount, webviewCode } from '@homeport/contract/account.ts'
import { encodeForm } from '@homeport/contract/kit/form.ts'
import type { Call } from '@homeport/contract/kit/operation.ts'
import { look } from './parts/look.ts'
import { signUpOn } from './parts/session.ts'
import { storyPassword, words } from './parts/story.ts'
import { startWechat } from '../testing/wechat.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)
const agent = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 MicroMessenger/8.0.50 miniProgram/wx0123456789abcdef'

describe.skipIf(missing.length > 0)(
  `the mini-program’s page${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`,
  () => {
    let world: World
    let phone: Phone
    let wechat: Awaited<ReturnType<typeof startWechat>>
    beforeAll(async () => {
      wechat = await startWechat()
      world = await openWorld({ hasBox: false, env: { WECHAT_URL: wechat.url } })
      phone = await openPhone({ locale: words.en.locale })
    })
    afterAll(async () => {
      await phone.close()
      await world.stop()
      await wechat.stop()
    })

    async function ask(call: Call, { token = '', ...input }: Record<string, string>) {
      const response = await fetch(`${world.addresses[0]}/zh/${call.host}${call.path}`, {
        method: 'POST',
        headers: { Source: 'app', Token: token },
        body: new URLSearchParams(encodeForm(input)),
      })
      const { data } = await response.json()
      return data
    }

    /** As the mini-program builds it. */
    const addressWith = (code: string) => `${world.addresses[0]}/?lang=zh#/pages/main/user/index?webview=${code}`
    const tokenOf = ({ page }: Phone) => page.evaluate(() => localStorage.getItem('homeport.zh.token'))

    test('is signed in, in its language; the code works once, and only in a mini-program', async () => {
      const { page, errors } = phone
      const { token } = await ask(register, { username: 'anna', password: storyPassword, agreed: '1' })
      const code: string = (await ask(webviewCode, { token })).code
      await page.goto(addressWith(code))
      await expect.poll(() => page.url()).not.toContain(code)
      await page.getByText(/登录/).first().waitFor()
      expect(await tokenOf(phone)).toBeNull()

      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setUserAgentOverride', { userAgent: agent })
      await page.goto('about:blank')
      await page.goto(addressWith(code))
      await page.getByText('anna').first().waitFor()
      expect(page.url()).toBe(`${world.addresses[0]}/#/pages/main/user/index`)
      expect(await tokenOf(phone)).not.toBe(JSON.stringify(token))
      expect(
        await page.evaluate(
          (text) => JSON.stringify({ ...localStorage, ...sessionStorage, ...history.state }).includes(text),
          code,
        ),
      ).toBe(false)

      // The session that is there stays, and the page says that the code is no good.
      await page.goto('about:blank')
      await page.goto(addressWith(code))
      await page.getByText('验证码错误或已过期').waitFor()
      await page.getByText('anna').first().waitFor()
      expect(errors).toEqual([])
    })

    test('is not needed to link WeChat: the account’s page gives a code, and sees by itself when the mini-program has sent it', async () => {
      const own = await openPhone({ locale: words.zh.locale })
      try {
        const { page, errors } = own
        await signUpOn(own, { address: world.addresses[0] ?? '', lang: 'zh', username: '微信的人' })
        await page.goto(`${world.addresses[0]}/#/pages/user/setup/safe/index`)
        await page.getByRole('link', { name: /微信/ }).getByText('未绑定').waitFor()
        await look(own, 'wechat-row')
        await page.getByRole('link', { name: /微信/ }).click()
        await page.getByLabel('请验证身份').fill(storyPassword)
        await look(own, 'wechat-ask')
        await page.getByRole('button', { name: '获取绑定码' }).click()
        const shown = page.getByRole('img', { name: /^(?:[0-9A-Z] ){7}[0-9A-Z]$/ })
        const bind_code = ((await shown.getAttribute('aria-label')) ?? '').replaceAll(' ', '')
        expect(await own.axe()).toEqual([])
        await look(own, 'wechat-code')

        wechat.codes.set('of-wx-login', 'openid-of-the-story')
        expect(await ask(wechatAccount, { bind_code })).toMatchObject({ username: '微信的人' })
        const { token } = await ask(bindWechat, { code: 'of-wx-login', bind_code, agreed: '1' })
        await page.getByText(/^绑定于 /).waitFor()
        expect((await ask(profile, { token })).username).toBe('微信的人')
        await look(own, 'wechat-linked')

        await page.getByLabel('请验证身份').fill(storyPassword)
        expect(await own.axe()).toEqual([])
        await page.getByRole('button', { name: '解绑微信' }).click()
        await page.getByRole('alertdialog').getByRole('button', { name: '解绑微信' }).click()
        await page.getByRole('heading', { name: '绑定微信' }).waitFor()
        expect(await ask(profile, { token })).toBe(null)
        expect(errors).toEqual([])
      } finally {
        await own.close()
      }
    })
  },
)
