/** The rules for download sources: private addresses, the box's own ports, and attempts to bypass them (promises 34 and 35). */
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { judgeSource } from '../../kit/outside.ts'
import { parseLink } from '@homeport/contract/shape/link/parse-link.ts'
import { withAllowedTrackers } from '../torrent/allowed-trackers.ts'
import { packagedAria2 } from '../aria2/program.ts'
import { hasAria2, itWithAria2, noAria2 } from '../../testing/engine.ts'
import { clear, openTestBox, testFolder, type TestBox } from '../../testing/downloads.ts'
import { until } from '../../../../testing/until.ts'
import { openTestFiles } from '../../testing/file-server.ts'
import { bencode, openTestSwarm, torrentOf } from '../../testing/swarm.ts'

/** A machine without aria2. */
const none = { searchPath: '/nowhere', packaged: '' }

let folder: string
let box: TestBox | undefined
const closing: (() => Promise<void>)[] = []

beforeEach(() => {
  folder = testFolder()
})

afterEach(async () => {
  await box?.stop()
  box = undefined
  for (const close of closing.splice(0)) await close()
  clear(folder)
})

async function open(parts: {
  privateSources: boolean
  port?: number
  tlsPort?: number
  searchPath?: string
  packaged?: string
  aria2?: string
}): Promise<TestBox> {
  box = await openTestBox({ folder, ...parts })
  return box
}

const over = (id: string | undefined) => until('it is over', async () => (await box?.task(id ?? ''))?.status !== 1)

describe('private addresses', () => {
  it.each(['[0:0:0:0:0:0:0:1]', '::ffff:7f00:1', '::ffff:127.0.0.1', '[::]'])(
    'P34: %s is this machine, whatever its spelling',
    async (host) => {
      const rule = { allowPrivate: true, ownPorts: () => [80] }
      expect(await judgeSource(host, 80, rule)).toMatchObject({ verdict: 'own_port' })
    },
  )

  it.each(['localhost', 'LOCALHOST.', 'box.localhost'])('P34: %s is this machine, though no resolver knows it', async (host) => {
    const rule = { allowPrivate: false, ownPorts: () => [], lookup: () => Promise.reject(new Error('unknown')) }
    expect(await judgeSource(host, 80, rule)).toMatchObject({ verdict: 'private' })
  })

  it.each([
    'http://127.0.0.1:8/a',
    'http://localhost:8/a',
    'http://[::1]:8/a',
    'http://2130706433:8/a',
    'http://0x7f.1:8/a',
    'http://10.0.0.7/a',
    'http://[::ffff:192.168.0.1]/a',
  ])('%s is refused as private without the setting', async (url) => {
    const { act } = await open({ privateSources: false })
    expect(await act('start_task', { url })).toMatchObject({ code: TaskCode.invalidLink, data: { reason: 'private' } })
    expect(await box?.tasks()).toEqual([])
  })

  it.each(['port', 'tlsPort'])('are taken with the setting, but for Homeport’s own ports (%s)', async (ownPort) => {
    const server = await openTestFiles({ '/a': { body: Buffer.from('a') } })
    closing.push(server.stop)
    const { act } = await open({ privateSources: true, [ownPort]: server.port })
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.9.9.9', '0.0.0.0']) {
      expect(await act('start_task', { url: `http://${host}:${server.port}/a` })).toMatchObject({
        code: TaskCode.invalidLink,
        data: { reason: 'own_port' },
      })
    }
    expect(server.requests).toEqual([])
  })

  it.each([
    ['aria2', undefined],
    ['the small engine', none],
  ])('P34: a redirect to one of Homeport’s own ports is not followed by %s', async (_, engine) => {
    const secret = await openTestFiles({ '/secret': { body: Buffer.from('secret') } })
    const lure = await openTestFiles({ '/film.mkv': { redirect: `${secret.url}/secret` } })
    closing.push(secret.stop, lure.stop)
    const { act, task } = await open({ privateSources: true, port: secret.port, ...engine })
    const started = await act('start_task', { url: `${lure.url}/film.mkv` })
    await over(started.task_id)
    expect(await task(started.task_id ?? '')).toMatchObject({ status: 3, code: TaskCode.invalidLink, reason: 'own_port' })
    expect(lure.requests.length).toBeGreaterThan(0)
    expect(secret.requests).toEqual([])
  })
})

