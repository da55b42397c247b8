/** Torrent files: uploaded to the cloud as a blob, or at a web address; on a real aria2 and a real swarm. */
import { expectCode } from '../../testing/codes.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { hasAria2, itWithAria2, noAria2 } from '../../testing/engine.ts'
import { clear, openTestBox, testFolder, type TestBox } from '../../testing/downloads.ts'
import { until } from '../../../../testing/until.ts'
import { openBadServer } from '../../testing/bad-server.ts'
import { openTestFiles, type Served } from '../../testing/file-server.ts'
import { bencode, openTestSwarm, torrentOf } from '../../testing/swarm.ts'
import { parseTorrentSources, parseTorrent } from './parse-torrent.ts'

let folder: string
let box: TestBox | undefined
let blobs: Record<string, Buffer>
let requests: string[]
const closing: (() => Promise<unknown>)[] = []

beforeEach(() => {
  folder = testFolder()
  blobs = {}
  requests = []
})

afterEach(async () => {
  await box?.stop()
  for (const close of closing.splice(0)) await close()
  clear(folder)
  expect(box?.faults ?? []).toEqual([])
  box = undefined
})

async function open(privateSources = true, ownPort = 1): Promise<TestBox> {
  box = await openTestBox({
    folder,
    privateSources,
    port: ownPort,
    blobOf: async (realm, id) => {
      requests.push(`${realm}/${id}`)
      return blobs[id]
    },
  })
  return box
}

async function serve(files: Record<string, Served>) {
  const server = await openTestFiles(files)
  closing.push(server.stop)
  return server
}

async function swarm(name: string, files: Record<string, Buffer>) {
  const made = await openTestSwarm({ folder: join(folder, 'seed'), name, files })
  closing.push(made.stop)
  return made
}

const files = { '正片.mkv': randomBytes(300_000), 'extra.mkv': randomBytes(100_000) }

