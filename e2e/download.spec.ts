/**
 * All download functions, in both languages: invalid, dead and duplicate links, several at once, a torrent file, a full disk,
 * the playlist of a finished download, copying its link, removing it with its files, and the settings.
 */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallDisk, type Disk } from './parts/disk.ts'
import { aria2 } from './parts/programs.ts'
import { hasSeed, openSeed, type Seed } from './parts/seed.ts'
import { look } from './parts/look.ts'
import { settleOn } from './parts/session.ts'
import { addLink, watchToEnd, words as storyWords } from './parts/story.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openFileServer, openWorld, type World } from './world.ts'
import { inLanguages } from './parts/languages.ts'

const words = {
  en: {
    ...storyWords.en,
    links: 'Links',
    notALink: 'This isn’t a link Homeport can open',
    twice: 'Duplicate link',
    startMany: 'Start 2 downloads',
    gone: 'File not found (404)',
    inComplete: 'Task in Complete list',
    known: 'Already on this box',
    openIt: (name: string) => `Open ${name}`,
    downloadAgain: 'Download again',
    noSpace: 'Not enough space',
    close: 'Close',
    more: (name: string) => `More options for ${name}`,
    onTv: (name: string) => `Play on TV: ${name}`,
    play: (name: string) => `Play ${name}`,
    videos: 'Play a file',
    copy: 'Copy link',
    copied: 'Link copied',
    files: 'Files',
    remove: 'Remove',
    removeFiles: 'Remove and delete files',
    undo: 'Undo',
    menu: 'More',
    settings: 'Download settings',
    downLimit: 'Download speed limit',
    save: 'Save',
    saved: 'Saved',
    range: 'Value out of range',
    running: 'Simultaneous downloads',
  },
  zh: {
    ...storyWords.zh,
    links: '链接',
    notALink: '这不是可下载的链接',
    twice: '与上面的链接重复',
    startMany: '开始 2 个下载',
    gone: '文件不存在（404）',
    inComplete: '任务已在完成列表中',
    known: '盒子里已有',
    openIt: (name: string) => `查看 ${name}`,
    downloadAgain: '重新下载',
    noSpace: '空间不足',
    close: '关闭',
    more: (name: string) => `${name} 的更多操作`,
    onTv: (name: string) => `在电视播放：${name}`,
    play: (name: string) => `播放 ${name}`,
    videos: '视频列表',
    copy: '复制链接',
    copied: '链接已复制',
    files: '文件',
    remove: '移除',
    removeFiles: '移除并删除文件',
    undo: '撤销',
    menu: '更多',
    settings: '下载设置',
    downLimit: '下载限速',
    save: '保存',
    saved: '已保存',
    range: '数值超出范围',
    running: '同时下载数',
  },
} as const

const lacks = [
  !hasBrowser && 'Chromium',
  !hasSeed && 'qbittorrent-nox',
  !aria2 && 'aria2',
  !lanAddress && 'an address on a network',
].filter(Boolean)
const probe = openSmallDisk(1)
probe?.stop()

const parts = {
  'first part.mkv': randomBytes(900_000),
  'second part.mp4': randomBytes(500_000),
  'notes.txt': Buffer.from('小城之春'),
}
const MB = 1024 * 1024