describe('P35: the download root', () => {
  it.skipIf(!hasAria2).each([
    ['a name that climbs', { name: '../climbed', files: { 'a.txt': randomBytes(100) } }],
    ['a file that climbs', { name: 'climber', files: { '../../climbed/a.txt': randomBytes(100) } }],
    ['the work folder', { name: '.incoming', files: { 'a.txt': randomBytes(100) } }],
  ])(`is not left by a torrent with %s${noAria2}`, async (_, wicked) => {
    const made = torrentOf({ ...wicked, announce: 'http://127.0.0.1:9/announce' })
    mkdirSync(join(folder, 'station', 'torrents'), { recursive: true })
    writeFileSync(join(folder, 'station', 'torrents', `${made.infoHash}.torrent`), made.bytes)
    const { act, root } = await open({ privateSources: true })
    const started = await act('start_task', { url: made.magnet })
    expect(started).toMatchObject({ code: TaskCode.invalidLink, data: { reason: 'bad_torrent' } })
    expect(existsSync(join(folder, 'climbed'))).toBe(false)
    expect(readdirSync(root)).toEqual([])
  })

  it('is not left by aria2 itself, whatever stands in a torrent', async () => {
    const { downloads, root } = await open({ privateSources: true })
    const made = torrentOf({
      name: 'odd',
      files: { 'x/..\\..\\a.txt': randomBytes(100), '/etc/abs.txt': randomBytes(100) },
      announce: 'http://127.0.0.1:9/announce',
    })
    await downloads.engine
      .addTorrent({
        gid: 'a'.repeat(16),
        torrent: made.bytes,
        dir: root,
        root,
        paths: new Map(),
        chosen: undefined,
        check: false,
      })
      .catch(() => {})
    const files = await downloads.engine.files('a'.repeat(16))
    for (const file of files) expect(downloads.folders.first.isInside(file.path)).toBe(true)
  })

  itWithAria2(
    'keeps a file that stood there before a torrent of the same name, and the torrent’s own lies beside it',
    async () => {
      const files = { 'film.mkv': randomBytes(200_000) }
      const swarm = await openTestSwarm({ folder: join(folder, 'seed'), name: 'same', files })
      closing.push(swarm.stop)
      const { act, root, task } = await open({ privateSources: true })
      mkdirSync(join(root, 'same'))
      writeFileSync(join(root, 'same', 'film.mkv'), 'mine')
      const started = await act('start_task', { url: swarm.magnet })
      await over(started.task_id)
      expect(await task(started.task_id ?? '')).toMatchObject({ status: 2, reason: '' })
      expect(readFileSync(join(root, 'same', 'film.mkv'), 'utf8')).toBe('mine')
      expect(readFileSync(join(root, 'same', 'film (2).mkv')).equals(files['film.mkv'])).toBe(true)
    },
  )
})