describe('a torrent file in the cloud', () => {
  itWithAria2('shows its files, starts with those that were chosen, and is the same task as its magnet', async () => {
    const made = await swarm('港湾 & Co', files)
    blobs['blob-0123456789abcdef'] = made.bytes
    const { act, task, read } = await open()
    const torrent = 'blob-0123456789abcdef'
    expect(await act('magnet_uri', { torrent })).toMatchObject({
      code: Code.ok,
      data: { torrent_info: { name: '港湾 & Co', total: 2, total_size: 400_000 } },
    })
    const started = await act('start_task', { torrent, select: [1] })
    expect(started).toMatchObject({ code: Code.ok })
    const id = started.task_id ?? ''
    const url = `magnet:?xt=urn:btih:${made.infoHash}&dn=${encodeURIComponent('港湾 & Co')}`
    expect(await task(id)).toMatchObject({ url, name: '港湾 & Co', select_count: 1, download_size: 300_000 })
    expect(await act('download_status', { url })).toMatchObject({ code: Code.ok, data: { task_id: id } })
    await until('it is done', async () => (await task(id)).is_done)
    expect(read('港湾 & Co/正片.mkv')?.equals(files['正片.mkv'])).toBe(true)
    expect(await act('start_task', { url: made.magnet })).toMatchObject({ code: TaskCode.inComplete, task_id: id })
    expect(await act('start_task', { torrent })).toMatchObject({ code: TaskCode.inComplete, task_id: id })
    const shown = await act('magnet_uri', { torrent })
    expect(shown.data).toMatchObject({
      torrent_info: { select_count: 1, sub_fileinfo: [{ is_selected: true, down_size: 300_000 }, { is_selected: false }] },
    })
    expect(requests).toEqual([`en/${torrent}`])
  })

  itWithAria2('that was removed is brought again from the cloud', async () => {
    const made = await swarm('again', files)
    blobs['again'] = made.bytes
    const { act, task } = await open()
    const first = await act('start_task', { torrent: 'again' })
    await act('remove_task_and_file', { task_id: first.task_id, files: 1 })
    const second = await act('start_task', { torrent: 'again' })
    expect(second).toMatchObject({ code: Code.ok })
    expect(await task(second.task_id ?? '')).toMatchObject({ name: 'again', total_size: 400_000 })
  })

  itWithAria2(
    'that is no torrent answers 1002, one of version 2 that no engine here takes it, one without files 1005, one that the cloud does not have 1001',
    async () => {
      blobs['nonsense'] = randomBytes(2_000)
      blobs['v2'] = bencode({ info: { name: 'x', 'meta version': 2, 'file tree': {}, 'piece length': 16_384 } })
      blobs['empty'] = bencode({ info: { name: 'x', files: [], 'piece length': 16_384, pieces: '' } })
      const { act, tasks } = await open()
      for (const name of ['magnet_uri', 'start_task']) {
        expect(await act(name, { torrent: 'nonsense' })).toMatchObject({
          code: TaskCode.invalidLink,
          data: { reason: 'bad_torrent' },
        })
        expect(await act(name, { torrent: 'v2' })).toMatchObject({ code: TaskCode.invalidLink, data: { reason: 'version_2' } })
        expect(await act(name, { torrent: 'empty' })).toMatchObject({ code: TaskCode.noFiles })
        expect(await act(name, { torrent: 'gone' })).toMatchObject({ code: TaskCode.notStarted, data: { reason: 'not_found' } })
      }
      expect(await tasks()).toEqual([])
    },
  )

  it.skipIf(!hasAria2).each([
    ['a piece length of 0', { 'piece length': 0, pieces: randomBytes(20) }],
    ['a negative piece length', { 'piece length': -16_384, pieces: randomBytes(20) }],
    ['pieces of a gigabyte', { 'piece length': 2 ** 30, pieces: randomBytes(20) }],
    ['pieces just over 256 MB', { 'piece length': 2 ** 28 + 1, pieces: randomBytes(20) }],
    ['too few pieces', { 'piece length': 4, pieces: randomBytes(20) }],
    ['half a hash', { 'piece length': 16_384, pieces: randomBytes(10) }],
  ])(`P42: with %s never reaches the engine, and other downloads go on${noAria2}`, async (_, broken) => {
    const poison = bencode({ info: { name: 'x', length: 14, ...broken } })
    blobs['poison'] = poison
    const film = randomBytes(200_000)
    const server = await serve({ '/film.mkv': { body: film } })
    const { act, task, tasks, read } = await open()
    const pid = box?.aria2Pid()
    expect(await act('start_task', { torrent: 'poison' })).toMatchObject({
      code: TaskCode.invalidLink,
      data: { reason: 'bad_torrent' },
    })
    // One that an older version left on the disk is not passed to the engine either.
    const { infoHash } = parseTorrentSources(poison)
    mkdirSync(join(folder, 'station', 'torrents'), { recursive: true })
    writeFileSync(join(folder, 'station', 'torrents', `${infoHash}.torrent`), poison)
    await act('start_task', { url: `magnet:?xt=urn:btih:${infoHash}` })
    const { task_id = '' } = await act('start_task', { url: `${server.url}/film.mkv` })
    await until('the film is done', async () => (await task(task_id)).is_done)
    expect(read('film.mkv')?.equals(film)).toBe(true)
    expect(box?.aria2Pid()).toBe(pid)
    expect((await tasks()).filter(({ is_done }) => !is_done).every(({ total_size }) => total_size === 0)).toBe(true)
  })

  itWithAria2('P34: loses the trackers that this box may not speak to, and keeps its hash', async () => {
    const made = torrentOf({ name: 'near', files, announce: 'udp://10.0.0.1:6969/announce' })
    const tiers = [['udp://10.0.0.1:6969/announce', 'udp://1.1.1.1:80'], ['http://192.168.0.9/announce']]
    const info = parseTorrentSources(made.bytes).info
    blobs['near'] = Buffer.concat([
      Buffer.from('d13:announce-list'),
      bencode(tiers),
      Buffer.from('4:info'),
      info,
      Buffer.from('e'),
    ])
    const { act } = await open(false)
    expect(await act('magnet_uri', { torrent: 'near' })).toMatchObject({ code: Code.ok })
    const bytes = readFileSync(join(folder, 'station', 'torrents', `${made.infoHash}.torrent`))
    expect(parseTorrentSources(bytes)).toMatchObject({ infoHash: made.infoHash, trackers: [['udp://1.1.1.1:80']] })
    expect(parseTorrent(bytes)).toEqual(parseTorrent(made.bytes))
  })
})

