/** Two users, in both languages: following, messages that are delivered once even if the network drops, badges, blocking. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { follow } from '@homeport/contract/people.ts'
import { askAs } from './parts/app.ts'
import { settleOn, signUpOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'
import { storyLanguages } from './parts/languages.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)

const texts = {
  en: {
    anna: 'anna-people',
    ben: 'ben-people',
    follow: /^Follow /,
    followBack: /^Follow back /,
    mutual: /^Mutual /,
    fans: /^\d+ ?Followers$/,
    fansTitle: 'Followers',
    me: 'Me',
    reminders: /^Notifications/,
    followed: /ben-people followed you/,
    messages: /^Messages/,
    message: 'Message',
    write: 'Write a message',
    send: 'Send',
    waiting: 'Waiting to send',
    empty: 'Enter a message',
    tooLong: 'Messages can be up to 1,000 characters',
    system: /^System/,
    welcome: /^Welcome to Homeport/,
    block: /^Block /,
    blockDo: 'Block',
    blocked: 'You blocked ben-people',
    nobody: 'Person not found',
    closed: 'This conversation is closed',
    unblock: 'Unblock ben-people',
    noBlocked: 'You haven’t blocked anyone.',
    unread: (n: number) => (n === 1 ? '1 unread' : `${n} unread`),
    you: /^You: /,
  },
  zh: {
    anna: '安娜海港',
    ben: '小本慢车',
    follow: /^关注 /,
    followBack: /^回关 /,
    mutual: /^互相关注 /,
    fans: /^\d+ ?粉丝$/,
    fansTitle: '粉丝',
    me: '我的',
    reminders: /^通知/,
    followed: /小本慢车 关注了你/,
    messages: /^消息/,
    message: '私信',
    write: '写私信',
    send: '发送',
    waiting: '等待发送',
    empty: '消息内容不能为空',
    tooLong: '消息最多 1000 个字符',
    system: /^系统消息/,
    welcome: /^欢迎来到 Homeport/,
    block: /^拉黑 /,
    blockDo: '拉黑',
    blocked: '你已拉黑 小本慢车',
    nobody: '找不到这个人',
    closed: '会话已关闭',
    unblock: '取消拉黑 小本慢车',
    noBlocked: '黑名单是空的。',
    unread: (n: number) => `${n} 条未读`,
    you: /^我：/,
  },
} as const

describe.skipIf(missing.length > 0).each(storyLanguages('zh'))(
  `two people (%s${missing.length > 0 ? `, skipped: no ${missing.join(', no ')}` : ''})`,
  (lang) => {
    const w = words[lang]
    const s = texts[lang]
    let world: World
    let anna: Phone
    let ben: Phone
    let address = ''
    let ofAnna = ''
    let ofBen = ''

    beforeAll(async () => {
      world = await openWorld()
      address = world.addresses[0] ?? ''
      anna = await openPhone({ locale: w.locale })
      ben = await openPhone({ locale: w.locale, dark: true, ...(lang === 'zh' ? { width: 1280, height: 800 } : {}) })
      // With a bound box her app has a socket: notices arrive at once.
      const hers = await settleOn(anna, { address, lang, username: s.anna, code: (await world.pair()).code })
      await open(anna, '/pages/main/user/index')
      await anna.page.getByRole('link', { name: s.reminders }).waitFor()
      const his = await signUpOn(ben, { address, lang, username: s.ben })
      ofAnna = hers.user.user_id
      ofBen = his.user.user_id
      await askAs({ address, lang, token: his.token }, follow, { user_id: ofAnna })
    })
    afterAll(async () => {
      await anna.close()
      await ben.close()
      await world.stop()
    })
    afterEach(() => {
      expect(anna.errors).toEqual([])
      expect(ben.errors).toEqual([])
    })

    const open = ({ page }: Phone, path: string) => page.goto(`${address}/#${path}`)
    const pageOf = (userId: string) => `/pages/user/posts/index?user_id=${userId}`
    const talkWith = (userId: string) => `/pages/user/mine/message/index?with=${userId}`
    const tabOf = ({ page }: Phone) => page.getByRole('navigation').getByRole('link', { name: new RegExp(`${s.me}$`) })
    const log = ({ page }: Phone) => page.getByRole('log')
    const fansOf = async ({ page }: Phone) =>
      Number.parseInt((await page.getByRole('link', { name: s.fans }).textContent()) ?? '', 10)
    async function write({ page }: Phone, text: string): Promise<void> {
      await page.getByLabel(s.write).fill(text)
      await page.getByRole('button', { name: s.send }).click()
    }

    test('she is reminded at once, and follows back from the list', async () => {
      const { page } = anna
      await page.getByRole('link', { name: s.reminders }).getByText(s.unread(1)).waitFor()
      expect(await anna.axe()).toEqual([])
      await page.getByRole('link', { name: s.reminders }).click()
      await page.getByRole('link', { name: s.followed }).click()
      await page.getByRole('button', { name: s.followBack }).click()
      await page.getByRole('button', { name: s.mutual }).waitFor()
      expect(await anna.axe()).toEqual([])
      await open(anna, '/pages/user/mine/fans')
      // the profile page has such a button too
      await page.getByRole('heading', { name: s.fansTitle, exact: true }).waitFor()
      await page.getByRole('button', { name: s.mutual }).waitFor()
      expect(await anna.axe()).toEqual([])
    })

    test('the system welcomed her; its badge goes as she reads', async () => {
      const { page } = anna
      await open(anna, '/pages/user/mine/message/index')
      await page.getByRole('tab', { name: s.system }).click()
      await page.getByText(s.welcome).waitFor()
      expect(await anna.axe()).toEqual([])
      await open(anna, '/pages/main/user/index')
      await until('nothing is unread', async () => (await tabOf(anna).locator('.badge-count').count()) === 0)
    })

    test('a message comes while she looks elsewhere: the tab counts it, the row too, and it is read as she opens it', async () => {
      await open(ben, pageOf(ofAnna))
      await ben.page.getByRole('link', { name: s.message, exact: true }).waitFor()
      expect(await fansOf(ben)).toBe(1)
      expect(await ben.axe()).toEqual([])
      await ben.page.getByRole('link', { name: s.message, exact: true }).click()
      await write(ben, '   ')
      await ben.page.getByRole('alert').getByText(s.empty).waitFor()
      await ben.page.getByLabel(s.write).fill('x'.repeat(1_001))
      await ben.page.getByRole('button', { name: s.send }).click()
      await ben.page.getByRole('alert').getByText(s.tooLong).waitFor()
      expect(await ben.axe()).toEqual([])
      await write(ben, 'Hello <b>there</b>\n& you')
      await log(ben).getByText('Hello <b>there</b>').waitFor()
      await tabOf(anna).getByText(s.unread(1)).waitFor()
      await anna.page.getByRole('link', { name: s.messages }).click()
      await anna.page.getByRole('link', { name: 'Hello <b>there</b>' }).click()
      await log(anna).getByText('Hello <b>there</b>').waitFor()
      expect(await anna.axe()).toEqual([])
      await write(anna, 'And you, over there')
      await log(ben).getByText('And you, over there').waitFor()
      await open(anna, '/pages/main/user/index')
      await until('her badge is gone', async () => (await tabOf(anna).locator('.badge-count').count()) === 0)
    })

    test('the answer of the cloud is lost twice and the page loaded anew: what he wrote stands once, what he typed is kept', async () => {
      const { page } = ben
      let lost = 0
      await page.route('**/message/send', async (route) => {
        lost += 1
        if (lost > 2) return route.continue()
        await route.fetch()
        await route.fulfill({ status: 502, body: '' })
      })
      await write(ben, 'Once, and only once')
      await page.getByText(s.waiting).waitFor()
      await page.getByLabel(s.write).fill('typed, not sent')
      expect(await ben.axe()).toEqual([])
      await page.reload()
      await until('it has been sent', async () => lost > 2)
      await log(ben).getByText('Once, and only once').waitFor()
      await until('nothing waits', async () => (await page.getByText(s.waiting).count()) === 0)
      expect(await log(ben).getByText('Once, and only once').count()).toBe(1)
      expect(await page.getByLabel(s.write).inputValue()).toBe('typed, not sent')
      await open(anna, talkWith(ofBen))
      await log(anna).getByText('Once, and only once').waitFor()
      expect(await log(anna).getByText('Once, and only once').count()).toBe(1)
      await page.unroute('**/message/send')
      for (const error of ben.errors.splice(0)) expect(error).toMatch(/502 .*\/message\/send$/)
    })

    test('whom she blocks finds neither her nor the conversation, in the window that is open too; then all is as before', async () => {
      await open(ben, talkWith(ofAnna))
      await log(ben).getByText('Hello <b>there</b>').waitFor()
      await open(anna, pageOf(ofBen))
      await anna.page.getByRole('button', { name: s.block }).click()
      await anna.page.getByRole('dialog').getByRole('button', { name: s.blockDo, exact: true }).click()
      await anna.page.getByText(s.blocked).waitFor()
      expect(await anna.axe()).toEqual([])
      await ben.page.getByText(s.closed).waitFor()
      expect(await ben.axe()).toEqual([])
      await open(ben, pageOf(ofAnna))
      await ben.page.getByText(s.nobody).waitFor()
      await open(anna, '/pages/user/mine/safe')
      await anna.page.getByRole('button', { name: s.unblock }).click()
      await anna.page.getByText(s.noBlocked).waitFor()
      expect(await anna.axe()).toEqual([])
      await open(ben, talkWith(ofAnna))
      await log(ben).getByText('Hello <b>there</b>').waitFor()
      await open(ben, pageOf(ofAnna))
      await ben.page.getByRole('button', { name: s.follow }).waitFor()
      expect(await fansOf(ben)).toBe(0)
    })
  },
)
