/** Targets of forum links, in both languages: a notification opens its post, a found reply its place, an unknown board the board list. */
import { register } from '@homeport/contract/account.ts'
import { boards, like, post, reply } from '@homeport/contract/forum.ts'
import { follow } from '@homeport/contract/people.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { askAs } from './parts/app.ts'
import { signUpOn } from './parts/session.ts'
import { storyPassword, words } from './parts/story.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'
import { storyLanguages } from './parts/languages.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)

const own = {
  en: {
    anna: 'anna-links',
    ben: 'ben-links',
    title: 'A box under the TV',
    mine: 'Mine stands on rubber feet',
    answer: 'Which feet are those?',
    quote: 'Rubber it is',
    look: 'feet',
    field: 'Search the forum',
    replies: /^Replies 2$/,
    kinds: { reply: /replied to you/, quote: /quoted you/, like: /liked your|likes your/, follow: /followed you/ },
    noBoard: 'This board doesn’t exist',
    allBoards: 'All boards',
    newPost: 'New post',
    writeReply: 'Write a reply',
    replyTo: 'Reply to anna-links',
    emoji: 'Emoji',
    elsewhere: 'This thread is in the Chinese forum',
  },
  zh: {
    anna: '安娜的链接',
    ben: '小本的链接',
    title: '电视下面的盒子',
    mine: '我的盒子垫了橡胶脚',
    answer: '橡胶脚在哪里买的',
    quote: '还是橡胶好',
    look: '胶脚',
    field: '搜索论坛',
    replies: /^回复 2$/,
    kinds: { reply: /回复了你/, quote: /引用了你/, like: /赞了你/, follow: /关注了你/ },
    noBoard: '版块不存在',
    allBoards: '全部版块',
    newPost: '发帖',
    writeReply: '写回复',
    replyTo: '回复 安娜的链接',
    emoji: '表情',
    elsewhere: '这篇帖子在英文论坛',
  },
} as const

let world: World
beforeAll(async () => {
  if (missing.length === 0) world = await openWorld({ hasBox: false })
})
afterAll(() => world?.stop())

describe.skipIf(missing.length > 0).each(storyLanguages('en'))(
  `links of the forum (%s${missing.length > 0 ? `, skipped: no ${missing.join(', no ')}` : ''})`,
  (lang) => {
    const w = words[lang]
    const s = own[lang]
    let ben: Phone
    let address = ''
    let threadId = ''

    const open = (path: string) => ben.page.goto(`${address}/#${path}`)
    const marked = () => ben.page.locator('.replies-reply.replies-marked')
    /** Elements with a focus ring. */
    const rings = () =>
      ben.page.evaluate(() =>
        [...document.querySelectorAll('*')]
          .filter((one) => {
            const { outlineStyle, outlineWidth } = getComputedStyle(one)
            return outlineStyle !== 'none' && outlineWidth !== '0px' && one.getClientRects().length > 0
          })
          .map((one) => `${one.tagName} ${one.className}`),
      )

    beforeAll(async () => {
      address = world.addresses[0] ?? ''
      ben = await openPhone({ locale: w.locale, dark: lang === 'zh' })
      const app = { address, lang }
      const hers = await askAs(app, register, { username: s.anna, password: storyPassword, agreed: 1 })
      const his = await signUpOn(ben, { ...app, username: s.ben })
      const [annas, bens] = [
        { ...app, token: hers.token },
        { ...app, token: his.token },
      ]
      const board = (await askAs(annas, boards, {})).data.find(({ is_closed }) => !is_closed)
      const id = (name: string) => `a-post-of-the-links-${lang}-${name}`
      const thread = await askAs(annas, post, { id: id('thread'), board_id: board?.id ?? 0, title: s.title, content: s.title })
      threadId = thread.id
      const mine = await askAs(bens, reply, { id: id('his'), thread_id: threadId, text: s.mine })
      await askAs(annas, reply, { id: id('answer'), thread_id: threadId, text: s.answer, to_id: mine.id })
      await askAs(annas, reply, { id: id('quote'), thread_id: threadId, text: s.quote, quote_id: mine.id })
      await askAs(annas, like, { id: mine.id, type: 'reply' })
      await askAs(annas, follow, { user_id: his.user.user_id })
    })
    afterAll(() => ben.close())
    afterEach(() => expect(ben.errors).toEqual([]))

    test.each([
      ['reply', s.answer],
      ['quote', s.quote],
      ['like', s.mine],
    ] as const)('P45: the reminder of a %s leads to that very reply', async (kind, text) => {
      await open('/pages/forum/postings/remind')
      await ben.page.getByRole('link', { name: s.kinds[kind] }).click()
      await ben.page.getByRole('heading', { name: s.title }).waitFor()
      await marked().getByText(text, { exact: true }).last().waitFor()
      expect(await marked().count()).toBe(1)
    })

    test('P45: the reminder of a follow leads to the follower', async () => {
      await open('/pages/forum/postings/remind')
      await ben.page.getByRole('link', { name: s.kinds.follow }).click()
      await ben.page.getByRole('heading', { name: s.anna, level: 2 }).waitFor()
    })

    test('C49: what stands in replies alone is found, and opens at the reply', async () => {
      const { page } = ben
      await open('/pages/forum/search/index')
      await page.getByLabel(s.field).fill(s.look)
      await page.keyboard.press('Enter')
      await page.getByRole('tab', { name: s.replies }).waitFor()
      expect(await ben.axe()).toEqual([])
      await page.getByRole('link', { name: s.answer }).click()
      await marked().getByText(s.answer, { exact: true }).waitFor()
    })

    test('A12, B28: a board that is none says so, with one button; a thread of the other language too', async () => {
      const { page } = ben
      await open('/pages/forum/type/three?id=99999')
      await page.getByRole('heading', { name: s.noBoard }).waitFor()
      expect(await page.getByRole('link', { name: s.newPost }).isVisible()).toBe(false)
      expect(await ben.axe()).toEqual([])
      await open(`/pages/forum/postings/thread?id=${threadId}&lang=${lang === 'en' ? 'zh' : 'en'}`)
      await page.getByRole('heading', { name: s.elsewhere }).waitFor()
      await open('/pages/user/mine/postmanagement/index')
      await page.locator('.empty-state-emptyState').getByRole('link', { name: s.newPost }).waitFor()
      expect(await page.locator('.post-button-postButton').isVisible()).toBe(false)
    })

    test('A17, C50: who answers sees the words above the field; the field has one ring, and a tap leaves none on the emoji', async () => {
      const { page } = ben
      await open(`/pages/forum/postings/thread?id=${threadId}`)
      await page.getByRole('button', { name: s.replyTo }).first().click()
      const sheet = page.getByRole('dialog')
      await sheet.getByText(s.answer, { exact: true }).waitFor()
      await sheet.getByLabel(s.writeReply).click()
      await sheet.getByLabel(s.writeReply).pressSequentially('x')
      expect(await rings()).toEqual([])
      await sheet.getByRole('button', { name: s.emoji }).click()
      await sheet.getByRole('button', { name: '🎬' }).click()
      expect(await rings()).toEqual([])
      expect(await ben.axe()).toEqual([])
      await page.keyboard.press('Escape')
      await open('/pages/forum/editor')
      await page.getByRole('toolbar').getByRole('button', { name: s.emoji }).click()
      expect(await rings()).toEqual([])
    })
  },
)
