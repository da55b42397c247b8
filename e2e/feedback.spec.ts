/** Feedback with screenshots, and reading it as the operator; also the about page, legal texts and guides. In both languages. */
import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'
import { savedEntries } from './parts/kept.ts'
import { storyLanguages } from './parts/languages.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)

const texts = {
  en: {
    locale: 'en-US',
    problem: 'What happened?',
    contact: 'Your email',
    add: 'Add screenshots',
    send: 'Send feedback',
    wrong: ['Describe the problem', 'Enter an email address'],
    tooLarge: 'This file is too large',
    one: /^1 of 9 · /,
    thanks: 'Thank you',
    text: 'The film stops half way, always at 12:40.',
    about: 'About us',
    papers: [
      ['Terms of service', '7. No warranty'],
      ['Privacy policy', '3. What is stored in this browser'],
    ],
    licences: 'Open-source licences',
    find: 'Find a component',
    start: ['Quick start', 'Pair your box'],
    product: ['What it can do', 'What you need'],
    none: 'Page not found',
  },
  zh: {
    locale: 'zh-CN',
    problem: '问题描述',
    contact: '联系邮箱',
    add: '添加截图',
    send: '提交反馈',
    wrong: ['请描述你遇到的问题', '请输入邮箱'],
    tooLarge: '文件太大了',
    one: /^1\/9 张/,
    thanks: '感谢反馈',
    text: '影片放到一半就停，每次都在 12:40。',
    about: '关于我们',
    papers: [
      ['用户协议', '七、免责声明'],
      ['隐私政策', '三、本浏览器保存的内容'],
    ],
    licences: '开源许可',
    find: '查找组件',
    start: ['快速上手', '绑定盒子'],
    product: ['功能介绍', '需要准备'],
    none: '页面不存在',
  },
} as const

describe.skipIf(missing.length > 0).each(storyLanguages('en'))(
  `feedback (%s${missing.length > 0 ? `, skipped: no ${missing.join(', no ')}` : ''})`,
  (lang) => {
    const s = texts[lang]
    let world: World
    let phone: Phone
    let address = ''

    beforeAll(async () => {
      world = await openWorld({ hasBox: false })
      address = world.addresses[0] ?? ''
      phone = await openPhone({ locale: s.locale, ...(lang === 'zh' ? { dark: true } : { width: 1280, height: 800 }) })
    })
    afterAll(async () => {
      await phone.close()
      await world.stop()
    })
    afterEach(() => expect(phone.errors).toEqual([]))

    const operator = (...words: string[]) =>
      spawnSync(process.execPath, ['scripts/operator.mjs', 'feedback', ...words], {
        cwd: root,
        env: { ...process.env, DATABASE_URL: '', HOMEPORT_DATA: world.folder },
        encoding: 'utf8',
      }).stdout

    test('it is sent, and the operator reads it with its screenshot, drawn anew', async () => {
      const { page } = phone
      await page.goto(`${address}/#/pages/user/help/index`)
      await page.getByRole('button', { name: s.send }).click()
      for (const text of s.wrong) await page.getByText(text).waitFor()
      await page.getByLabel(s.problem).fill(s.text)
      await page.getByLabel(s.contact).fill('lin@example.com')
      const shot = await page.screenshot()
      const files = page.getByLabel(s.add)
      await files.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(5_300_000) })
      await page.getByText(s.tooLarge).waitFor()
      expect(await phone.axe()).toEqual([])
      await files.setInputFiles({ name: '1.png', mimeType: 'image/png', buffer: shot })
      await page.getByText(s.one).waitFor()
      await until('the picture is kept', async () => {
        const pictures = new Map(await savedEntries(page)).get(`${lang}/feedback/pictures`)
        return pictures === JSON.stringify([{ bytes: shot.length }])
      })
      // A reload keeps all of it, the picture too.
      await page.reload()
      await page.getByText(s.one).waitFor()
      await page.getByRole('button', { name: s.send }).click()
      await page.getByRole('heading', { name: s.thanks }).waitFor()
      expect(await phone.axe()).toEqual([])
      const line = operator()
      expect(line).toContain(s.text.slice(0, 20))
      expect(line).toContain(`  ${lang}  `)
      const [id = ''] = line.split(' ')
      const folder = path.join(world.folder, 'shots')
      operator('pictures', id, folder)
      expect(await readdir(folder)).toEqual([`${id}-1.webp`])
      expect((await readFile(path.join(folder, `${id}-1.webp`))).subarray(8, 12).toString()).toBe('WEBP')
      operator('done', id)
      expect(operator()).not.toContain(id)
    })

    test('about says the version and leads to terms, privacy, licences and guides, all of them real', async () => {
      const { page } = phone
      const open = async (name: string) => {
        await page.goto(`${address}/#/pages/user/about/index`)
        await page.getByRole('heading', { name: s.about }).waitFor()
        await page.getByRole('link', { name }).click()
        await page.getByRole('heading', { name, level: 1 }).waitFor()
      }
      await page.goto(`${address}/#/pages/user/about/index`)
      await until('both versions', async () => (await page.getByText('2.7.0 (20700)').count()) === 2)
      expect(await phone.axe()).toEqual([])
      for (const [name, heading] of [...s.papers, s.start, s.product]) {
        await open(name)
        await page.getByRole('heading', { name: heading }).waitFor()
        expect(await phone.axe(), name).toEqual([])
      }
      await open(s.licences)
      await page.getByRole('searchbox', { name: s.find }).fill('react-dom')
      await page.getByText('react-dom', { exact: true }).click()
      await page.getByText(/Meta Platforms/).waitFor()
      expect(await phone.axe()).toEqual([])
      await page.goto(`${address}/#/pages/main/web_view/index?page=elsewhere`)
      await page.getByText(s.none).waitFor()
    })

    test('nothing of it is wider than a phone of 320 px', async () => {
      const { page } = phone
      await page.setViewportSize({ width: 320, height: 640 })
      for (const route of [
        'user/help/index',
        'user/about/index',
        'main/web_view/index?page=terms',
        'main/web_view/index?page=licences',
        'main/quickstart/index',
        'main/product/index',
      ]) {
        await page.goto(`${address}/#/pages/${route}`)
        await page.getByRole('main').waitFor()
        expect(await page.evaluate(() => document.documentElement.scrollWidth), route).toBeLessThanOrEqual(320)
      }
    })
  },
)
