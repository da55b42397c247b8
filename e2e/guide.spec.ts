/** Home, explore, guides with bullet comments, the picture viewer, places on the map: on a cloud with demo data, in both languages. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { getBullet } from '@homeport/contract/guide.ts'
import { askAs } from './parts/app.ts'
import { signUpOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'
import { storyLanguages } from './parts/languages.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)
const skipped = missing.length > 0 ? `, skipped: no ${missing.join(', no ')}` : ''

const texts = {
  en: {
    banner: 'A quiet place for your box',
    announcements: /Announcements.*Welcome aboard/,
    thread: /My 4-bay box on an old NUC/,
    explore: 'Explore',
    boards: 'Boards',
    firstSlide: /^Any small computer can be your box/,
    secondSlide: /^Leave space on all sides/,
    forward: 'Forward 10 seconds',
    play: 'Play',
    pause: 'Pause',
    theirs: 'mine is an old laptop',
    write: 'Bullet comment',
    send: 'Send',
    text: 'So simple <3 & "quick"',
    comments: /^\d comments$/,
    report: (text: string) => `Report “${text}”`,
    told: 'Thanks. The moderators will take a look.',
    remove: (text: string) => `Delete “${text}”`,
    removeIt: 'Delete',
    hide: 'Hide bullet comments',
    show: 'Show bullet comments',
    login: 'Sign in',
    cancel: 'Cancel',
    next: 'Next picture',
    picture: (at: number, of: number) => `Picture ${at} of ${of}`,
    larger: 'Zoom in',
    failed: 'Preview failed',
    close: 'Close',
    onMap: 'Find on the map',
    search: 'Search for a city',
    typed: 'suzh',
    city: /^Suzhou/,
    cityInRegion: /^Suzhou.*Jiangsu/,
    region: 'Suzhou, Jiangsu, China',
    use: 'Use this place',
    save: 'Save',
    saved: 'Saved',
    place: 'Place',
    inMapApp: 'Open in maps',
    others: 'Other maps',
    here: 'My location',
    refused: 'Couldn’t get your location',
    map: 'www.google.com',
  },
  zh: {
    banner: '给盒子找个安静的地方',
    announcements: /公告.*欢迎上岸/,
    thread: /旧 NUC 改的四盘位盒子/,
    explore: '发现',
    boards: '版块',
    firstSlide: /^任何一台小电脑都能当盒子/,
    secondSlide: /^四周留出散热空间/,
    forward: '前进 10 秒',
    play: '播放',
    pause: '暂停',
    theirs: '我用的是旧笔记本',
    write: '弹幕',
    send: '发送',
    text: '原来这么简单 <3 & 「快」',
    comments: /^\d 条弹幕$/,
    report: (text: string) => `举报「${text}」`,
    told: '感谢反馈，版主会尽快处理。',
    remove: (text: string) => `删除「${text}」`,
    removeIt: '删除',
    hide: '隐藏弹幕',
    show: '显示弹幕',
    login: '登录',
    cancel: '取消',
    next: '下一张',
    picture: (at: number, of: number) => `图片 ${at}/${of}`,
    larger: '放大',
    failed: '预览失败',
    close: '关闭',
    onMap: '在地图上选择',
    search: '搜索城市',
    typed: '苏州',
    city: /^苏州/,
    cityInRegion: /^苏州.*江苏/,
    region: '江苏省 苏州市',
    use: '使用此位置',
    save: '保存',
    saved: '已保存',
    place: '位置',
    inMapApp: '在地图中打开',
    others: '其他地图',
    here: '我的位置',
    refused: '无法获取你的位置',
    map: 'uri.amap.com',
  },
} as const

const phoneSize = { width: 390, height: 844 }
const desktopSize = { width: 1280, height: 800 }

describe.skipIf(missing.length > 0)(`home, guides and system pages (tour${skipped})`, () => {
  let world: World
  let address = ''
  beforeAll(async () => {
    world = await openWorld({ env: { HOMEPORT_DEMO: '1' }, hasBox: false })
    address = world.addresses[0] ?? ''
    // The demo data is written while the cloud serves; its comments come last.
    for (const lang of ['en', 'zh'] as const)
      await until('the tour is filled', async () => {
        const { data } = await askAs({ address, lang }, getBullet, { video_id: 'place' })
        return data.length > 0
      })
  })
  afterAll(() => world.stop())

  describe.each(storyLanguages('zh'))('in %s', (lang) => {
    const w = words[lang]
    const s = texts[lang]
    let phone: Phone
    beforeAll(async () => {
      phone = await openPhone({ locale: w.locale, dark: lang === 'zh', hasMotion: true, loadsAhead: true })
    })
    afterAll(() => phone.close())
    afterEach(() => expect(phone.errors.splice(0)).toEqual([]))

    /** Nothing is wider than the window, on a phone and on a desktop, and no axe finding: light on the phone, dark on the desktop. */
    async function lookAround(): Promise<void> {
      for (const size of [desktopSize, phoneSize]) {
        await phone.page.setViewportSize(size)
        expect(await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
        if ((size === phoneSize) === (lang === 'en')) expect(await phone.axe()).toEqual([])
      }
    }

    test('a guest’s home has banners, threads and the boards of the house; explore has what is recommended, and the boards', async () => {
      const { page } = phone
      await page.goto(`${address}/#/`)
      await page.getByRole('link', { name: s.banner }).waitFor()
      await page.getByRole('link', { name: s.announcements }).waitFor()
      await lookAround()
      await page.goto(`${address}/#/pages/main/explore/explore`)
      await page.getByRole('heading', { level: 1, name: s.explore }).waitFor()
      await page.getByRole('link', { name: s.thread }).first().waitFor()
      await lookAround()
      await page.getByRole('tab', { name: s.boards }).click()
      await page.getByRole('link', { name: s.announcements }).or(page.getByText(s.announcements)).first().waitFor()
    })

    test('a guide is opened from its banner, plays, is sought in; the comments of others fly; who is not signed in is asked to', async () => {
      const { page } = phone
      await page.goto(`${address}/#/`)
      await page.getByRole('link', { name: s.banner }).click()
      await page.getByText(s.firstSlide).waitFor()
      await page.getByRole('button', { name: s.play }).last().click()
      await page.locator('.danmaku-layer-bullet', { hasText: s.theirs }).waitFor()
      await page.getByRole('button', { name: s.forward }).click()
      await page.getByText(s.secondSlide).waitFor()
      await page.getByRole('button', { name: s.pause }).last().click()
      await lookAround()
      await page.getByLabel(s.write, { exact: true }).fill(s.text)
      await page.getByRole('button', { name: s.send, exact: true }).click()
      await page.getByRole('button', { name: s.login }).waitFor()
      await page.getByRole('button', { name: s.cancel }).click()
      expect(await page.getByLabel(s.write, { exact: true }).inputValue()).toBe(s.text)
    })

    test('P30: a bullet comment is sent, flies as it was typed, is hidden and shown, and is taken back', async () => {
      const { page } = phone
      await signUpOn(phone, { address, lang, username: lang === 'en' ? 'guide-reader' : '指南读者' })
      await page.goto(`${address}/#/pages/main/video/index?id=place`)
      const field = page.getByLabel(s.write, { exact: true })
      const fly = page.locator('.danmaku-layer-bullet', { hasText: s.text })
      await field.fill(s.text)
      await page.getByRole('button', { name: s.send, exact: true }).click()
      await fly.waitFor()
      await until('the form is empty', async () => (await field.inputValue()) === '')
      await page.getByRole('button', { name: s.hide }).click()
      expect(await page.locator('.danmaku-layer-bullet').count()).toBe(0)
      await page.getByRole('button', { name: s.show }).click()
      await fly.first().waitFor()
      await page.reload()
      await page.getByText(s.comments).click()
      await page.locator('.guide-comments').getByText(s.text, { exact: true }).waitFor()
      expect(await phone.axe()).toEqual([])
      await page.getByRole('button', { name: s.report(s.theirs) }).click()
      await page.getByRole('dialog').getByRole('button', { name: s.send, exact: true }).click()
      await page.getByText(s.told).waitFor()
      await page.getByRole('button', { name: s.remove(s.text), exact: true }).click()
      await page.getByRole('button', { name: s.removeIt, exact: true }).click()
      await page.locator('.guide-comments').getByText(s.text, { exact: true }).waitFor({ state: 'detached' })
    })

    test('the pictures of a post open over the whole window: turned, enlarged, left; one that is gone says so', async () => {
      const { page } = phone
      await page.goto(`${address}/#/pages/main/explore/explore`)
      await page.getByRole('link', { name: s.thread }).first().click()
      await page.locator('a[href*="preview-image"]').first().click()
      await page.getByRole('heading', { name: s.picture(1, 2) }).waitFor()
      const image = page.locator('.viewer-viewer img')
      await until('the picture is there', () => image.evaluate((node: HTMLImageElement) => node.naturalWidth > 0))
      expect(await phone.axe()).toEqual([])
      await page.getByRole('button', { name: s.larger }).click()
      expect(await image.getAttribute('style')).toContain('scale(1.5)')
      await page.getByRole('button', { name: s.next }).click()
      await page.getByRole('heading', { name: s.picture(2, 2) }).waitFor()
      expect(await image.getAttribute('style')).toContain('scale(1)')
      await page.keyboard.press('ArrowLeft')
      await page.getByRole('heading', { name: s.picture(1, 2) }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('heading', { name: s.thread }).waitFor()
      await page.goto(`${address}/#/preview-image?ids=0123456789abcdef0123456789abcdef`)
      await page.getByText(s.failed).waitFor()
      // the browser itself logs the 404 of a deleted picture
      phone.errors.splice(0)
      await page.getByRole('button', { name: s.close }).click()
    })

    test('a place is found on the map without a network, and used; nothing is asked of the internet', async () => {
      const { page } = phone
      const hosts = new Set<string>()
      page.on('request', (request) => hosts.add(new URL(request.url()).host))
      await page.goto(`${address}/#/pages/user/mine/setup/userinfo`)
      await page.getByRole('button', { name: s.onMap }).click()
      await page.getByLabel(s.search, { exact: true }).waitFor()
      // Once a city is found with its region, all parts of the map are loaded.
      await page.getByLabel(s.search, { exact: true }).fill(s.typed)
      await page.getByRole('button', { name: s.cityInRegion }).first().waitFor()
      await page.getByLabel(s.search, { exact: true }).fill('')
      await page.getByRole('button', { name: s.cityInRegion }).first().waitFor({ state: 'detached' })
      await page.context().setOffline(true)
      await page.getByLabel(s.search, { exact: true }).fill(s.typed)
      await lookAround()
      await page.getByRole('button', { name: s.city }).first().click()
      await page.getByRole('button', { name: s.use }).click()
      await page.getByText(s.region).waitFor()
      await page.context().setOffline(false)
      // ignores failed requests while offline
      phone.errors.splice(0, phone.errors.length, ...phone.errors.filter((line) => !/ERR_INTERNET_DISCONNECTED/.test(line)))
      await page.getByRole('button', { name: s.save, exact: true }).click()
      await page.getByText(s.saved).waitFor()
      expect(hosts).toEqual(new Set([new URL(address).host]))
    })

    test('a place is shown with the way to maps outside; where one is, the map asks the browser and takes a no', async () => {
      const { page } = phone
      await page.goto(`${address}/#/open-location?${new URLSearchParams({ name: 'Pier 7', lat: '31.22', lon: '121.46' })}`)
      await page.getByRole('heading', { name: s.place, exact: true }).waitFor()
      const href = await page.getByRole('link', { name: s.inMapApp }).getAttribute('href')
      expect(new URL(href ?? '').host).toBe(s.map)
      await page.getByRole('button', { name: s.others }).click()
      await page.getByRole('link', { name: 'OpenStreetMap' }).waitFor()
      expect(await phone.axe()).toEqual([])
      // only a secure origin may use geolocation
      await page.goto(`http://127.0.0.1:${new URL(address).port}/#/choose-location?by=story`)
      await page.getByRole('button', { name: s.here }).click()
      await page.getByText(s.refused).waitFor()
      await page.context().setGeolocation({ latitude: 31.3, longitude: 120.6 })
      await page.context().grantPermissions(['geolocation'])
      await page.getByRole('button', { name: s.here }).click()
      await page.getByText(s.city, { exact: false }).first().waitFor()
      expect(await page.getByRole('button', { name: s.use }).isEnabled()).toBe(true)
    })
  })
})
