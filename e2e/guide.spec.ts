/** Home's banners, a guide with bullet comments, pictures over the whole window, places on the map without any net but the house's. In both languages. */
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { registerOn, words } from './parts/story.ts'
import { until } from './parts/wait.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)

const said = {
  en: {
    banner: 'A quiet place for your box',
    firstSlide: /^Any small computer can be your box/,
    secondSlide: /^Give it air on all sides/,
    play: 'Play',
    pause: 'Pause',
    write: 'Bullet comment',
    send: 'Send',
    text: 'So simple <3 & "quick"',
    comments: /^1 comment$/,
    hide: 'Hide bullet comments',
    show: 'Show bullet comments',
    login: 'Go login',
    next: 'Next picture',
    picture: (at: number, of: number) => `Picture ${at} of ${of}`,
    larger: 'Zoom in',
    close: 'Close',
    failed: 'Preview failed',
    search: 'Search for a city',
    typed: 'sha',
    city: 'Shanghai',
    use: 'Use this place',
    place: 'Place',
    inMapApp: 'Open in the map app',
    open: 'Open the page',
    notAllowed: 'This page is not opened here',
  },
  zh: {
    banner: '给盒子找个安静的地方',
    firstSlide: /^任何一台小电脑都能当盒子/,
    secondSlide: /^四周留出散热空间/,
    play: '播放',
    pause: '暂停',
    write: '弹幕',
    send: '发送',
    text: '原来这么简单 <3 & “快”',
    comments: /^1 条弹幕$/,
    hide: '隐藏弹幕',
    show: '显示弹幕',
    login: '去登录',
    next: '下一张',
    picture: (at: number, of: number) => `图片 ${at}/${of}`,
    larger: '放大',
    close: '关闭',
    failed: '预览失败',
    search: '搜索城市',
    typed: '上',
    city: '上海',
    use: '使用此位置',
    place: '位置',
    inMapApp: '在地图应用中打开',
    open: '打开页面',
    notAllowed: '无法在此打开该页面',
  },
} as const

