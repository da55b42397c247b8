/** The whole station in the test process, with a real broker and a small `/link`. */
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { acts } from '@homeport/contract/all.ts'
import { downloadStatus } from '@homeport/contract/download/download.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { DeviceInfo } from '@homeport/contract/device.ts'
import { playerStatus } from '@homeport/contract/playback/playback.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { clear, testFolder } from '../testing/downloads.ts'
import { openTestFiles } from '../testing/file-server.ts'
import { copyWait, firstWaitMs, longestWaitMs, waitMs } from '../kit/connection/connection.ts'
import { readStationConfig, SettingError } from './config.ts'
import { startStation, type Station } from './start.ts'
import { openTestCloud, owner, type TestCloud } from '../testing/cloud.ts'
import { until } from '../../../testing/until.ts'

const fixtures = new URL('../../../contract/fixtures/acts.json', import.meta.url)
let folder: string
let cloud: TestCloud
let box: Station | undefined
let printed: string[] = []
let warned: string[] = []
/** These tests do not depend on whether this machine has aria2. */
const keepWarning = (line: string) => !line.startsWith('No usable aria2') && warned.push(line)

beforeEach(async () => {
  folder = testFolder()
  printed = []
  warned = []
  cloud = await openTestCloud({ aheadMs: 3_600_000 })
})
afterEach(async () => {
  await box?.stop()
  box = undefined
  await cloud.stop()
  clear(folder)
})

/** Uses its own screen port, since other stations run at the same time. */
function settings(env: Record<string, string>) {
  return { ...readStationConfig({ PATH: process.env.PATH, HOMEPORT_DATA: folder, ...env }), screenPort: 0 }
}

async function start(): Promise<Station> {
  const config = settings({ HOMEPORT_CLOUD: cloud.url, HOMEPORT_PRIVATE_SOURCES: '1' })
  box = await startStation(config, { print: (line) => printed.push(line), warn: keepWarning, random: () => 0 })
  return box
}

async function pair(devsn: string, code: string, id = randomBytes(8).toString('hex')) {
  const before = cloud.received.length
  await cloud.send(devsn, 'en', { kind: 'pair', id, code, from: owner })
  return cloud.reply(id, before)
}

const bind = (devsn: string) => cloud.send(devsn, 'en', { kind: 'household', members: [owner], name: '' })
const saidOf = (kind: string) => cloud.received.filter(({ up }) => up.kind === kind)
const pushedTasks = () => saidOf('push').filter(({ up }) => up.kind === 'push' && up.frame.act === downloadStatus.name)