describe('the engine', () => {
  itWithAria2('shows its secret to nobody: not in its command line, not in a file that others read', async () => {
    const { aria2Pid } = await open({ privateSources: true })
    const settings = join(folder, 'station', 'aria2.conf')
    const secret = /^rpc-secret=(.+)$/m.exec(readFileSync(settings, 'utf8'))?.[1] ?? ''
    expect(secret.length).toBeGreaterThanOrEqual(32)
    expect(readFileSync(`/proc/${aria2Pid()}/cmdline`, 'utf8')).not.toContain(secret)
    expect(statSync(settings).mode & 0o777).toBe(0o600)
  })

  it('that is not there is one plain sentence; links are downloaded all the same and magnets say no_engine', async () => {
    const film = randomBytes(1_500_000)
    const server = await openTestFiles(
      { '/film%20a.mkv': { body: film }, '/old': { redirect: '/film%20a.mkv' } },
      { bytesPerSecond: 3_000_000 },
    )
    closing.push(server.stop)
    const { act, task, warnings, read } = await open({ privateSources: true, ...none })
    expect(warnings).toEqual([
      'No usable aria2 is on this machine, so only plain http links can be downloaded: run "apt install aria2" and start again, or name a qBittorrent or a Transmission in the app.',
    ])
    expect(await act('start_task', { url: `magnet:?xt=urn:btih:${'ab'.repeat(20)}` })).toMatchObject({
      code: TaskCode.invalidLink,
      data: { reason: 'no_engine' },
    })
    const started = await act('start_task', { url: `${server.url}/old` })
    await over(started.task_id)
    expect(await task(started.task_id ?? '')).toMatchObject({ status: 2, name: 'film a.mkv', download_size: film.length })
    expect(read('film a.mkv')?.equals(film)).toBe(true)
  })

  it('that npm brought along does where the machine has none', async () => {
    const { warnings, act, downloads } = await open({ privateSources: true, searchPath: '/nowhere' })
    if (packagedAria2() === '' || warnings.length > 0) return expect(warnings).toHaveLength(1)
    expect(downloads.engine.version()).toMatch(/^1\./)
    expect(await act('get_download_config', {})).toMatchObject({ code: Code.ok })
  })

  itWithAria2('named by a wrong ARIA2 setting is said in one sentence, and another is found', async () => {
    const { warnings, downloads } = await open({ privateSources: true, aria2: '/bin/false' })
    expect(warnings).toEqual(['ARIA2 is "/bin/false", which does not start here; set it to the path of an aria2c that does.'])
    expect(downloads.engine.kinds.has('magnet')).toBe(true)
  })

  itWithAria2('that is too old is named with its version, and another is found', async () => {
    const command = join(folder, 'aria2c')
    writeFileSync(command, '#!/bin/sh\necho "aria2 version 1.9.5"\n', { mode: 0o755 })
    const { warnings, downloads } = await open({ privateSources: true, aria2: command })
    expect(warnings).toEqual([`${command} is aria2 1.9.5, which is too old; Homeport needs 1.35.0 or later.`])
    expect(downloads.engine.kinds.has('magnet')).toBe(true)
  })

  it('of ours goes on by range where it stopped', async () => {
    const film = randomBytes(3_000_000)
    const server = await openTestFiles({ '/film.mkv': { body: film } }, { bytesPerSecond: 1_000_000 })
    closing.push(server.stop)
    const { act, task } = await open({ privateSources: true, ...none })
    const { task_id = '' } = await act('start_task', { url: `${server.url}/film.mkv` })
    await until('some is here', async () => (await task(task_id)).down_size > 400_000)
    await act('stop_task', { task_id })
    await box?.stop()
    server.hurry()
    const next = await open({ privateSources: true, ...none })
    await next.act('start_task', { task_id })
    await over(task_id)
    expect(next.read('film.mkv')?.equals(film)).toBe(true)
    expect(server.requests.at(-1)?.range).toMatch(/^bytes=[1-9]/)
  })
})

describe('a torrent file', () => {
  itWithAria2('that is no torrent is refused in words', async () => {
    const hash = 'cd'.repeat(20)
    mkdirSync(join(folder, 'station', 'torrents'), { recursive: true })
    writeFileSync(
      join(folder, 'station', 'torrents', `${hash}.torrent`),
      bencode({ info: { name: 'x', files: [], 'piece length': 1, pieces: '' } }),
    )
    const { act } = await open({ privateSources: true })
    expect(await act('start_task', { url: `magnet:?xt=urn:btih:${hash}` })).toMatchObject({ code: TaskCode.noFiles })
  })
})

describe('trackers', () => {
  const hash = 'ef'.repeat(20)
  const inside = { allowPrivate: false, ownPorts: () => [8700] }

  it('P34: at private addresses leave a magnet without the setting, and Homeport’s own ports even with it', async () => {
    const magnet = `magnet:?xt=urn:btih:${hash}&dn=a%20film&tr=${encodeURIComponent('udp://10.0.0.1:6969/announce')}&tr=${encodeURIComponent('udp://1.1.1.1:80')}`
    const allowed = await withAllowedTrackers(magnet, inside)
    expect(allowed).toBe(`magnet:?xt=urn:btih:${hash}&dn=a+film&tr=udp:%2F%2F1.1.1.1:80`)
    expect(parseLink(allowed)).toMatchObject({ kind: 'magnet', infoHash: hash, name: 'a film' })
    const own = `magnet:?xt=urn:btih:${hash}&tr=${encodeURIComponent('udp://127.0.0.1:8700/announce')}`
    expect(await withAllowedTrackers(own, { ...inside, allowPrivate: true })).toBe(`magnet:?xt=urn:btih:${hash}`)
  })

  itWithAria2('P34: at private addresses are never asked by the engine without the setting', async () => {
    const swarm = await openTestSwarm({ folder: join(folder, 'seed'), name: 'near', files: { 'a.txt': randomBytes(100) } })
    closing.push(swarm.stop)
    const near = await openTestFiles({})
    closing.push(near.stop)
    const { act } = await open({ privateSources: false })
    const url = `${swarm.magnet}&xs=${near.url}/e.torrent&as=${near.url}/e.iso&ws=${near.url}/`
    expect(await act('magnet_uri', { url })).toMatchObject({ code: Code.ok, data: {} })
    expect(swarm.strangers()).toEqual([])
    expect(near.requests).toEqual([])
  })
})
