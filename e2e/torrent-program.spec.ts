/** The owner names a qBittorrent or a Transmission in the download settings: it is tried at once, what it has already is in the list, and it fetches the torrents from then on. */
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasQbittorrent, openQbittorrent } from '../testing/qbittorrent.ts'
import { programPassword, programUser, type TestProgram } from '../testing/torrent-program.ts'
import { hasTransmission, openTransmission } from '../testing/transmission.ts'
import { until } from '../testing/until.ts'
import { storyLanguages } from './parts/languages.ts'
import { look } from './parts/look.ts'
import { torrentOf } from './parts/seed.ts'
import { settleOn } from './parts/session.ts'
import { words } from './parts/story.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openWorld, type World } from './world.ts'

const missing = [
  !hasBrowser && 'Chromium',
  !hasQbittorrent && 'qbittorrent-nox',
  !hasTransmission && 'transmission-daemon',
  !lanAddress && 'an address on a network',
].filter(Boolean)

const own = {
  en: {
    section: 'Torrents',
    program: 'Torrent program',
    own: 'Your own program',
    address: 'Address',
    user: 'Username',
    password: 'Password',
    use: 'Try and use it',
    wrong: 'The program doesn’t accept this username and password',
    nobody: 'No one answers at this address',
    works: 'Fetches the torrents of this box',
    away: 'Doesn’t answer. Torrents wait until it does.',
    more: /^More options for Harbour/,
    detail: 'Details',
    recheck: 'Check the files',
    lack: 'The torrent program isn’t answering. You can change this once it does.',
  },
  zh: {
    section: 'BT 下载',
    program: 'BT 程序',
    own: '自己的程序',
    address: '地址',
    user: '用户名',
    password: '密码',
    use: '测试并使用',
    wrong: '程序不接受此用户名和密码',
    nobody: '该地址没有响应',
    works: '负责本盒子的 BT 下载',
    away: '没有响应，BT 任务等它恢复后继续',
    more: /的更多操作$/,
    detail: '详情',
    recheck: '校验文件',
    lack: 'BT 程序没有响应，恢复后才能修改。',
  },
}

const programs = [
  { kind: 'qbittorrent', shown: /^qBittorrent \d/, open: openQbittorrent },
  { kind: 'transmission', shown: /^Transmission \d/, open: openTransmission },
] as const
const stories = programs.flatMap((program) => storyLanguages('zh').map((lang) => ({ ...program, lang })))

describe.skipIf(missing.length > 0).each(stories)('a torrent program ($kind, $lang)', ({ kind, shown, open, lang }) => {
  let world: World
  let program: TestProgram
  let phone: Phone
  const w = own[lang]
  const isWide = lang === 'zh'
  const name = 'Harbour.at.night.2019'

  beforeAll(async () => {
    world = await openWorld({})
    program = await open({ folder: path.join(world.folder, kind) })
    const body = randomBytes(300_000)
    await mkdir(path.join(world.downloads, 'Old', name), { recursive: true })
    await writeFile(path.join(world.downloads, 'Old', name, 'film.bin'), body)
    const { torrent } = await torrentOf({
      folder: path.join(world.downloads, 'Old'),
      name,
      files: ['film.bin'],
      announce: 'http://127.0.0.1:9/announce',
    })
    await program.give({ bytes: torrent, folder: path.join(world.downloads, 'Old') })
    phone = await openPhone({ locale: words[lang].locale, dark: isWide, ...(isWide ? { width: 1280, height: 800 } : {}) })
    const { code } = await world.pair()
    const username = lang === 'en' ? 'seeder' : '做种的人'
    await settleOn(phone, { address: world.addresses[0] ?? '', lang, username, code })
  })
  afterAll(async () => {
    await phone?.close()
    await world?.stop()
    await program?.stop()
  })

  const address = () => world.addresses[0] ?? ''
  const keptFile = () => path.join(world.folder, 'station', 'torrent-program.json')

  test('what is wrong is said at its field, and the right password is enough', async () => {
    const { page } = phone
    await page.goto(`${address()}/#/pages/device/setting/downloadconfig`)
    const section = page.getByRole('region', { name: w.section })
    await section.getByText('aria2').waitFor()
    await look(phone, `torrent-program-first-${kind}-${lang}`)
    await section.getByRole('button').click()
    const sheet = page.getByRole('dialog', { name: w.program })
    await sheet.getByRole('button', { name: w.own }).click()
    await sheet.getByLabel(w.address).fill('http://127.0.0.1:1')
    await sheet.getByLabel(w.user).fill(programUser)
    await sheet.getByLabel(w.password).fill('something else')
    await sheet.getByRole('button', { name: w.use }).click()
    await sheet.getByText(w.nobody).waitFor()
    await sheet.getByLabel(w.address).fill(program.address)
    await sheet.getByRole('button', { name: w.use }).click()
    await sheet.getByText(w.wrong).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `torrent-program-wrong-${kind}-${lang}`)
    expect(existsSync(keptFile())).toBe(false)
    await sheet.getByLabel(w.password).fill(programPassword)
    await sheet.getByRole('button', { name: w.use }).click()
    await sheet.waitFor({ state: 'hidden' })
    await section.getByText(shown).waitFor()
    await section.getByText(w.works).waitFor()
    expect(await phone.axe()).toEqual([])
    await look(phone, `torrent-program-works-${kind}-${lang}`)
    const stored: unknown = JSON.parse(await readFile(keptFile(), 'utf8'))
    expect(stored).toMatchObject({ kind, password: programPassword })
  })

  test('what it has already is in the list, where it lies', async () => {
    const { page } = phone
    await page.goto(`${address()}/#/pages/device/download/list`)
    await page.getByText(name).first().waitFor()
    await look(phone, `torrent-program-list-${kind}-${lang}`)
    const [torrent] = await program.torrents()
    expect(torrent).toMatchObject({ folder: path.join(world.downloads, 'Old'), progress: 1 })
  })

  test('while it is away the settings say so', async () => {
    const { page } = phone
    await program.kill()
    await page.goto(`${address()}/#/pages/device/setting/downloadconfig`)
    const section = page.getByRole('region', { name: w.section })
    await section.getByText(w.away).waitFor()
    await section.scrollIntoViewIfNeeded()
    await look(phone, `torrent-program-away-${kind}-${lang}`)
    await page.goto(`${address()}/#/pages/device/download/list`)
    await page.getByRole('button', { name: w.more }).first().click()
    await page.getByRole('dialog').getByText(w.detail, { exact: true }).click()
    // The reason stands below what it greys.
    await page.getByRole('note').getByText(w.lack).first().waitFor()
    expect(await page.getByRole('button', { name: w.recheck }).isDisabled()).toBe(true)
    expect(await phone.axe()).toEqual([])
    await page.getByRole('note').first().scrollIntoViewIfNeeded()
    await look(phone, `torrent-program-greyed-${kind}-${lang}`)
    await program.begin()
    await until('it can be checked again', async () => page.getByRole('button', { name: w.recheck }).isEnabled())
    expect(await page.getByText(w.lack).count()).toBe(0)
    await page.goto(`${address()}/#/pages/device/setting/downloadconfig`)
    await until('it works again', async () => section.getByText(w.works).isVisible())
    expect(phone.errors).toEqual([])
  })
})