describe('the line', () => {
  it('signs in with a key that is its serial, by the cloud’s clock, and says hello in both realms', async () => {
    const { devsn, pairing } = await start()
    await cloud.hello()
    expect(devsn).toMatch(/^[A-Z2-7]{16}$/)
    expect(statSync(join(folder, 'station', 'key.pem')).mode & 0o777).toBe(0o600)
    expect(cloud.signs).toHaveLength(1)
    const { exp } = cloud.signs[0]?.claims ?? {}
    expect(Math.abs(Number(exp) - (cloud.now() / 1000 + 60))).toBeLessThan(5)
    expect(cloud.presences).toEqual([{ epoch: 1, online: true, version: '2.7.0' }])
    expect(
      saidOf('hello')
        .map(({ realm }) => realm)
        .sort(),
    ).toEqual(['en', 'zh'])
    expect(saidOf('hello')[0]?.up).toMatchObject({ pair_hint: pairing()?.code.slice(0, 2) })
  })

  it('comes back by itself with a fresh token and a greater epoch after the cloud was away', async () => {
    const { devsn } = await start()
    await cloud.hello()
    cloud.cut()
    await until('the broker tells that it went', () => cloud.presences.some((one) => !one.online))
    cloud.open()
    await cloud.hello(2)
    expect(cloud.signs.at(-1)?.claims.nonce).not.toBe(cloud.signs[0]?.claims.nonce)
    expect(cloud.presences.filter((one) => one.online).map((one) => one.epoch)).toEqual([1, 2])
    expect(await cloud.act(devsn, 'storage_info', {})).toMatchObject({ code: Code.ok })
    expect(warned).toEqual([])
  })

  it('P51: tells its process and the one before on its data, and a new one at each start', async () => {
    await start()
    await cloud.hello()
    await box?.stop()
    await start()
    await cloud.hello(2)
    const [first, second] = cloud.signs.map(({ claims }) => claims)
    expect(first).toMatchObject({ instance: expect.stringMatching(/^[\w-]{22}$/), previous: '', host: hostname() })
    expect(second).toMatchObject({ instance: expect.stringMatching(/^[\w-]{22}$/), previous: first?.instance, host: hostname() })
    expect(second?.instance).not.toBe(first?.instance)
  })

  it('P51: a copy that is refused asks once more at once, and after that seldom', async () => {
    cloud.connection.isCopy = true
    await start()
    await until('it was refused', () => cloud.signs.length > 0)
    cloud.connection.isCopy = false
    await cloud.hello()
    expect(cloud.signs).toHaveLength(2)
    for (const refusals of [1, 2, 9]) expect([copyWait(refusals, 0), copyWait(refusals, 1)]).toEqual([8_000, 24_000])
  })

  it('says once, in words, that there is no line when that lasts', async () => {
    let at = 1_000_000
    const config = settings({ HOMEPORT_CLOUD: 'http://127.0.0.1:1024' })
    box = await startStation(config, {
      print: (line) => printed.push(line),
      warn: keepWarning,
      random: () => 0,
      now: () => (at += 500),
    })
    await until('the sentence', () => warned.length > 0)
    expect(warned).toEqual(["The box can't reach its cloud http://127.0.0.1:1024 (nobody answers there). It keeps trying."])
    expect(printed).toEqual([])
  })

  it('waits longer after each failure, never long, and never as all the others do', () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 20].map((failures) => [waitMs(failures, 0), waitMs(failures, 1)])
    expect(waits[0]).toEqual([firstWaitMs / 2, 1.5 * firstWaitMs])
    expect(waits.at(-1)).toEqual([longestWaitMs / 2, 1.5 * longestWaitMs])
  })

  it('goes down with the box: it says itself that it is offline', async () => {
    await start()
    await cloud.hello()
    await box?.stop()
    box = undefined
    expect(cloud.presences.at(-1)).toMatchObject({ epoch: 1, online: false })
  })

  it('answers as the cloud’s clock says, however wrong its own is', async () => {
    const { devsn } = await start()
    await cloud.hello()
    expect(await cloud.act(devsn, 'device_status', {}, { lifeMs: 5_000 })).toMatchObject({ code: Code.ok })
    expect(await cloud.act(devsn, 'device_status', {}, { lifeMs: -1_000 })).toMatchObject({ code: Code.noResponse })
  })
})

describe('pairing', () => {
  it('P19: the code is shown with its QR until someone is bound, opens once for both realms, and one answer stays one answer', async () => {
    const { devsn, pairing } = await start()
    await cloud.hello()
    await until('the banner', () => printed.length > 0)
    const code = pairing()?.code ?? ''
    expect(printed[0]).toContain(`${code.slice(0, 4)} ${code.slice(4)}`)
    expect(printed[0]).toContain(devsn)
    expect(printed[0]).toMatch(/[▀▄█]{20}/)
    const wrong = `${code.slice(0, 7)}${code.endsWith('0') ? '1' : '0'}`
    expect(await pair(devsn, wrong)).toMatchObject({ act: 'pair', code: Code.wrongCredentials })
    const right = await pair(devsn, code, 'the-pair')
    expect(right).toMatchObject({ act: 'pair', code: Code.ok, dev: devsn })
    expect(await pair(devsn, code, 'the-pair')).toEqual(right)
    expect(await pair(devsn, code)).toMatchObject({ code: Code.wrongCredentials })
    await bind(devsn)
    await until('the box says that it is bound', () => printed.some((line) => line.includes('is paired')))
    expect(pairing()).toBeNull()
    expect(saidOf('pair_hint').at(-1)?.up).toMatchObject({ pair_hint: '' })
  })

  it('P19: a check does not spend the code; five wrong tries make a new one', async () => {
    const { devsn, pairing } = await start()
    await cloud.hello()
    const code = pairing()?.code ?? ''
    await cloud.send(devsn, 'zh', { kind: 'pair_check', id: 'c1', code })
    expect(await cloud.reply('c1')).toMatchObject({ code: Code.ok })
    expect(pairing()?.code).toBe(code)
    await cloud.send(devsn, 'zh', { kind: 'renew_code' })
    await until('the code is another', () => pairing()?.code !== code)
    expect(await pair(devsn, code)).toMatchObject({ code: Code.wrongCredentials })
    await until('the banner comes again', () => printed.length === 2)
  })

  it('is asked for at the box over a socket of its own user', async () => {
    const { devsn, pairing } = await start()
    const path = join(folder, 'station', 'pair.sock')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    await cloud.hello()
    await bind(devsn)
    await until('it is bound', () => pairing() === null)
    const line = await new Promise<string>((resolve) => {
      let text = ''
      net
        .connect(path)
        .on('data', (chunk) => (text += String(chunk)))
        .on('end', () => resolve(text))
    })
    expect(JSON.parse(line)).toEqual({ devsn, code: pairing()?.code })
    expect(await pair(devsn, pairing()?.code ?? '')).toMatchObject({ code: Code.ok })
  })

  it('comes back when the last of the household has left', async () => {
    const { devsn, pairing } = await start()
    await cloud.hello()
    await bind(devsn)
    await until('it is bound', () => pairing() === null)
    await cloud.send(devsn, 'zh', { kind: 'household', members: [], name: '' })
    await cloud.send(devsn, 'en', { kind: 'household', members: [], name: '' })
    await until('the code is shown', () => pairing() !== null)
  })
})