describe('a link that ends in .torrent', () => {
  itWithAria2('is read by the box and started as the torrent that it is', async () => {
    const made = await swarm('by link', files)
    const server = await serve({
      '/films/by%20link.torrent': { redirect: '/real' },
      '/real': { body: made.bytes },
    })
    const { act, task, read } = await open()
    const url = `${server.url}/films/by%20link.torrent?from=site`
    expect(await act('magnet_uri', { url })).toMatchObject({
      code: Code.ok,
      data: { torrent_info: { name: 'by link', total: 2 } },
    })
    const started = await act('start_task', { url })
    expectCode(started, 'ok')
    await until('it is done', async () => (await task(started.task_id ?? '')).is_done)
    expect(read('by link/extra.mkv')?.equals(files['extra.mkv'])).toBe(true)
    expect(server.requests.filter((one) => one.path === '/real')).toHaveLength(1)
  })

  itWithAria2('that is dead, or no torrent, or too large says so', async () => {
    const huge = { body: Buffer.concat([Buffer.from('d8:announce20000000:'), Buffer.alloc(20_000_001)]) }
    const server = await serve({ '/page.torrent': { body: Buffer.from('<html>') }, '/huge.torrent': huge })
    const { act } = await open()
    const magnetUri = (path: string) => act('magnet_uri', { url: `${server.url}${path}` })
    expect(await magnetUri('/dead.torrent')).toMatchObject({ code: TaskCode.notStarted, data: { reason: 'not_found' } })
    expect(await magnetUri('/page.torrent')).toMatchObject({ code: TaskCode.invalidLink, data: { reason: 'bad_torrent' } })
    expect(await magnetUri('/huge.torrent')).toMatchObject({
      code: TaskCode.invalidLink,
      data: { reason: 'torrent_too_large' },
    })
  })

  itWithAria2(
    'P34: is not read from private addresses without the setting, nor by a redirect to Homeport’s own ports with it',
    async () => {
      const made = torrentOf({ name: 'x', files, announce: 'http://127.0.0.1:9/a' })
      const own = await serve({ '/x.torrent': { body: made.bytes } })
      const lure = await serve({ '/x.torrent': { redirect: `${own.url}/x.torrent` } })
      const outside = await open(false)
      expect(await outside.act('start_task', { url: `${own.url}/x.torrent` })).toMatchObject({
        code: TaskCode.invalidLink,
        data: { reason: 'private' },
      })
      await outside.stop()
      const inside = await open(true, own.port)
      expect(await inside.act('start_task', { url: `${lure.url}/x.torrent` })).toMatchObject({
        code: TaskCode.invalidLink,
        data: { reason: 'own_port' },
      })
      expect(own.requests).toEqual([])
    },
  )
})

