/** Certificates by ACME, from Pebble: Let's Encrypt's own server for tests. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readHttps } from '@homeport/contract/https.ts'
import { freePort } from '../../../../testing/free-port.ts'
import { until } from '../../../../testing/until.ts'
import { readCloudConfig, type CloudConfig } from '../../app/config.ts'
import { createLog, silent } from '../../kit/log.ts'
import { startTestCloud } from '../../testing/cloud.ts'
import { openHomeCa } from '../home-ca.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const hasPebble = ['pebble', 'pebble-challtestsrv'].every((name) => spawnSync(name, ['-h']).error === undefined)
const name = 'home.example.org'
const refusedName = 'refused.example.org'

type TestCloud = Awaited<ReturnType<typeof startTestCloud>>

let folder: string
let roots: string
let challengePort: number
let directoryPort: number
let clock: number
const programs: ChildProcess[] = []
const clouds: TestCloud[] = []
const lines: string[] = []

/** The certificate of Pebble's own https is from a CA of ours, as at the ACME server of a home. */
async function startPebble(): Promise<void> {
  const source = await openHomeCa({
    folder: join(folder, 'ca'),
    hostname: 'pebble',
    names: () => ({ dns: ['localhost'], ip: ['127.0.0.1'] }),
    now: Date.now,
    log: silent,
  })
  const { cert, key } = await source.read()
  roots = source.ca?.pem ?? ''
  await writeFile(join(folder, 'pebble.crt'), cert)
  await writeFile(join(folder, 'pebble.key'), key)
  const [dnsPort, managementPort, testPort] = [await freePort(), await freePort(), await freePort()]
  const pebble = {
    listenAddress: `127.0.0.1:${directoryPort}`,
    managementListenAddress: `127.0.0.1:${managementPort}`,
    certificate: join(folder, 'pebble.crt'),
    privateKey: join(folder, 'pebble.key'),
    httpPort: challengePort,
    tlsPort: await freePort(),
    domainBlocklist: [refusedName],
    certificateValidityPeriod: (90 * dayMs) / 1000,
    retryAfter: { authz: 1, order: 1 },
  }
  await writeFile(join(folder, 'pebble.json'), JSON.stringify({ pebble }))
  const dns = ['-dns01', `127.0.0.1:${dnsPort}`, '-management', `127.0.0.1:${testPort}`, '-defaultIPv6', '']
  const closed = ['-http01', '', '-https01', '', '-tlsalpn01', '']
  // No variable of its own makes it take a name without its proof, and it refuses no nonce by chance.
  const env = { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_VA_ALWAYS_VALID: '0', PEBBLE_WFE_NONCEREJECT: '0' }
  programs.push(spawn('pebble-challtestsrv', [...dns, ...closed], { stdio: 'ignore' }))
  programs.push(
    spawn('pebble', ['-config', join(folder, 'pebble.json'), '-dnsserver', `127.0.0.1:${dnsPort}`], { env, stdio: 'ignore' }),
  )
  await until('the directory listens', () => isListening(directoryPort))
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
      resolve(true)
      socket.destroy()
    })
    socket.on('error', () => resolve(false))
  })
}

type Settings = { dataFolder: string; httpPort?: number; names?: string[]; port?: number; directory?: string }

async function start({ dataFolder, httpPort = 0, ...acme }: Settings) {
  const log = createLog('info', { write: (line) => void lines.push(line) })
  const directory = `https://localhost:${directoryPort}/dir`
  const tls = { kind: 'acme' as const, names: [name], email: 'me@example.org', directory, roots, port: challengePort, ...acme }
  const settings: Partial<CloudConfig> = { tls, names: [], port: httpPort, dataFolder }
  const cloud = await startTestCloud(settings, { log, now: () => clock, tls: { checkMs: 25 } })
  clouds.push(cloud)
  return cloud
}

const Health = z.object({
  ok: z.boolean(),
  certificate: z.object({ until: z.nullable(z.string()), next_at: z.string(), fault: z.string() }),
})
const healthOf = async ({ url }: TestCloud) => z.parse(Health, await (await fetch(`${url}/healthz`)).json())
const faultOf = async (cloud: TestCloud) => (await healthOf(cloud)).certificate.fault
/** From now, in minutes. */
const waitOf = async (cloud: TestCloud) => (Date.parse((await healthOf(cloud)).certificate.next_at) - clock) / minuteMs

const failed = () => lines.filter((line) => line.includes('the next try is at'))

