/** Ruling the queue in both languages: its order by keys, a search, many at once, and one download's own page with its category and its name. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tick } from './parts/tick.ts'
import { dragRow } from './parts/drag.ts'
import { settleOn } from './parts/session.ts'
import { words as storyWords } from './parts/story.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'
import { storyLanguages } from './parts/languages.ts'

const words = {
  en: {
    ...storyWords.en,
    add: 'Add download',
    links: 'Links',
    startMany: 'Start 7 downloads',
    more: (name: string) => `More options for ${name}`,
    search: 'Search downloads',
    endSearch: 'End search',
    menu: 'More',
    select: 'Select',
    selectOne: (name: string) => `Select ${name}`,
    remove: 'Remove',
    removeFiles: 'Remove and delete files',
    details: 'Details',
    grip: (name: string) => `Move ${name} in the queue`,
    priority: 'Priority',
    high: 'High',
    done: '1 changed',
  },
  zh: {
    ...storyWords.zh,
    add: '添加下载',
    links: '链接',
    startMany: '开始 7 个下载',
    more: (name: string) => `${name} 的更多操作`,
    search: '搜索下载',
    endSearch: '结束搜索',
    menu: '更多',
    select: '多选',
    selectOne: (name: string) => `选择 ${name}`,
    remove: '移除',
    removeFiles: '移除并删除文件',
    details: '详情',
    grip: (name: string) => `调整 ${name} 的顺序`,
    priority: '优先级',
    high: '高',
    done: '已更改 1 个',
  },
} as const

const lacks = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)

describe.skipIf(lacks.length > 0)(`ruling the queue${lacks.length > 0 ? ` (skipped: no ${lacks.join(', no ')})` : ''}`, () => {
  let world: World
  beforeAll(async () => {
    world = await openWorld()
  })
  afterAll(() => world.stop())

  async function open(lang: 'en' | 'zh'): Promise<Phone> {
    const w = words[lang]
    const size = lang === 'zh' ? { width: 1280, height: 800 } : {}
    const phone = await openPhone({ locale: w.locale, dark: lang === 'zh', ...size })
    const { code } = await world.pair()
    await settleOn(phone, { address: world.addresses[0] ?? '', lang, username: `queue_${lang}`, code })
    await phone.page.goto(`${world.addresses[0]}/#/pages/device/download/list`)
    return phone
  }

  const names = (page: Page, lang: string) =>
    page
      .locator('[data-task] .download-row-name')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('title') ?? ''))
      .then((all) => all.filter((name) => name.startsWith(lang)))

  test.each(storyLanguages('en'))('by keys, by words, many at once, and on its own page (%s)', async (lang) => {
    const w = words[lang]
    const phone = await open(lang)
    const { page } = phone
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
    const sheet = page.getByRole('dialog')
    try {
      // seven magnets that nobody has
      const all = Array.from({ length: 7 }, (_, n) => `${lang}-film-${n + 1}`)
      // without digits: a search reads the link too
      const hash = (n: number) => `${lang === 'en' ? 'a' : 'b'}${'c'.repeat(n)}`.padEnd(40, 'd')
      await button(w.add).click()
      await sheet.getByRole('textbox').fill(all.map((name, n) => `magnet:?xt=urn:btih:${hash(n)}&dn=${name}`).join('\n'))
      await button(w.startMany).click()
      await expect.poll(() => names(page, lang)).toEqual(all)
      expect(await phone.axe()).toEqual([])

      // the last one goes before the one above it
      await button(w.more(`${lang}-film-7`)).focus()
      await page.keyboard.press('Alt+ArrowUp')
      await expect.poll(() => names(page, lang)).toEqual([...all.slice(0, 5), `${lang}-film-7`, `${lang}-film-6`])
      // by hand before the second one: a finger on the phone, the mouse elsewhere
      const grip = w.grip(`${lang}-film-7`)
      await dragRow(page, `${lang}-film-7`, { to: `${lang}-film-2`, grip, isTouch: lang === 'en' })
      const dragged = [1, 7, 2, 3, 4, 5, 6].map((n) => `${lang}-film-${n}`)
      await expect.poll(() => names(page, lang)).toEqual(dragged)
      await page.reload()
      await expect.poll(() => names(page, lang)).toEqual(dragged)

      // its own page, with its priority
      await button(w.more(`${lang}-film-6`)).click()
      await sheet.getByRole('button', { name: w.details }).click()
      await page.getByRole('heading', { name: `${lang}-film-6` }).waitFor()
      await page.getByRole('button', { name: w.priority }).click()
      await sheet.getByRole('radio', { name: w.high }).click()
      await page.getByRole('button', { name: w.priority }).getByText(w.high).waitFor()
      expect(await phone.axe()).toEqual([])
      await page.goBack()
      await expect.poll(async () => (await names(page, lang)).toSorted()).toEqual(all)

      // a search through the whole list, kept by a reload
      await button(w.search).click()
      await page.getByRole('searchbox').fill('film-2')
      await expect.poll(() => names(page, lang)).toEqual([`${lang}-film-2`])
      await page.reload()
      await expect.poll(() => names(page, lang)).toEqual([`${lang}-film-2`])
      await button(w.endSearch).click()

      // all of them are removed
      await expect.poll(async () => (await names(page, lang)).toSorted()).toEqual(all)
      await button(w.menu).click()
      await sheet.getByRole('button', { name: w.select, exact: true }).click()
      // The rows may still move: whoever was clicked in another's place is put right.
      for (const name of [...all, ...all]) await tick(page.getByLabel(w.selectOne(name), { exact: true }))
      await button(w.remove).click()
      await sheet.getByRole('button', { name: w.removeFiles }).click()
      await expect.poll(() => names(page, lang)).toEqual([])
    } finally {
      await phone.close()
    }
  })
})
