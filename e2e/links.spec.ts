/** Every kind of link in one queue, in both languages: wrong lines with their words, then thunder, ftp with a password, ed2k, rtmp, magnet, torrent file and http to the last byte. */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPeer } from '../testing/ed2k/peer.ts'
import { openServer } from '../testing/ed2k/server.ts'
import { linkTo, shareBytes } from '../testing/ed2k/shared-file.ts'
import { encodeText } from '../testing/encode-text.ts'
import { openFtpServer } from '../testing/ftp-server.ts'
import { freePort } from '../testing/free-port.ts'
import { look } from './parts/look.ts'
import { aria2, ffmpeg, startProgram } from './parts/programs.ts'
import { hasSeed, openSeed, type Seed } from './parts/seed.ts'
import { settleOn } from './parts/session.ts'
import { addLink, words as storyWords } from './parts/story.ts'
import { until } from '../testing/until.ts'
import { openPhone, type Phone } from './phone.ts'
import { hasBrowser, lanAddress, openFileServer, openWorld, type World } from './world.ts'
import { storyLanguages } from './parts/languages.ts'

const words = {
  en: {
    ...storyWords.en,
    cutShort: 'Cut short, 12 of 40 characters',
    noFrame: 'Damaged, its beginning or end is missing',
    notAFile: 'Not an ed2k link to a file',
    startMany: 'Start 6 downloads',
    fix: /^Fix /,
    signIn: /^Sign in for/,
    signInNow: 'Sign in',
    user: 'User',
    password: 'Password',
    completeTab: /^Complete/,
    stopStream: (name: string) => `Stop ${name}`,
    more: 'More',
    stopAll: 'Stop all',
    endRecording: 'End 1 live recording?',
  },
  zh: {
    ...storyWords.zh,
    cutShort: '链接不完整，只有 12 / 40 位',
    noFrame: '链接已损坏，缺少开头或结尾',
    notAFile: '不是 ed2k 文件链接',
    startMany: '开始 6 个下载',
    fix: /^修改 /,
    signIn: /^登录 /,
    signInNow: '登录',
    user: '用户名',
    password: '密码',
    completeTab: /^已完成/,
    stopStream: (name: string) => `停止 ${name}`,
    more: '更多',
    stopAll: '全部停止',
    endRecording: '结束 1 个直播录制？',
  },
} as const
type Lang = keyof typeof words

const lacks = [
  !hasBrowser && 'Chromium',
  !hasSeed && 'qbittorrent-nox',
  !aria2 && 'aria2',
  !ffmpeg && 'ffmpeg',
  !lanAddress && 'an address on a network',
].filter(Boolean)

const wrong = [
  'magnet:?xt=urn:btih:c9e15763f722',
  'thunder://QUFodHRwOi8vZXhhbXBsZS5jb20vZmlsZS56aXAuWg==',
  'ed2k://|server|1.2.3.4|4661|/',
]
const body = { ftp: randomBytes(700_000), thunder: randomBytes(500_000), http: randomBytes(600_000), swarm: randomBytes(900_000) }
const shared = {
  en: shareBytes('ed2k-en.mkv', randomBytes(800_000)),
  zh: shareBytes('电驴 zh.mkv', randomBytes(800_000)),
}
const gbkName = (lang: Lang) => `阳光电影 ${lang}.mkv`