function servedBy(cloud: TestCloud): Promise<X509Certificate | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port: cloud.httpsPort, host: '127.0.0.1', servername: name, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate())
      socket.destroy()
    })
    socket.on('error', () => resolve(undefined))
  })
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homeport-acme-'))
  clock = Date.now()
  ;[directoryPort, challengePort] = [await freePort(), await freePort()]
  if (hasPebble) await startPebble()
})
afterEach(async () => {
  for (const cloud of clouds.splice(0)) await cloud.stop()
  lines.length = 0
})
afterAll(async () => {
  for (const program of programs) program.kill()
  await rm(folder, { recursive: true })
})

describe.skipIf(!hasPebble)(`a public CA${hasPebble ? '' : ' (skipped: pebble is not installed)'}`, () => {
  const data = (of: string) => join(folder, of)

  test('issues a certificate for a name that is proved; it outlives a restart, and is renewed without one', async () => {
    const cloud = await start({ dataFolder: data('whole') })
    await expect.poll(async () => (await servedBy(cloud))?.checkHost(name)).toBe(name)
    const first = await servedBy(cloud)
    expect((await cloud.ask(readHttps, {})).data).toMatchObject({ port: cloud.httpsPort, has_ca: false })
    const health = await healthOf(cloud)
    expect(health).toMatchObject({ ok: true, certificate: { until: first?.validToDate.toISOString(), fault: '' } })
    // Before a third of its life is left.
    const life = Date.parse(first?.validTo ?? '') - Date.parse(first?.validFrom ?? '')
    expect(Date.parse(first?.validTo ?? '') - Date.parse(health.certificate.next_at)).toBeGreaterThan(life / 3)
    const files = join(data('whole'), 'cloud', 'acme')
    await expect.poll(async () => (await readdir(files)).sort()).toEqual(['account.pem', 'certificate.json'])
    for (const file of await readdir(files)) expect((await stat(join(files, file))).mode & 0o777).toBe(0o600)
    expect((await stat(files)).mode & 0o777).toBe(0o700)
    const account = await readFile(join(files, 'account.pem'), 'utf8')

    await clouds.pop()?.stop()
    const again = await start({ dataFolder: data('whole') })
    expect((await servedBy(again))?.serialNumber).toBe(first?.serialNumber)
    clock = Date.parse(health.certificate.next_at) - dayMs
    await expect.poll(() => waitOf(again)).toBeCloseTo(24 * 60, 0)
    expect((await servedBy(again))?.serialNumber).toBe(first?.serialNumber)
    clock += 2 * dayMs
    await expect.poll(async () => (await servedBy(again))?.serialNumber).not.toBe(first?.serialNumber)
    expect((await servedBy(again))?.checkHost(name)).toBe(name)
    expect(createPrivateKey(await readFile(join(files, 'account.pem'), 'utf8')).export({ type: 'pkcs8', format: 'pem' })).toBe(
      account,
    )
    // The new certificate has a key of its own.
    expect((await servedBy(again))?.publicKey.equals(first?.publicKey ?? createPrivateKey(account))).toBe(false)
  })

  test('reads the challenge at the port of http where that is the one that it asks, whatever names the cloud knows', async () => {
    const cloud = await start({ dataFolder: data('one-port'), names: ['one-port.example.org'], httpPort: challengePort })
    await expect.poll(async () => (await servedBy(cloud))?.checkHost('one-port.example.org')).toBeDefined()
    expect((await fetch(`${cloud.url}/.well-known/acme-challenge/none`)).status).toBe(404)
    expect((await fetch(`${cloud.url}/.well-known/acme-challenge/..%2f..%2fhealthz`)).status).toBe(404)
  })

  test('refuses a name: the reason is in the log and in healthz, and the next try is later each time, over restarts too', async () => {
    const settings = { dataFolder: data('refused'), names: [refusedName] }
    const cloud = await start(settings)
    await expect.poll(() => faultOf(cloud)).toContain('rejectedIdentifier')
    expect(await healthOf(cloud)).toMatchObject({ ok: true, certificate: { until: null } })
    expect(await waitOf(cloud)).toBe(15)
    expect(await servedBy(cloud)).toBeUndefined()
    expect(failed().join('')).toContain(refusedName)

    await clouds.pop()?.stop()
    const again = await start(settings)
    clock += 14 * minuteMs
    expect(await waitOf(again)).toBe(1)
    for (const [failures, minutes] of [
      [2, 30],
      [3, 60],
    ]) {
      clock += (await waitOf(again)) * minuteMs
      await expect.poll(() => failed().length).toBe(failures)
      expect(await waitOf(again)).toBe(minutes)
    }
    await clouds.pop()?.stop()
    // Other names are tried at once.
    const mended = await start({ dataFolder: data('refused') })
    await expect.poll(async () => (await servedBy(mended))?.checkHost(name)).toBe(name)
  })

  test('does not believe what cannot be read at port 80 of the name', async () => {
    const cloud = await start({ dataFolder: data('unread'), names: ['other.example.org'], port: await freePort() })
    await expect.poll(() => faultOf(cloud)).toMatch(/^other\.example\.org: urn:ietf:params:acme:error:(connection|unauthorized)/)
  })

  test('a stop in the middle of an order is no failure', async () => {
    const cloud = await start({ dataFolder: data('stopped'), names: ['stopped.example.org'] })
    await expect.poll(async () => (await readdir(join(data('stopped'), 'cloud', 'acme'))).includes('attempt.json')).toBe(true)
    await cloud.stop()
    clouds.length = 0
    const again = await start({ dataFolder: data('stopped'), names: ['stopped.example.org'] })
    await expect.poll(async () => (await servedBy(again))?.checkHost('stopped.example.org')).toBeDefined()
  })
})