describe('what the box tells', () => {
  it('mirrors its info, its disks and its tasks to who is bound, and nothing to nobody', async () => {
    const server = await openTestFiles({ '/film.mkv': { body: randomBytes(50_000) } })
    const { devsn } = await start()
    await cloud.hello()
    const started = await cloud.act(devsn, 'start_task', { url: `${server.url}/film.mkv` })
    expect(saidOf('mirror')).toEqual([])
    await bind(devsn)
    await cloud.send(devsn, 'en', { kind: 'mirror_from', epoch: '', rev: 0 })
    const rows = () => saidOf('mirror').flatMap(({ up }) => (up.kind === 'mirror' ? up.rows : []))
    await until('the first rows', () => rows().length > 0)
    expect(saidOf('mirror')[0]).toMatchObject({ realm: 'en', up: { first: true } })
    await until('all kinds came', async () => {
      const last = saidOf('mirror').at(-1)?.up
      if (last?.kind === 'mirror') await cloud.send(devsn, 'en', { kind: 'mirror_ack', epoch: last.epoch, rev: last.rev })
      return rows().some((row) => row.report === 'download.task' && JSON.stringify(row.value).includes('"is_done":true'))
    })
    expect(DeviceInfo.parse(rows().find((row) => row.report === 'device.info')?.value).devsn).toBe(devsn)
    expect(rows().some((row) => row.report === 'device.storage')).toBe(true)
    const revs = rows().map((row) => row.rev)
    expect(revs).toEqual(revs.toSorted((a, b) => a - b))
    await until('the end was pushed', () => pushedTasks().some(({ up }) => JSON.stringify(up).includes('"status":2')))
    expect(pushedTasks().at(-1)?.up).toMatchObject({ frame: { act: 'download_status', dev: devsn, task_id: started.task_id } })
    await server.stop()
  })

  it('says what plays whenever its line is up again: what phones heard last may be of an earlier life of it', async () => {
    const { devsn, pairing } = await start()
    await cloud.hello()
    await bind(devsn)
    await until('it is bound', () => pairing() === null)
    cloud.cut()
    await until('the broker tells that it went', () => cloud.presences.some((one) => !one.online))
    const before = cloud.received.length
    cloud.open()
    const pushes = () => cloud.received.slice(before).filter(({ up }) => up.kind === 'push' && up.frame.act === playerStatus.name)
    await until('it says what plays', () => pushes().length > 0)
    expect(pushes().map(({ realm, up }) => [realm, up])).toMatchObject([
      ['en', { frame: { code: Code.ok, data: { status: -1 } } }],
    ])
  })

  // That it pushes at most once a second: download/reports.test.ts.
  it('pushes a task while it loads and at its end, in the realm that has the box', async () => {
    const server = await openTestFiles({ '/film.mkv': { body: randomBytes(3_000_000) } }, { bytesPerSecond: 100_000 })
    const { devsn } = await start()
    await cloud.hello()
    await bind(devsn)
    await cloud.act(devsn, 'start_task', { url: `${server.url}/film.mkv` })
    const pushes = (part: RegExp) => pushedTasks().filter(({ up }) => part.test(JSON.stringify(up))).length
    await until('it is pushed as it loads', () => pushes(/"down_size":[1-9]/) > 1)
    server.hurry()
    await until('its end is pushed', () => pushes(/"status":2/) > 0)
    expect(saidOf('push').every(({ realm }) => realm === 'en')).toBe(true)
    await server.stop()
  })
})