describe.skipIf(missing.length > 0).each(['en', 'zh'] as const)(
  `home, guides and system pages (%s${missing.length > 0 ? `, skipped: no ${missing.join(', no ')}` : ''})`,
  (lang) => {
    const w = words[lang]
    const s = said[lang]
    let world: World
    let phone: Phone
    let address = ''

    beforeAll(async () => {
      world = await openWorld()
      address = world.addresses[0] ?? ''
      phone = await openPhone({ locale: w.locale, dark: lang === 'zh' })
    })
    afterAll(async () => {
      await phone.close()
      await world.stop()
    })
    afterEach(() => expect(phone.errors.splice(0)).toEqual([]))

    const operator = (...asked: string[]) =>
      spawnSync(process.execPath, ['scripts/banner.mjs', ...asked], {
        cwd: root,
        env: { ...process.env, DATABASE_URL: '', HOMEPORT_DATA: world.folder },
        encoding: 'utf8',
      })

    test('a guest sees the banners and opens the guide that one leads to; it plays, and is sought in', async () => {
      const { page } = phone
      await page.goto(`${address}/#/`)
      await page.getByRole('link', { name: s.banner }).waitFor()
      expect(await phone.axe()).toEqual([])
      await page.getByRole('link', { name: s.banner }).click()
      await page.getByText(s.firstSlide).waitFor()
      expect(await phone.axe()).toEqual([])
      await page.getByRole('button', { name: s.play }).last().click()
      await page.getByText(s.secondSlide).waitFor({ timeout: 20_000 })
      await page.getByRole('button', { name: s.pause }).last().click()
      await page.reload()
      await page.getByText(s.firstSlide).waitFor()
    })

    test('who is not signed in is asked to before a bullet comment goes', async () => {
      const { page } = phone
      await page.getByLabel(s.write, { exact: true }).fill(s.text)
      await page.getByRole('button', { name: s.send, exact: true }).click()
      await page.getByRole('button', { name: s.login }).waitFor()
      expect(await page.getByLabel(s.write, { exact: true }).inputValue()).toBe(s.text)
    })

    test('P30: a bullet comment is sent, flies as it was typed, is hidden and shown', async () => {
      const { page } = phone
      await registerOn(phone, w, { address, username: lang === 'en' ? 'guide-reader' : '指南读者' })
      await page.goto(`${address}/#/pages/main/video/index?id=place`)
      await page.getByLabel(s.write, { exact: true }).fill(s.text)
      await page.getByRole('button', { name: s.send, exact: true }).click()
      await page.locator('.gv-fly', { hasText: s.text }).waitFor()
      await until('the form is empty', async () => (await page.getByLabel(s.write, { exact: true }).inputValue()) === '')
      await page.getByRole('button', { name: s.hide }).click()
      expect(await page.locator('.gv-fly').count()).toBe(0)
      await page.getByRole('button', { name: s.show }).click()
      await page.locator('.gv-fly', { hasText: s.text }).waitFor()
      await page.reload()
      await page.getByText(s.comments).click()
      await page.locator('.gv-comments', { hasText: s.text }).waitFor()
      expect(await phone.axe()).toEqual([])
    })

    test('pictures open over the whole window: swiped on, pinched by keys, closed; one that is gone says so', async () => {
      const { page } = phone
      const file = path.join(world.folder, 'banner.png')
      await writeFile(file, await page.screenshot())
      const ids: string[] = []
      for (const title of ['one', 'two']) {
        const { stdout, stderr } = operator('add', lang, title, '--picture', file, '--to', 'https://club.example/day')
        expect(stderr).toBe('')
        ids.push(stdout.split(' ')[0] ?? '')
      }
      expect(ids[0]).not.toBe(ids[1])
      const pictures = await picturesOn(page, `${address}/#/`)
      expect(pictures).toHaveLength(2)
      await page.goto(`${address}/#/preview-image?${new URLSearchParams({ ids: pictures.join(','), at: '0' })}`)
      await page.getByRole('heading', { name: s.picture(1, 2) }).waitFor()
      await until('the picture is there', () =>
        page.locator('.viewer img').evaluate((image: HTMLImageElement) => image.naturalWidth > 0),
      )
      expect(await phone.axe()).toEqual([])
      await page.getByRole('button', { name: s.larger }).click()
      expect(await page.locator('.viewer img').getAttribute('style')).toContain('scale(1.5)')
      await page.getByRole('button', { name: s.next }).click()
      await page.getByRole('heading', { name: s.picture(2, 2) }).waitFor()
      expect(await page.locator('.viewer img').getAttribute('style')).toContain('scale(1)')
      await page.keyboard.press('ArrowLeft')
      await page.getByRole('heading', { name: s.picture(1, 2) }).waitFor()
      await page.goto(`${address}/#/preview-image?ids=0123456789abcdef0123456789abcdef`)
      await page.getByText(s.failed).waitFor()
      // the browser itself writes the 404 of a picture that is gone
      phone.errors.splice(0)
      await page.getByRole('button', { name: s.close }).click()
    })

    test('a foreign page is opened only where the operator named its host', async () => {
      const { page } = phone
      await page.goto(`${address}/#/pages/main/web_view/index?url=${encodeURIComponent('https://club.example/other')}`)
      const link = page.getByRole('link', { name: s.open })
      await link.waitFor()
      expect(await link.getAttribute('href')).toBe('https://club.example/other')
      expect(await phone.axe()).toEqual([])
      await page.goto(`${address}/#/pages/main/web_view/index?url=${encodeURIComponent('https://club.example.evil.example/')}`)
      await page.getByRole('heading', { name: s.notAllowed }).waitFor()
    })

    test('a place is found by its name on the map and shown with the way to the map app, and nothing is asked of the internet', async () => {
      const { page } = phone
      const asked: string[] = []
      page.on('request', (request) => asked.push(new URL(request.url()).host))
      await page.goto(`${address}/#/choose-location?by=story`)
      await page.getByLabel(s.search, { exact: true }).fill(s.typed)
      await page.getByRole('button', { name: s.city }).click()
      await page.getByText(s.city, { exact: true }).waitFor()
      expect(await phone.axe()).toEqual([])
      expect(await page.getByRole('button', { name: s.use }).isEnabled()).toBe(true)
      await page.goto(`${address}/#/open-location?${new URLSearchParams({ name: s.city, lat: '31.22', lon: '121.46' })}`)
      await page.getByRole('heading', { name: s.place, exact: true }).waitFor()
      expect(await page.getByRole('link', { name: s.inMapApp }).getAttribute('href')).toContain('31.22')
      expect(await phone.axe()).toEqual([])
      expect(new Set(asked)).toEqual(new Set([new URL(address).host]))
    })
  },
)

/** The ids of the banners' pictures, as the page shows them. */
async function picturesOn(page: Page, url: string): Promise<string[]> {
  await page.goto(url)
  await page.reload()
  const shown = page.locator('.hm-banner img')
  await until('two banners with pictures', async () => (await shown.count()) === 2)
  return shown.evaluateAll((images) => images.map((image) => image.getAttribute('src')?.split('/').at(-1) ?? ''))
}