describe('a directory', () => {
  test.each([
    ['that is away', 'https://127.0.0.1:9/dir', /ECONNREFUSED/],
    ['that is none', '', /no ACME directory|self-signed|certificate/],
  ])('%s is told, and tried again later', async (title, directory, fault) => {
    const dataFolder = join(folder, title)
    const other = await startTestCloud({ tls: { kind: 'home' } })
    const cloud = await start({ dataFolder, directory: directory || `https://127.0.0.1:${other.httpsPort}/healthz` })
    await expect.poll(() => faultOf(cloud)).toMatch(fault)
    expect(await waitOf(cloud)).toBe(15)
    await other.stop()
  })
})

test('a challenge’s port in use is named with its setting', async () => {
  const other = await startTestCloud()
  await expect(start({ dataFolder: join(folder, 'in-use'), port: other.port })).rejects.toThrow(
    /set HOMEPORT_ACME_PORT to a free port/,
  )
  await other.stop()
})

describe('the settings', () => {
  const read = (env: Record<string, string>) => readCloudConfig({ HOMEPORT_TLS: 'acme', ...env })

  test('names are those of the setting, otherwise the public address’s', () => {
    expect(read({ HOMEPORT_PUBLIC_URL: 'https://Home.Example.org' }).tls).toEqual({
      kind: 'acme',
      names: ['home.example.org'],
      email: '',
      directory: 'https://acme-v02.api.letsencrypt.org/directory',
      roots: undefined,
      port: 80,
    })
    const { tls, names } = read({ HOMEPORT_ACME_NAMES: 'a.example.org, bücher.example', HOMEPORT_ACME_EMAIL: 'me@example.org' })
    expect(tls).toMatchObject({ names: ['a.example.org', 'xn--bcher-kva.example'], email: 'me@example.org' })
    expect(names).toContain('a.example.org')
  })

  test.each([
    [{}, /^HOMEPORT_ACME_NAMES is "": set it to .+\.$/],
    [{ HOMEPORT_PUBLIC_URL: 'http://192.168.1.4:8700' }, /^HOMEPORT_ACME_NAMES is "192\.168\.1\.4"/],
    [{ HOMEPORT_ACME_NAMES: '*.example.org' }, /^HOMEPORT_ACME_NAMES is/],
    [{ HOMEPORT_ACME_NAMES: 'nas' }, /^HOMEPORT_ACME_NAMES is/],
    [{ HOMEPORT_ACME_NAMES: 'a.org', HOMEPORT_ACME_DIRECTORY: 'http://ca.example/dir' }, /^HOMEPORT_ACME_DIRECTORY is not/],
    [{ HOMEPORT_ACME_NAMES: 'a.org', HOMEPORT_ACME_EMAIL: 'me' }, /^HOMEPORT_ACME_EMAIL is "me"/],
    [{ HOMEPORT_ACME_NAMES: 'a.org', HOMEPORT_ACME_ROOTS: '/none' }, /^HOMEPORT_ACME_ROOTS is "\/none"/],
    [{ HOMEPORT_ACME_NAMES: 'a.org', HOMEPORT_ACME_PORT: '8743' }, /^HOMEPORT_ACME_PORT is 8743, the port of https/],
    [{ HOMEPORT_ACME_NAMES: 'a.org', HOMEPORT_ACME_PORT: 'x' }, /^HOMEPORT_ACME_PORT is "x"/],
    [{ HOMEPORT_ACME_NAMES: 'a.org', MQTT_URL: 'mqtt://x', DATABASE_URL: 'postgres://x/y' }, /one cloud process/],
  ])('%j is refused in one sentence', (env, reason) => {
    expect(() => read(env)).toThrow(reason)
    expect(() => read(env)).toThrow(/^[^\n]+\.$/)
  })
})