describe('a torrent whose names are not UTF-8', () => {
  /** 白蛇 and 流浪地球.mkv in GBK. */
  const snake = Buffer.from('b0d7c9df', 'hex')
  const earth = Buffer.from('c1f7c0cbb5d8c7f22e6d6b76', 'hex')
  const film = files['extra.mkv']

  /** Its web seed sends the film for whatever name the engine asks for. */
  async function seeded(info: Parameters<typeof bencode>[0] & object) {
    const server = await openBadServer({ body: film })
    closing.push(server.stop)
    const pieces = Buffer.concat(pieceHashes(film))
    return bencode({ info: { 'piece length': 65_536, pieces, ...info }, 'url-list': server.url.replace('film.mkv', '') })
  }

  itWithAria2('has them on the screen and on the disk as they are meant, is shared on, and leaves nothing else', async () => {
    const info = { name: snake, files: [{ length: film.length, path: [snake, earth] }] }
    const bytes = await seeded(info)
    blobs['gbk'] = bytes
    const { act, task, read, root } = await open()
    mkdirSync(join(root, '白蛇'))
    writeFileSync(join(root, '白蛇', 'mine.txt'), 'mine')
    const { task_id = '' } = await act('start_task', { torrent: 'gbk' })
    await until('it is done', async () => (await task(task_id)).is_done)
    expect(await task(task_id)).toMatchObject({ name: '白蛇 (2)' })
    expect(await act('magnet_uri', { torrent: 'gbk' })).toMatchObject({
      data: { torrent_info: { name: '白蛇', sub_fileinfo: [{ file_name: '白蛇/流浪地球.mkv', down_size: film.length }] } },
    })
    expect(read('白蛇 (2)/白蛇/流浪地球.mkv')?.equals(film)).toBe(true)
    expect(await act('get_media_files', { task_id })).toMatchObject({ data: { paths: [{ name: '流浪地球.mkv' }] } })
    await until('nothing else is left', () => readdirSync(root).toSorted().join() === '白蛇,白蛇 (2)')
    expect(await box?.downloads.engine.job(task_id)).toMatchObject({ state: 'seeding', done_bytes: film.length })
    await act('remove_task_and_file', { task_id, files: 0 })
    const again = await act('start_task', { torrent: 'gbk' })
    await until('it is done again', async () => (await task(again.task_id ?? '')).is_done)
    expect(readdirSync(root).toSorted()).toEqual(['白蛇', '白蛇 (2)'])
    await act('remove_task_and_file', { task_id: again.task_id, files: 1 })
    await until('its files are gone', () => read('白蛇 (2)/白蛇/流浪地球.mkv') === undefined)
    expect(read('白蛇/mine.txt')?.toString()).toBe('mine')
  })

  itWithAria2('of one file has its name too', async () => {
    blobs['one'] = await seeded({ name: earth, length: film.length })
    const { act, task, read } = await open()
    const { task_id = '' } = await act('start_task', { torrent: 'one' })
    await until('it is done', async () => (await task(task_id)).is_done)
    expect(read('流浪地球.mkv')?.equals(film)).toBe(true)
  })

  itWithAria2(
    'P37: whose files were being renamed when the box was stopped gets the rest of them, and fetches none again',
    async () => {
      const part = Buffer.concat([snake, Buffer.from('.mkv')])
      const list = [earth, part].map((name) => ({ length: film.length, path: [name] }))
      const pieces = Buffer.concat(pieceHashes(Buffer.concat([film, film])))
      blobs['gbk'] = await seeded({ name: snake, files: list, pieces })
      const { act, task, stop } = await open()
      const { task_id = '' } = await act('start_task', { torrent: 'gbk' })
      await until('it is done', async () => (await task(task_id)).is_done)
      await stop()
      for (const close of closing.splice(0)) await close()
      const [root, old] = [join(folder, 'downloads'), '%B0%D7%C9%DF']
      mkdirSync(join(root, old))
      renameSync(join(root, '白蛇', '流浪地球.mkv'), join(root, old, '%C1%F7%C0%CB%B5%D8%C7%F2.mkv'))
      const db = new DatabaseSync(join(folder, 'station', 'station.db'))
      db.prepare('UPDATE task SET status = 1, done_at = NULL').run()
      db.prepare('UPDATE task_file SET path = ? WHERE file_index = 1').run(`${old}/%C1%F7%C0%CB%B5%D8%C7%F2.mkv`)
      db.prepare('UPDATE task_file SET path = ? WHERE file_index = 2').run(`${old}/${old}.mkv`)
      db.close()
      const next = await open()
      await until('it is done again', async () => (await next.task(task_id)).is_done)
      expect(next.read('白蛇/流浪地球.mkv')?.equals(film)).toBe(true)
      expect(next.read('白蛇/白蛇.mkv')?.equals(film)).toBe(true)
      expect(existsSync(join(root, old))).toBe(false)
    },
  )
})

function pieceHashes(body: Buffer): Buffer[] {
  return Array.from({ length: Math.ceil(body.length / 65_536) }, (_, at) =>
    createHash('sha1')
      .update(body.subarray(at * 65_536, (at + 1) * 65_536))
      .digest(),
  )
}
