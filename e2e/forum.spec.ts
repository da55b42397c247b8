/** The forum on real parts, in both languages: a post with a picture, answers, likes, drafts, an answer that is lost and sent once, search, a report. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { registerOn, words } from './parts/story.ts'
import { until } from './parts/wait.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)

const said = {
  en: {
    anna: 'anna-forum',
    ben: 'ben-forum',
    category: /^Category:/,
    titleField: 'Title',
    content: 'Content',
    labels: 'Labels',
    post: 'Post',
    posted: 'Your post is there',
    read: 'Read it',
    waiting: 'Waits for the connection',
    waitingTitle: 'Waiting for the connection',
    savedAt: /^Draft saved/,
    writeReply: 'Write a reply',
    send: 'Send',
    answer: /^Reply to /,
    like: /^Like, /,
    liked: 'Like, 1 like',
    oneReply: '1 reply',
    empty: 'Comment cannot be empty',
    addImages: 'Add images',
    image: 'Image 1 of 1',
    field: 'Search threads, people, tags',
    go: 'Search',
    more: 'More',
    report: 'Report',
    thanks: 'Thank you. The moderators will look at it.',
    only: 'Only for moderators',
    title: 'Rubber pins or screws? A blind test',
    text: 'Four disks, <b>two</b> frames.\n\n> one closed door\n\nSee https://pins.example/test.',
    reply: 'Pins, by far',
    lost: 'Once, and only once',
    tag: 'quietpins',
    look: 'rubbr pins',
  },
  zh: {
    anna: '安娜论坛',
    ben: '小本论坛',
    category: /^分类:/,
    titleField: '标题',
    content: '正文',
    labels: '标签',
    post: '发布',
    posted: '发布成功',
    read: '查看帖子',
    waiting: '等待网络恢复',
    waitingTitle: '等待网络恢复',
    savedAt: /^草稿已保存/,
    writeReply: '写回复',
    send: '发送',
    answer: /^回复 /,
    like: /^点赞, /,
    liked: '点赞, 1 人点赞',
    oneReply: '1 条回复',
    empty: '评论内容不能为空',
    addImages: '添加图片',
    image: '图片 1/1',
    field: '搜索帖子、用户、标签',
    go: '搜索',
    more: '更多',
    report: '举报',
    thanks: '感谢反馈，版主会尽快处理。',
    only: '仅版主可用',
    title: '橡胶钉还是螺丝？一次盲听',
    text: '四块硬盘，<b>两个</b>架子。\n\n> 一扇关着的门\n\n见 https://pins.example/test。',
    reply: '当然是橡胶钉',
    lost: '只发一次，不多不少',
    tag: '静音盲听',
    look: '胶钉',
  },
} as const

describe.skipIf(missing.length > 0).each(['en', 'zh'] as const)(
  `the forum (%s${missing.length > 0 ? `, skipped: no ${missing.join(', no ')}` : ''})`,
  (lang) => {
    const w = words[lang]
    const s = said[lang]
    let world: World
    let anna: Phone
    let ben: Phone
    let address = ''
    let threadPath = ''

    beforeAll(async () => {
      world = await openWorld()
      address = world.addresses[0] ?? ''
      anna = await openPhone({ locale: w.locale })
      ben = await openPhone({ locale: w.locale, dark: true, width: 1280, height: 800 })
      await registerOn(anna, w, { address, username: s.anna })
      await registerOn(ben, w, { address, username: s.ben })
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
    const replies = ({ page }: Phone) => page.locator('ol article')

    test('a draft with a picture survives a reload; posted, it is there for both, and none of it runs', async () => {
      const { page } = anna
      await open(anna, '/pages/forum/editor')
      await page.getByLabel(s.titleField, { exact: true }).fill(s.title)
      await page.getByRole('button', { name: s.category }).click()
      await page.getByRole('dialog').locator('li button:enabled').last().click()
      await page.getByLabel(s.content, { exact: true }).fill(s.text)
      await page.getByLabel(s.labels, { exact: true }).fill(`#${s.tag} nuc`)
      const picture = await page.screenshot()
      await page
        .getByLabel(s.addImages)
        .first()
        .setInputFiles([{ name: 'p.png', mimeType: 'image/png', buffer: picture }])
      await until('the picture is up', async () => (await page.locator('.fm-tile img[src*="/picture/"]').count()) === 1, 20_000)
      await page.getByText(s.savedAt).waitFor({ timeout: 10_000 })
      expect(await anna.axe()).toEqual([])
      await page.reload()
      await until(
        'the draft is back',
        async () => (await page.getByLabel(s.titleField, { exact: true }).inputValue()) === s.title,
      )
      expect(await page.locator('.fm-tile img').count()).toBe(1)
      await page.getByRole('button', { name: s.post }).click()
      await page.getByRole('heading', { name: s.posted }).waitFor()
      await page.getByRole('link', { name: s.read }).click()
      await page.getByRole('heading', { name: s.title }).waitFor()
      threadPath = new URL(page.url()).hash.slice(1)
      await page.getByRole('link', { name: s.image }).waitFor()
      expect(await anna.axe()).toEqual([])
      await open(ben, threadPath)
      await ben.page.getByText(/<b>/).waitFor()
      await ben.page.locator('blockquote').waitFor()
      expect(await ben.page.getByRole('link', { name: 'https://pins.example/test' }).getAttribute('rel')).toContain('noopener')
      expect(await ben.axe()).toEqual([])
    })

    test('he answers and likes; she sees both', async () => {
      const { page } = ben
      await page.getByRole('button', { name: s.writeReply }).click()
      await page.getByRole('dialog').getByRole('button', { name: s.send }).click()
      await page.getByRole('alert').getByText(s.empty).waitFor()
      await page.getByRole('dialog').getByLabel(s.writeReply).fill(s.reply)
      await page.getByRole('dialog').getByRole('button', { name: s.send }).click()
      await replies(ben).getByText(s.reply).waitFor()
      const taken = page.waitForResponse('**/forum/like')
      await page.locator('.foot').getByRole('button', { name: s.like }).click()
      await page.locator('.foot').getByRole('button', { name: s.liked }).waitFor()
      await taken
      await anna.page.reload()
      await anna.page.getByRole('heading', { name: s.oneReply }).waitFor()
      await replies(anna).getByText(s.reply).waitFor()
      await anna.page.locator('.foot').getByRole('button', { name: s.liked }).waitFor()
    })

    test('the answer of the cloud is lost twice and the page loaded anew: what she wrote stands once', async () => {
      const { page } = anna
      let lost = 0
      await page.route('**/forum/reply', async (route) => {
        lost += 1
        if (lost > 2) return route.continue()
        await route.fetch()
        await route.fulfill({ status: 502, body: '' })
      })
      await replies(anna).getByRole('button', { name: s.answer }).click()
      await page.getByRole('dialog').getByLabel(s.writeReply).fill(s.lost)
      await page.getByRole('dialog').getByRole('button', { name: s.send }).click()
      await page.getByText(s.waiting).waitFor()
      await page.reload()
      await until('it has been sent', async () => lost > 2, 15_000)
      await until('nothing waits', async () => (await page.getByText(s.waiting).count()) === 0)
      await page.unroute('**/forum/reply')
      for (const error of anna.errors.splice(0)) expect(error).toMatch(/502 .*\/forum\/reply$/)
      await ben.page.reload()
      await replies(ben).getByText(s.lost).waitFor()
      expect(await replies(ben).getByText(s.lost).count()).toBe(1)
    })

    test('a search finds it by a part of its title, a slip of a key forgiven, with the words marked', async () => {
      const { page } = ben
      await open(ben, '/pages/forum/search/index')
      await page.getByLabel(s.field).fill(s.look)
      await page.getByRole('button', { name: s.go, exact: true }).click()
      await page.getByRole('link', { name: s.title }).waitFor()
      expect(await page.locator('mark').count()).toBeGreaterThan(0)
      expect(await ben.axe()).toEqual([])
      await open(ben, '/pages/forum/search/index')
      await page.getByRole('link', { name: s.look, exact: true }).first().waitFor()
    })

    test('he reports it; the queue is for moderators only', async () => {
      const { page } = ben
      await open(ben, threadPath)
      await page.getByRole('button', { name: s.more, exact: true }).click()
      await page.getByRole('dialog').getByRole('button', { name: s.report }).click()
      await page.getByRole('dialog').getByRole('button', { name: s.send }).click()
      await page.getByText(s.thanks).waitFor()
      await open(ben, '/pages/forum/moderate')
      await page.getByRole('heading', { name: s.only }).waitFor()
    })
  },
)
