/** Updates: the popup of the app, a new build taken at a quiet moment, and a box that is brought to the next version from a phone. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tick } from './parts/tick.ts'
import { openTestChannel, type TestChannel } from '../scripts/next-version.ts'
import { look } from './parts/look.ts'
import { openLayers } from './parts/open-layers.ts'
import { settleOn } from './parts/session.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const missing = [!hasBrowser && 'Chromium', !lanAddress && 'an address on a network'].filter(Boolean)
const cli = fileURLToPath(new URL('../cloud/src/operator/release.cli.ts', import.meta.url))
const title = 'Homeport 2.8.0'
const changes = {
  zh: '搜索可找到回复里的内容\n一次可添加多个链接\n盒子离线时的提示更安静',
  en: 'Search finds words inside replies\nSeveral links can be added at once\nCalmer notice when the box is away',
}
const boxChanges = {
  zh: '下载列表显示排队位置\n字幕可按 0.1 秒微调\n硬盘休眠时间多四成',
  en: 'Downloads show their place in the queue\nSubtitles can be moved by tenths of a second\nThe disk sleeps 40% longer',
}

/** The app as the shell for Android has it: its bridge is there before the first script. */
const asAndroid = ({ page }: Phone) =>
  page.addInitScript(() => {
    Object.assign(globalThis, { Capacitor: { getPlatform: () => 'android', Plugins: {} } })
  })

describe.skipIf(missing.length > 0)(`updates${missing.length > 0 ? ` (skipped: no ${missing.join(', no ')})` : ''}`, () => {
  let folder: string
  let channel: TestChannel
  let world: World
  let address: string

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'homeport-next-'))
    channel = await openTestChannel(folder)
    await channel.publish('2.8.0', boxChanges)
    world = await openWorld({ env: channel.env, isSupervised: true })
    address = world.addresses[0] ?? ''
  })
  afterAll(async () => {
    await world.stop()
    await channel.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const announce = (version: string, ...more: string[]) =>
    promisify(execFile)(
      process.execPath,
      [
        cli,
        'add',
        'android',
        version,
        '--zh',
        changes.zh,
        '--en',
        changes.en,
        '--url',
        'https://example.org/a.apk',
        '--size',
        '18000000',
        ...more,
      ],
      { env: { PATH: process.env.PATH, HOMEPORT_DATA: world.folder, NODE_NO_WARNINGS: '1' } },
    )

  test('in English: a version that may wait, and a new build at a quiet moment', async () => {
    const phone = await openPhone({ locale: 'en-US' })
    const { page } = phone
    try {
      await announce('2.8.0')
      await asAndroid(phone)
      await page.goto(`${address}/#/pages/user/setup/index`)
      const popup = page.getByRole('alertdialog', { name: title })
      await popup.getByText('You have 2.7.0 · 18 MB').waitFor()
      expect(await phone.axe()).toEqual([])
      await look(phone, 'update-popup-en')
      await popup.getByRole('button', { name: 'Cancel', exact: true }).click()
      await openLayers(page, 0)
      await page.reload()
      const check = page.getByRole('button', { name: 'Check for updates' })
      await check.getByText('2.8.0 is out').waitFor()
      expect(await popup.count()).toBe(0)
      await look(phone, 'update-row-en')
      await check.click()
      await popup.getByRole('button', { name: 'Cancel', exact: true }).click()

      await takesNewBuild(phone)
      expect(phone.errors).toEqual([])
    } finally {
      await phone.close()
    }
  })

  test('in English: the box is brought to 2.8.0', async () => {
    const phone = await openPhone({ locale: 'en-US' })
    const { page } = phone
    try {
      await settleOn(phone, { address, lang: 'en', username: 'keeps-up', code: (await world.pair()).code })
      await page.goto(`${address}/#/pages/device/setting/setting`)
      await page.getByRole('link', { name: 'System update', exact: true }).click()
      await page.getByRole('heading', { name: '2.8.0 is ready', exact: true }).waitFor()
      await tick(page.getByRole('checkbox').or(page.getByRole('switch')))
      expect(await phone.axe()).toEqual([])
      await look(phone, 'box-update-en')
      await page.getByRole('button', { name: 'Tonight at 3:00', exact: true }).click()
      await page.getByText('Installs tonight at 3:00', { exact: false }).waitFor()
      await look(phone, 'box-update-tonight-en')
      await page.getByRole('button', { name: 'Update now', exact: true }).click()
      await page.getByRole('heading', { name: 'Updating to 2.8.0', exact: true }).waitFor()
      await look(phone, 'box-update-works-en')
      await page.getByRole('heading', { name: '2.8.0 is the latest', exact: true }).waitFor()
      expect(await page.getByRole('switch').isChecked()).toBe(true)
      expect(await phone.axe()).toEqual([])
      await look(phone, 'box-update-done-en')
      expect(phone.errors).toEqual([])
    } finally {
      await phone.close()
    }
  })

  /** Not while something is typed; then with the next page, where Back still leads to the place before. */
  async function takesNewBuild({ page }: Phone): Promise<void> {
    await page.route('**/build.json', (route) => route.fulfill({ json: { build: 'another' } }))
    await page.goto(`${address}/#/pages/user/login/username`)
    await page.getByLabel('Username', { exact: true }).fill('half typed')
    const isTold = page.waitForResponse('**/build.json')
    await page.evaluate(() => {
      document.body.dataset['before'] = '1'
      addEventListener('pagehide', () => sessionStorage.setItem('left at', location.hash))
      dispatchEvent(new Event('pageshow'))
    })
    await isTold
    await page.getByLabel('Username', { exact: true }).blur()
    await page.getByLabel('Username', { exact: true }).fill('')
    await page.evaluate(() => (location.hash = '#/pages/user/about/index'))
    await page.locator('body:not([data-before])').waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('left at'))).toBe('#/pages/user/about/index')
    await page.getByRole('heading', { name: 'About us', exact: true }).waitFor()
    await page.unroute('**/build.json')
    await page.goBack()
    await page.getByLabel('Username', { exact: true }).waitFor()
    // The next page has a field of that name too.
    await page.goto(`${address}/#/pages/user/setup/index`)
    await page.getByRole('button', { name: 'Check for updates' }).waitFor()
  }

  test('in Chinese: a version that must be taken stays whatever one does, and the box is up to date', async () => {
    const phone = await openPhone({ locale: 'zh-CN', dark: true })
    const { page } = phone
    try {
      await settleOn(phone, { address, lang: 'zh', username: '跟上版本', code: (await world.pair()).code })
      await page.goto(`${address}/#/pages/device/setting/update`)
      await page.getByRole('heading', { name: '2.8.0 已是最新', exact: true }).waitFor()
      expect(await phone.axe()).toEqual([])
      await look(phone, 'box-update-zh')
      await announce('2.9.0', '--forced', '--title-zh', '请更新到 2.9.0')
      await asAndroid(phone)
      await page.reload()
      const popup = page.getByRole('alertdialog', { name: '请更新到 2.9.0' })
      await popup.getByRole('button', { name: '更新', exact: true }).waitFor()
      expect(await popup.getByRole('button').count()).toBe(1)
      expect(await phone.axe()).toEqual([])
      await look(phone, 'update-popup-zh')
      await page.goBack()
      await page.keyboard.press('Escape')
      await page.evaluate(() => (location.hash = '#/pages/user/about/index'))
      await page.locator('h1', { hasText: '关于我们' }).waitFor()
      expect(await popup.count()).toBe(1)
      expect(phone.errors).toEqual([])
    } finally {
      await phone.close()
    }
  })
})