describe.skipIf(lacks.length > 0)(`downloads${lacks.length > 0 ? ` (skipped: no ${lacks.join(', no ')})` : ''}`, () => {
  let world: World
  let disk: Disk | undefined
  let downloads: string
  let files: Awaited<ReturnType<typeof openFileServer>>
  const seeds: Seed[] = []

  beforeAll(async () => {
    disk = openSmallDisk(160)
    world = await openWorld({ env: disk ? { HOMEPORT_DOWNLOADS: disk.folder } : {} })
    downloads = disk?.folder ?? world.downloads
    files = await openFileServer({
      '/en.bin': randomBytes(300_000),
      '/zh.bin': randomBytes(300_000),
      '/huge.bin': Buffer.alloc(200 * MB),
    })
  })
  afterAll(async () => {
    await Promise.all(seeds.map((seed) => seed.stop()))
    await files.stop()
    await world.stop()
    disk?.stop()
  })

  async function seedOf(name: string): Promise<Seed> {
    const folder = path.join(world.folder, 'seeded')
    await mkdir(path.join(folder, name), { recursive: true })
    for (const [file, body] of Object.entries(parts)) await writeFile(path.join(folder, name, file), body)
    const work = path.join(world.folder, `seed-${name}`)
    const seed = await openSeed({ work, folder, name, files: Object.keys(parts), bytesPerSecond: 2_000_000 })
    seeds.push(seed)
    return seed
  }

  async function open(lang: 'en' | 'zh', username: string): Promise<Phone> {
    const w = words[lang]
    const phone = await openPhone({
      locale: w.locale,
      dark: lang === 'zh',
      ...(lang === 'zh' ? { width: 1280, height: 800 } : {}),
    })
    const { code } = await world.pair()
    await settleOn(phone, { address: world.addresses[0] ?? '', lang, username, code })
    await phone.page.goto(`${world.addresses[0]}/#/pages/device/download/list`)
    return phone
  }

  const row = (page: Page, name: string) => page.locator('.download-row-row').filter({ hasText: name })
  const dialog = (page: Page) => page.getByRole('dialog')

  async function closed(page: Page): Promise<void> {
    await dialog(page).waitFor({ state: 'detached' })
  }

  async function wholeStory(lang: 'en' | 'zh', username: string): Promise<void> {
    const w = words[lang]
    const phone = await open(lang, username)
    const { page } = phone
    const good = `${files.address}/${lang}.bin`
    try {
      // an invalid link cannot be started
      await addLink(phone, w, 'hello harbour')
      await dialog(page).getByText(w.notALink).waitFor()
      expect(await dialog(page).getByRole('button', { name: w.start }).isDisabled()).toBe(true)
      expect(await phone.axe()).toEqual([])

      // several at once: a verdict for each; a dead link is added and fails with its reason
      await dialog(page).getByRole('textbox').fill(`${good}\n${files.address}/${lang}-dead.bin\n${good}\nhello harbour`)
      await dialog(page).getByText(w.twice).waitFor()
      await dialog(page).getByRole('button', { name: w.startMany }).click()
      await until('the wrong one is left', async () => (await dialog(page).getByRole('textbox').inputValue()) === 'hello harbour')
      await dialog(page).getByRole('button', { name: w.close }).click()
      await closed(page)
      await watchToEnd(page, w, `${lang}.bin`)
      await row(page, `${lang}-dead.bin`).getByText(w.gone).waitFor()
      expect(await phone.axe()).toEqual([])

      // a duplicate leads to the existing download before it is sent
      await addLink(phone, w, good)
      await dialog(page).getByText(w.known, { exact: true }).waitFor()
      expect(await dialog(page).getByRole('button', { name: w.start }).isDisabled()).toBe(true)
      expect(await phone.axe()).toEqual([])
      await look(phone, `known-link-${lang}`)
      await dialog(page)
        .getByRole('button', { name: w.openIt(`${lang}.bin`) })
        .click()
      await page.getByRole('heading', { name: `${lang}.bin` }).waitFor()
      await page.goBack()
      // wanted all the same: the box says that its file is whole
      await addLink(phone, w, good)
      await dialog(page).getByRole('button', { name: w.downloadAgain }).click()
      await dialog(page).getByRole('button', { name: w.start }).click()
      await dialog(page).getByText(w.inComplete).waitFor()
      await dialog(page).getByRole('button', { name: w.close }).click()
      await closed(page)

      // a torrent file: its file list, then the complete files
      const name = lang === 'en' ? 'Harbour film' : '港湾 影片'
      const seed = await seedOf(name)
      await page.getByRole('button', { name: w.add }).first().click()
      const chosen = { name: `${name}.torrent`, mimeType: 'application/x-bittorrent', buffer: seed.torrent }
      await dialog(page).locator('input[type=file]').setInputFiles(chosen)
      await dialog(page)
        .getByRole('checkbox', { name: /notes\.txt/ })
        .waitFor({ state: 'attached' })
      expect(await phone.axe()).toEqual([])
      await dialog(page).getByRole('button', { name: w.start }).click()
      await closed(page)
      await watchToEnd(page, w, name)
      expect(existsSync(path.join(downloads, name, 'notes.txt'))).toBe(true)

      // the same torrent file again: what the box has of it
      await page.getByRole('button', { name: w.add }).first().click()
      await dialog(page).locator('input[type=file]').setInputFiles(chosen)
      await dialog(page).getByText(w.known, { exact: true }).waitFor()
      expect(await phone.axe()).toEqual([])
      await look(phone, `known-torrent-${lang}`)
      await dialog(page).getByRole('button', { name: w.close }).click()
      await closed(page)

      // its playlist contains only its videos
      await page.getByRole('button', { name: w.onTv(name) }).click()
      await dialog(page)
        .getByRole('button', { name: w.play('first part.mkv') })
        .waitFor()
      await dialog(page)
        .getByRole('button', { name: w.play('second part.mp4') })
        .waitFor()
      expect(await dialog(page).getByText('notes.txt').count()).toBe(0)
      expect(await phone.axe()).toEqual([])
      await page.keyboard.press('Escape')
      await closed(page)

      // copying the link works on plain http too
      await page.getByRole('button', { name: w.more(name) }).click()
      expect(await phone.axe()).toEqual([])
      await dialog(page).getByRole('button', { name: w.copy }).click()
      await page.getByText(w.copied).waitFor()
      await closed(page)
      await page.getByRole('button', { name: w.add }).first().click()
      await dialog(page).getByRole('textbox').focus()
      await page.keyboard.press('Control+V')
      expect(await dialog(page).getByRole('textbox').inputValue()).toBe(
        `magnet:?xt=urn:btih:${seed.infoHash}&dn=${encodeURIComponent(name)}`,
      )
      await dialog(page).getByRole('button', { name: w.close }).click()
      await closed(page)

      // removing with its files keeps other files in the folder
      await writeFile(path.join(downloads, name, 'mine.txt'), 'mine')
      await page.getByRole('button', { name: w.more(name) }).click()
      await dialog(page).getByRole('button', { name: w.remove }).click()
      await dialog(page).getByRole('button', { name: w.removeFiles }).waitFor()
      expect(await phone.axe()).toEqual([])
      await dialog(page).getByRole('button', { name: w.removeFiles }).click()
      await closed(page)
      await row(page, name).waitFor({ state: 'detached' })
      await until('its own files are gone', async () => (await readdir(path.join(downloads, name))).join() === 'mine.txt')

      // a download that failed without a byte is removed from the list, and comes back on Undo
      await page.getByRole('button', { name: w.more(`${lang}-dead.bin`) }).click()
      await dialog(page).getByRole('button', { name: w.remove }).click()
      await page.getByRole('button', { name: w.undo }).click()
      await page.getByRole('button', { name: w.more(`${lang}-dead.bin`) }).click()
      await dialog(page).getByRole('button', { name: w.remove }).click()
      await row(page, `${lang}-dead.bin`).waitFor({ state: 'detached' })

      // the settings
      await page.getByRole('button', { name: w.menu, exact: true }).click()
      await dialog(page).getByRole('button', { name: w.settings }).click()
      await page.getByText(downloads, { exact: true }).waitFor()
      await page.getByLabel(w.running).fill('0')
      await page.getByRole('button', { name: w.save }).click()
      await page.getByText(w.range).waitFor()
      expect(await phone.axe()).toEqual([])
      await page.getByLabel(w.running).fill('5')
      await page.getByLabel(w.downLimit).fill('30')
      await page.getByRole('button', { name: w.save }).click()
      await page.getByText(w.saved).waitFor()
      await page.reload()
      await until('it is kept', async () => (await page.getByLabel(w.downLimit).inputValue()) === '30')
      expect(phone.errors).toEqual([])
    } finally {
      await phone.close()
    }
  }

  const owners = [
    ['en', 'harbour-light'],
    ['zh', '海港灯'],
  ] as const
  test.each(inLanguages('en', owners))(
    'an owner does all of it, in English on a phone, in Chinese in a wide, dark window (%s)',
    wholeStory,
  )

  test.skipIf(!probe)(`a full disk is said in words${probe ? '' : ' (skipped: only root may mount a small tmpfs)'}`, async () => {
    const w = words.en
    const phone = await open('en', 'third-mate')
    const { page } = phone
    try {
      await addLink(phone, w, `${files.address}/huge.bin`)
      await dialog(page).getByRole('button', { name: w.start }).click()
      // The size is read before the start: the link stays in the sheet with its reason.
      await dialog(page).getByText(w.noSpace).first().waitFor()
      expect(await phone.axe()).toEqual([])
      expect(phone.errors).toEqual([])
    } finally {
      await phone.close()
    }
  })
})
