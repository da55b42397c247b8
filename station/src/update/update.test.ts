/** The offers of its channel that a box refuses, and when it takes one. The whole way into a version and back: scripts/box-update.test.ts. */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Code } from '@homeport/contract/kit/codes.ts'
import { packTar, type TarEntry } from 'modern-tar'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { migrations } from '../../migrations/all.ts'
import { openDb, type Db } from '../kit/db.ts'
import { metaStore } from '../kit/meta.store.ts'
import { openTestFiles } from '../testing/file-server.ts'
import { openChannel } from './channel.ts'
import { readManifest, type Manifest } from './manifest.ts'
import { nextNight } from './night.ts'
import { unpack } from './unpack.ts'
import { createUpdater } from './updater.ts'
import { versionFolder } from './version-folder.ts'

const own = generateKeyPairSync('ed25519')
const publicKey = own.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32).toString('base64')
const runningCode = 20_700

const manifest: Manifest = {
  format: 1,
  version: '2.8.0',
  version_code: 20_800,
  url: 'homeport-2.8.0.tar.gz',
  sha256: 'a'.repeat(64),
  size: 5,
  content_cn: '更快',
  content_en: 'Faster',
  signed_at: 1_795_000_000,
}

function signed(value: object, key: KeyObject = own.privateKey): string {
  const text = JSON.stringify(value)
  return JSON.stringify({ manifest: text, signature: sign(null, Buffer.from(text), key).toString('base64') })
}

let folder: string
const closing: (() => Promise<unknown> | void)[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'homeport-versions-'))
})
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  rmSync(folder, { recursive: true, force: true })
})

describe('the manifest', () => {
  const read = (text: string) => readManifest(text, { key: publicKey, runningCode })

  test('is believed with a signature by the box’s own key', () => {
    expect(read(signed(manifest))).toEqual(manifest)
  })

  test.each([
    ['another key', signed(manifest, generateKeyPairSync('ed25519').privateKey), 'unsigned'],
    ['a changed text', signed(manifest).replace('20800', '20900'), 'unsigned'],
    ['no signature', JSON.stringify({ manifest: JSON.stringify(manifest), signature: '' }), 'unsigned'],
    ['a page of a router', '<html>Please sign in</html>', 'unsigned'],
    ['the running version', signed({ ...manifest, version: '2.7.0', version_code: 20_700 }), 'older'],
    ['an older version', signed({ ...manifest, version: '2.6.9', version_code: 20_609 }), 'older'],
    ['a version that is a path', signed({ ...manifest, version: '../2.8.0' }), 'damaged'],
    ['a field that is missing', signed({ ...manifest, sha256: undefined }), 'damaged'],
  ])('with %s is refused', (_, text, fault) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ fault }))
  })
})

describe('the archive', () => {
  const bytes = Buffer.from('bytes')
  const right = { ...manifest, sha256: createHash('sha256').update(bytes).digest('hex') }

  async function download(target: Manifest, body = bytes): Promise<string> {
    const server = await openTestFiles({ '/channel/homeport-2.8.0.tar.gz': { body } })
    closing.push(server.stop)
    const channel = openChannel({ base: `${server.url}/channel`, key: publicKey, proxy: '' }, runningCode)
    closing.push(() => channel.stop())
    const file = join(folder, 'archive')
    await channel.download(target, file, { onBytes: () => {}, signal: new AbortController().signal })
    return readFileSync(file, 'utf8')
  }

  test('comes from the channel’s host with the signed sum', async () => {
    expect(await download(right)).toBe('bytes')
  })

  test.each([
    ['another sum', { target: manifest, body: bytes }, 'damaged'],
    ['more than the signed size', { target: right, body: Buffer.from('bytes and more') }, 'damaged'],
    ['less than the signed size', { target: right, body: Buffer.from('byte') }, 'damaged'],
    ['another host', { target: { ...right, url: 'http://127.0.0.1:1/x' }, body: bytes }, 'unsafe'],
    ['a name that is not there', { target: { ...right, url: 'gone' }, body: bytes }, 'unreachable'],
  ])('with %s is refused', async (_, { target, body }, fault) => {
    await expect(download(target, body)).rejects.toMatchObject({ fault })
  })

  const file = (name: string): TarEntry => ({ header: { name, size: 1, type: 'file', mode: 0o755 }, body: 'x' })
  async function unpacked(entries: TarEntry[]): Promise<string> {
    const archive = join(folder, 'a.tar.gz')
    writeFileSync(archive, gzipSync(await packTar(entries)))
    const to = join(folder, 'to', 'version')
    await unpack(archive, to)
    return to
  }

  test('is unpacked with its programs', async () => {
    const to = await unpacked([file('station/src/app/main.ts')])
    expect(statSync(join(to, 'station/src/app/main.ts')).mode & 0o777).toBe(0o755)
  })

  test.each([
    ['../out', [file('../out')]],
    ['/tmp/homeport-out', [file('/tmp/homeport-out')]],
    ['a/../../out', [file('a/../../out')]],
    ['packages of its own', [file('node_modules/zod/index.js')]],
    ['a link', [{ header: { name: 'out', size: 0, type: 'symlink', linkname: '/etc' } }]],
    ['a hard link', [{ header: { name: 'out', size: 0, type: 'link', linkname: '../out' } }]],
    ['a name twice', [file('a'), file('a')]],
  ] satisfies [string, TarEntry[]][])('with %s is refused', async (_, entries) => {
    await expect(unpacked(entries)).rejects.toMatchObject({ fault: 'unsafe' })
    expect([existsSync(join(folder, 'out')), existsSync('/tmp/homeport-out')]).toEqual([false, false])
  })

  test('that is cut off is refused', async () => {
    const archive = join(folder, 'a.tar.gz')
    writeFileSync(archive, gzipSync(await packTar([file('a')])).subarray(0, 40))
    await expect(unpack(archive, join(folder, 'to'))).rejects.toMatchObject({ fault: 'damaged' })
  })
})

