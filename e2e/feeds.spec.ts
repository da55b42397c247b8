/** The owner pastes the address of a feed, sees what its rule would take, saves it, and has the film: from the first page to the last byte. */
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '../testing/until.ts'
import { openFeedServer, type FeedServer } from '../testing/feed-server.ts'
import { storyLanguages } from './parts/languages.ts'
import { look } from './parts/look.ts'
import { settleOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openFileServer, openWorld, type FileServer, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)

const own = {
  en: {
    feeds: 'Feeds',
    add: 'Add feed',
    empty: /A feed brings new films/,
    address: 'Address',
    look: 'See what it brings',
    page: 'This is a web page, not a feed',
    two: 'These 2 would be downloaded',
    one: 'This one would be downloaded',
    quality: /^Quality/,
    from: '1080p and up',
    save: 'Save',
    take: 'Download it now',
    download: 'Download',
    week: /1 this week/,
  },
  zh: {
    feeds: '订阅',
    add: '添加订阅',
    empty: /订阅会自动下载新的影片/,
    address: '订阅地址',
    look: '查看内容',
    page: '这是网页，不是订阅源',
    two: '按此规则会下载这 2 个',
    one: '按此规则会下载这 1 个',
    quality: /^画质/,
    from: '1080p 以上',
    save: '保存',
    take: '立即下载这 1 个',
    download: '查看下载',
    week: /本周 1 个/,
  },
}
const film = 'Charade.1963.1080p.mkv'

describe.skipIf(missing.length > 0).each(storyLanguages('zh'))('feeds (%s)', (lang) => {
  let world: World
  let server: FeedServer
  let files: FileServer
  let phone: Phone
  const body = randomBytes(700_000)
  const w = own[lang]

  beforeAll(async () => {
    server = await openFeedServer()
    files = await openFileServer({ [`/${film}`]: body })
    const item = (title: string, link: string, size: number) =>
      `<item><title>${title}</title><guid>${title}</guid><enclosure url="${link}" length="${size}" type="video/x-matroska"/></item>`
    const items = [
      item('Charade.1963.1080p.BluRay', `${files.address}/${film}`, body.length),
      item('Harbour.Stories.S01E10.480p.WEB', `${files.address}/stories.mkv`, 300_000_000),
    ]
    server.serve('/rss?apikey=5up3r', { body: `<rss><channel><title>海港影社</title>${items.join('')}</channel></rss>` })
    server.serve('/', { body: '<!doctype html><p>Harbour film club</p>', type: 'text/html' })
    world = await openWorld()
    phone = await openPhone({ locale: words[lang].locale })
    const { code } = await world.pair()
    await settleOn(phone, { address: world.addresses[0] ?? '', lang, username: lang === 'en' ? 'subscriber' : '订阅的人', code })
  })
  afterAll(async () => {
    await phone?.close()
    await world?.stop()
    await server?.stop()
    await files?.stop()
  })

  test('without feeds the page says what one is; an address that is none is told at the field', async () => {
    const { page } = phone
    await page.goto(`${world.addresses[0]}/#/pages/device/setting/setting`)
    await page.getByRole('link', { name: w.feeds, exact: true }).click()
    await page.getByText(w.empty).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `feeds-empty-${lang}`)
    await page.getByRole('button', { name: w.add }).click()
    await page.getByLabel(w.address).fill(server.url)
    await page.keyboard.press('Enter')
    await page.getByText(w.page).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `feeds-page-${lang}`)
  })

  test('a feed shows what would be downloaded; its rule is saved, and the film comes', async () => {
    const { page } = phone
    await page.getByLabel(w.address).fill(`${server.url}/rss?apikey=5up3r`)
    await page.getByRole('button', { name: w.look }).click()
    await page.getByText(w.two).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `feeds-tried-${lang}`)
    await page.getByRole('button', { name: w.quality }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: w.from }).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `feeds-quality-${lang}`)
    await sheet.getByRole('button', { name: w.from }).click()
    await page.getByText(w.one).waitFor()
    await page.getByRole('button', { name: w.save }).click()
    await page.getByRole('button', { name: w.take }).click()
    const link = page.getByRole('link', { name: w.download, exact: true })
    await link.waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `feeds-taken-${lang}`)
    expect(await page.content()).not.toContain('5up3r')
    await link.click()
    await page.waitForURL(/download\/detail\?id=/)
    await page.goto(`${world.addresses[0]}/#/pages/device/download/list`)
    await page
      .getByText(/Charade/)
      .first()
      .waitFor()
    const isWhole = async () => (await readFile(path.join(world.downloads, film)).catch(() => Buffer.alloc(0))).equals(body)
    await until('the film is here', isWhole)
    await page.goto(`${world.addresses[0]}/#/pages/device/setting/feeds`)
    await page.getByText(w.week).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `feeds-list-${lang}`)
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByRole('link', { name: w.week }).click()
    await page.getByRole('link', { name: w.download, exact: true }).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `feeds-wide-dark-${lang}`)
    expect(server.asked('/rss?apikey=5up3r')).toBe(1)
    expect(phone.errors).toEqual([])
  })
})