/** Allowed refusal codes of a box without tasks, films and screens; without a key of the film database, and without a Kodi in the house. */
const refusals: number[] = [...Object.values(TaskCode), Code.wrongCredentials, Code.notFound]
const NoKey = z.object({ reason: z.literal('no_key') })
const NoKodi = z.object({ rule: z.enum(['kodi_away', 'kodi_none']) })
const NoProgram = z.object({ rule: z.literal('program_away') })

describe('the acts of the contract', () => {
  it('are all answered by the box, in the shape that they promise', async () => {
    const { devsn } = await start()
    await cloud.hello()
    expect(await cloud.act(devsn, 'magnet_uri', { url: 'magnet:?xt=' })).toMatchObject({ code: TaskCode.emptyMagnet })
    const samples = z.array(z.object({ act: z.string(), data: z.unknown() })).parse(JSON.parse(readFileSync(fixtures, 'utf8')))
    const atBox = samples.filter(({ act }) => acts.some((one) => one.at === 'box' && one.name === act))
    expect(new Set(atBox.map(({ act }) => act))).toEqual(new Set(acts.filter((one) => one.at === 'box').map((one) => one.name)))
    // The magnet has no peers and is answered only after a timeout; its samples are checked by the contract's own test.
    for (const sample of atBox.filter((one) => one.act !== 'magnet_uri')) {
      const { code, data } = await cloud.act(devsn, sample.act, sample.data)
      const output = acts.find((one) => one.name === sample.act)?.output
      const isAway = [NoKodi, NoProgram].some((reason) => reason.safeParse(data).success)
      const isMissing = (code === Code.noResponse && NoKey.safeParse(data).success) || isAway
      const isRefused = refusals.includes(code) || isMissing
      expect([sample.act, code === Code.ok ? output?.safeParse(data).success : isRefused]).toEqual([sample.act, true])
    }
  })
})

describe('what cannot go on is one plain sentence', () => {
  it('for a second station on the same folder', async () => {
    await start()
    const config = settings({ HOMEPORT_CLOUD: cloud.url })
    await expect(startStation(config, { print: () => {}, warn: () => {} })).rejects.toThrow(
      /A station already runs on this folder/,
    )
  })

  it('for a folder that cannot be written, and a key that cannot be read', async () => {
    writeFileSync(join(folder, 'file'), '')
    const quiet = { print: () => {}, warn: () => {} }
    await expect(startStation(readStationConfig({ HOMEPORT_DATA: join(folder, 'file') }), quiet)).rejects.toThrow(SettingError)
    await start()
    await box?.stop()
    box = undefined
    writeFileSync(join(folder, 'station', 'key.pem'), 'torn')
    await expect(startStation(readStationConfig({ HOMEPORT_DATA: folder }), quiet)).rejects.toThrow(
      /key\.pem is damaged; restore it/,
    )
    expect(readFileSync(join(folder, 'station', 'key.pem'), 'utf8')).toBe('torn')
  })

  it.each([
    ['of zeros', () => Buffer.alloc(40_000)],
    ['of random bytes', () => randomBytes(40_000)],
    ['with random pages', (file: Buffer) => Buffer.concat([file.subarray(0, 4_096), randomBytes(file.length - 4_096)])],
    ['that is cut', (file: Buffer) => file.subarray(0, 9_000)],
  ])('for a database %s: it is called damaged, with the ways out', async (_, damage) => {
    await start()
    await box?.stop()
    box = undefined
    const path = join(folder, 'station', 'station.db')
    writeFileSync(path, damage(readFileSync(path)))
    const restart = startStation(settings({ HOMEPORT_CLOUD: cloud.url }), { print: () => {}, warn: () => {} })
    const error = await restart.then(
      () => undefined,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(SettingError)
    expect(error).toMatchObject({
      message: expect.stringMatching(/^The box's database .+station\.db is damaged \(.+\): .*backup/),
    })
  })
})