describe('the updater', () => {
  /** 22:00 on the box’s clock. */
  const evening = new Date(2026, 10, 23, 22).getTime()
  let time = evening
  let db: Db
  let isPlaying = false
  let begun = 0
  let warned: string[] = []
  let served: string

  beforeEach(async () => {
    db = await openDb(':memory:', migrations)
    closing.push(() => db.destroy())
    ;[time, isPlaying, begun, warned, served] = [evening, false, 0, [], signed(manifest)]
  })

  async function open({ isSupervised = true } = {}) {
    const channel = {
      read: async () => readManifest(served, { key: publicKey, runningCode }),
      download: async () => {
        begun += 1
        throw new Error('the disk is gone')
      },
      stop: () => {},
    }
    const updater = await createUpdater({
      running: { version_name: '2.7.0', version_code: runningCode },
      root: folder,
      env: {},
      channel,
      versions: versionFolder(join(folder, 'versions')),
      meta: metaStore(db),
      copyDatabase: async () => {},
      restartInto: isSupervised ? () => {} : undefined,
      isBusy: () => isPlaying,
      now: () => time,
      elapsed: () => time,
      warn: (line) => warned.push(line),
      onFault: () => {},
    })
    closing.push(() => updater.stop())
    return updater
  }
  const tickAt = async (updater: Awaited<ReturnType<typeof open>>, hour: number) => {
    time = new Date(2026, 10, 24, hour).getTime()
    await updater.slowTick()
    const isBegun = updater.status().step === 'download'
    await expect.poll(() => updater.status().step).toBe('idle')
    return isBegun
  }

  test('3:00 is the next one, also when the clocks change', () => {
    expect(new Date(nextNight(evening)).getHours()).toBe(3)
    expect(nextNight(evening) - evening).toBe(5 * 3_600_000)
    expect(new Date(nextNight(new Date(2026, 10, 24, 3).getTime())).getDate()).toBe(25)
  })

  test('tonight is kept over a restart of the box, waits for the end of a film, and is taken once', async () => {
    await (await open()).choose('tonight')
    const updater = await open()
    await updater.check()
    expect(updater.status()).toMatchObject({ when: 'tonight', at: nextNight(evening) / 1000, is_auto: false })
    expect(await tickAt(updater, 2)).toBe(false)
    isPlaying = true
    expect(await tickAt(updater, 3)).toBe(false)
    isPlaying = false
    expect(await tickAt(updater, 4)).toBe(true)
    expect(updater.status()).toMatchObject({ when: '', step: 'idle', fault: 'no_start' })
    expect(await tickAt(updater, 6)).toBe(false)
  })

  test('tonight that a clock chose which was a month ahead is the next night by the clock as it is', async () => {
    time = evening + 30 * 86_400_000
    await (await open()).choose('tonight')
    time = evening
    const updater = await open()
    await updater.slowTick()
    expect(updater.status()).toMatchObject({ when: 'tonight', at: nextNight(evening) / 1000 })
    expect(await tickAt(updater, 2)).toBe(false)
    expect(await tickAt(updater, 3)).toBe(true)
  })

  test('by itself it updates at night alone, and never to what was put off', async () => {
    const updater = await open()
    await updater.setAuto(true)
    expect((await open()).status().is_auto).toBe(true)
    await updater.check()
    await updater.choose('never')
    expect(updater.status().when).toBe('never')
    expect(await tickAt(updater, 3)).toBe(false)
    served = signed({ ...manifest, version: '2.8.1', version_code: 20_801 })
    expect(await tickAt(updater, 14)).toBe(false)
    expect(updater.status()).toMatchObject({ when: '', offer: { version: '2.8.1' } })
    time += 86_400_000
    expect(await tickAt(updater, 4)).toBe(true)
  })

  test('a version that the box came back from is not taken again by itself', async () => {
    const versions = join(folder, 'versions')
    await versionFolder(versions).clean()
    writeFileSync(join(versions, 'result.json'), '{"version":"2.8.0","fault":"no_answer"}')
    const updater = await open()
    await updater.setAuto(true)
    expect(await tickAt(updater, 3)).toBe(false)
    expect(updater.status()).toMatchObject({ went_back: '2.8.0', fault: 'no_answer' })
    await updater.choose('now')
    await expect.poll(() => begun).toBe(1)
  })

  test('without an offer there is nothing to take, and without a supervisor nothing is', async () => {
    served = signed({ ...manifest, version: '2.6.0', version_code: 20_600 })
    const updater = await open()
    await expect(updater.choose('now')).rejects.toMatchObject({ code: Code.notFound })
    expect(updater.status()).toMatchObject({ offer: null, fault: '', off: '' })
    served = signed(manifest, generateKeyPairSync('ed25519').privateKey)
    time += 60_000
    await updater.check()
    expect(updater.status()).toMatchObject({ offer: null, fault: 'unsigned' })
    served = signed(manifest)
    const alone = await open({ isSupervised: false })
    expect(alone.status().off).toBe('unsupervised')
    await expect(alone.choose('now')).rejects.toMatchObject({ code: Code.notAllowed })
  })
})