describe.skipIf(lacks.length > 0)(`links${lacks.length > 0 ? ` (skipped: no ${lacks.join(', no ')})` : ''}`, () => {
  let world: World
  const closing: (() => unknown)[] = []

  beforeAll(async () => {
    const peers = await Promise.all(
      Object.values(shared).map(async (file) => ({ hash: file.hash.toString('hex'), peer: await openPeer(file, {}) })),
    )
    const sources = new Map(peers.map(({ hash, peer }) => [hash, [{ host: '127.0.0.1', port: peer.port }]]))
    const server = await openServer(sources)
    closing.push(() => Promise.all([...peers.map(({ peer }) => peer.stop()), server.stop()]))
    world = await openWorld({ env: { HOMEPORT_ED2K_SERVERS: `127.0.0.1:${server.port}` } })
  })
  afterAll(async () => {
    await Promise.all([...closing.map((close) => close()), world.stop()])
  })

  async function seedOf(name: string): Promise<Seed> {
    const folder = path.join(world.folder, 'seeded')
    await mkdir(path.join(folder, name), { recursive: true })
    await writeFile(path.join(folder, name, 'film.mkv'), body.swarm)
    const work = path.join(world.folder, `seed-${name}`)
    const seed = await openSeed({ work, folder, name, files: ['film.mkv'], bytesPerSecond: 2_000_000 })
    closing.push(() => seed.stop())
    return seed
  }

  /** A stream from a real rtmp server, longer than anybody watches. */
  async function rtmpOf(lang: Lang): Promise<string> {
    const file = path.join(world.folder, `${lang}.flv`)
    const picture = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=10:d=600']
    await promisify(execFile)(ffmpeg ?? '', ['-loglevel', 'error', '-y', ...picture, '-c:v', 'flv', file])
    const url = `rtmp://127.0.0.1:${await freePort()}/live/harbour-${lang}`
    const child = await startProgram(ffmpeg ?? '', [
      '-nostdin',
      '-loglevel',
      'error',
      '-readrate',
      '20',
      '-i',
      file,
      '-c',
      'copy',
      '-f',
      'flv',
      '-listen',
      '1',
      url,
    ])
    closing.push(() => child.kill('SIGKILL'))
    return url
  }

  async function linksOf(lang: Lang): Promise<string[]> {
    const gbk = (text: string) => Buffer.from(encodeText(text, 'gb18030')).toString('latin1')
    const ftp = await openFtpServer({
      files: { [`/films/ftp-${lang}.mkv`]: body.ftp, [`/${gbk('电影')}/${gbk(gbkName(lang))}`]: body.thunder },
      user: 'me',
      password: 'quiet harbour',
    })
    closing.push(() => ftp.stop())
    const files = await openFileServer({ [`/http-${lang}.mkv`]: body.http })
    closing.push(() => files.stop())
    const inner = `AAftp://me:quiet%20harbour@127.0.0.1:${ftp.port}/电影/${gbkName(lang)}ZZ`
    return [
      `thunder://${Buffer.from(encodeText(inner, 'gb18030')).toString('base64')}`,
      `ftp://127.0.0.1:${ftp.port}/films/ftp-${lang}.mkv`,
      linkTo(shared[lang]),
      await rtmpOf(lang),
      (await seedOf(`magnet-${lang}`)).magnet,
      `${files.address}/http-${lang}.mkv`,
    ]
  }

  async function open(lang: Lang): Promise<Phone> {
    const w = words[lang]
    const phone = await openPhone({ locale: w.locale, dark: lang === 'zh' })
    const { code } = await world.pair()
    await settleOn(phone, { address: world.addresses[0] ?? '', lang, username: `links-${lang}`, code })
    await phone.page.goto(`${world.addresses[0]}/#/pages/device/download/list`)
    return phone
  }

  const read = (name: string) => readFile(path.join(world.downloads, name)).catch(() => Buffer.alloc(0))
  /** The bytes in the part that is being written. */
  async function streamBytes(): Promise<number> {
    const work = path.join(world.downloads, '.incoming')
    const parts = (await readdir(work, { recursive: true })).filter((name) => name.endsWith('part-1.aria2'))
    const sizes = await Promise.all(parts.map(async (name) => (await stat(path.join(work, name))).size))
    return Math.max(0, ...sizes)
  }
  const isWhole = (name: string, bytes: Buffer) => until(`${name} is whole`, async () => (await read(name)).equals(bytes))

  async function signIn(page: Page, w: (typeof words)[Lang]): Promise<void> {
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('button', { name: w.signIn }).click()
    await sheet.getByLabel(w.user, { exact: true }).fill('me')
    await sheet.getByLabel(w.password, { exact: true }).fill('quiet harbour')
    await sheet.getByRole('button', { name: w.signInNow, exact: true }).last().click()
    await sheet.getByText('FTP · me').first().waitFor()
  }

  async function stopAll(phone: Phone, w: (typeof words)[Lang]): Promise<void> {
    await phone.page.getByRole('button', { name: w.more, exact: true }).click()
    await phone.page.getByRole('button', { name: w.stopAll }).click()
    const sheet = phone.page.getByRole('dialog', { name: w.endRecording })
    await sheet.getByRole('button', { name: w.stopAll }).click({ trial: true })
    await look(phone, 'links-stop-all')
    expect(await phone.axe()).toEqual([])
    await sheet.getByRole('button', { name: w.stopAll }).click()
  }

  test.each(storyLanguages('en'))('in %s', async (lang) => {
    const w = words[lang]
    const phone = await open(lang)
    const { page } = phone
    try {
      const links = await linksOf(lang)
      await addLink(phone, w, [...wrong, ...links].join('\n'))
      const sheet = page.getByRole('dialog')
      for (const word of [w.cutShort, w.noFrame, w.notAFile]) await sheet.getByText(word).waitFor()
      await sheet.getByRole('button', { name: w.startMany }).waitFor()
      await look(phone, `links-${lang}`)
      expect(await phone.axe()).toEqual([])
      // Fix puts the caret into the line.
      await sheet.getByRole('button', { name: w.fix }).first().click()
      expect(await page.evaluate(() => getSelection()?.toString())).toBe(wrong[0])
      await sheet.getByRole('textbox').first().fill(links.join('\n'))
      await signIn(page, w)
      const torrent = (await seedOf(`torrent-${lang}`)).torrent
      await sheet
        .locator('input[type=file]')
        .setInputFiles({ name: '种子.torrent', mimeType: 'application/x-bittorrent', buffer: torrent })
      await sheet.getByRole('button', { name: w.startMany.replace('6', '7') }).click()
      await sheet.waitFor({ state: 'detached' })
      await isWhole(gbkName(lang), body.thunder)
      await isWhole(`ftp-${lang}.mkv`, body.ftp)
      await isWhole(shared[lang].name, shared[lang].read(0, shared[lang].size))
      await isWhole(`http-${lang}.mkv`, body.http)
      await isWhole(`magnet-${lang}/film.mkv`, body.swarm)
      await isWhole(`torrent-${lang}/film.mkv`, body.swarm)
      // A live stream is complete when it is stopped, alone or with all.
      await until('some of the stream is here', async () => (await streamBytes()) > 50_000)
      if (lang === 'en') await page.getByRole('button', { name: w.stopStream(`harbour-${lang}`) }).click()
      else await stopAll(phone, w)
      await until('the stream is a file', async () => (await read(`harbour-${lang}.mkv`)).length > 50_000)
      await page.getByRole('tab', { name: w.completeTab }).click()
      await page.getByText(`harbour-${lang}.mkv`).first().waitFor()
      expect(await page.content()).not.toContain('quiet harbour')
      await look(phone, `links-done-${lang}`)
      expect(await phone.axe()).toEqual([])
      expect(phone.errors).toEqual([])
    } finally {
      await phone.close()
    }
  })
})
