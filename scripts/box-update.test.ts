/** The whole way of an update on loopback: `npm start` runs a box, a served channel has a next version, and the box takes it, or comes back from it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { updateSet, updateStatus, UpdateStatus } from '@homeport/contract/update.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestCloud, type TestCloud } from '../station/src/testing/cloud.ts'
import { until } from '../testing/until.ts'
import { openTestFiles } from '../station/src/testing/file-server.ts'
import { freePort } from '../testing/free-port.ts'
import { openTestChannel, type TestChannel } from './next-version.ts'
import { servePackages, type PackageServer } from './package-server.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const content = { zh: '更安静\n更快', en: 'Calmer\nFaster' }
/** `npm run soak` goes on with a version that dies. */
const isSoak = process.env.SOAK === '1'
let folder: string
let cloud: TestCloud
let channel: TestChannel
let box: ChildProcess
let output = ''

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'homeport-update-'))
  cloud = await openTestCloud()
  channel = await openTestChannel(folder)
})
afterEach(async () => {
  const gone = new Promise((resolve) => box.once('exit', resolve))
  box.kill('SIGTERM')
  await gone
  await cloud.stop()
  await channel.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  const screenPort = await freePort()
  mkdirSync(path.join(folder, 'data'), { recursive: true })
  box = spawn(process.execPath, [path.join(root, 'scripts/start.mjs'), 'station'], {
    env: {
      PATH: process.env.PATH,
      HOMEPORT_DATA: path.join(folder, 'data'),
      HOMEPORT_CLOUD: cloud.url,
      HOMEPORT_PRIVATE_SOURCES: '1',
      HOMEPORT_SCREEN_PORT: String(screenPort),
      HOMEPORT_MDNS: '0',
      HOMEPORT_DLNA: '0',
      HOMEPORT_MPV: '0',
      // npm tries again what has a wrong sum.
      npm_config_fetch_retries: '0',
      ...channel.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  output = ''
  for (const stream of [box.stdout, box.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
}

const devsn = () => cloud.signs.at(-1)?.clientId ?? ''

/** In both realms, on a machine that has other work too. */
const hello = (count: number) =>
  until('the box says hello', () => cloud.received.filter(({ up }) => up.kind === 'hello').length >= 2 * count)

async function status(is_check = false): Promise<UpdateStatus> {
  return UpdateStatus.parse((await cloud.act(devsn(), updateStatus.name, { is_check })).data)
}

/** It passes the trial, and dies when it has the box. */
async function takeOneThatDies(): Promise<void> {
  await channel.publish('2.9.0', content, (tree) => {
    const main = path.join(tree, 'station/src/app/main.ts')
    writeFileSync(main, `${readFileSync(main, 'utf8')}\nif (!process.env.HOMEPORT_TRIAL) process.exit(1)\n`)
  })
  // the channel was read a moment ago: what is chosen is what it has now
  await until('it is offered', async () => (await status(true)).offer?.version === '2.9.0')
  await cloud.act(devsn(), updateSet.name, { when: 'now' })
  await hello(3)
  await until('it came back', async () => (await status()).went_back === '2.9.0')
  expect(await status()).toMatchObject({ version: '2.8.0', fault: 'no_start', step: 'idle' })
}

test('a box takes a signed version that starts, with its downloads going on; in npm run soak one that dies too, and comes back', async () => {
  const body = Buffer.alloc(3_000_000, 'a film ')
  const server = await openTestFiles({ '/film.mkv': { body } }, { bytesPerSecond: 300_000 })
  await channel.publish('2.8.0', content)
  await start()
  await hello(1)
  expect(await status(true)).toMatchObject({
    version: '2.7.0',
    off: '',
    offer: { version: '2.8.0', version_code: 20800, content_en: 'Calmer\nFaster' },
    fault: '',
  })
  await cloud.act(devsn(), 'start_task', { url: `${server.url}/film.mkv` })
  expect((await cloud.act(devsn(), updateSet.name, { when: 'now' })).data).toMatchObject({ when: 'now', step: 'download' })
  await hello(2)
  await until('it is proven', () => output.includes('Homeport runs version 2.8.0.'))
  expect(await status(true)).toMatchObject({ version: '2.8.0', version_code: 20800, offer: null, fault: '' })

  if (isSoak) await takeOneThatDies()
  server.hurry()
  const done = () => readFileSync(path.join(folder, 'data/downloads/film.mkv'), { flag: 'r' })
  await until('the download is whole', () => {
    try {
      return done().equals(body)
    } catch {
      return false
    }
  })
  await server.stop()
})

/** A version whose lockfile names a package that the running one does not have. */
async function publishWithPackages(version: string, extra: string, spoil?: true): Promise<PackageServer> {
  let server: PackageServer | undefined
  await channel.publish(version, content, async (tree) => {
    const main = path.join(tree, 'station/src/app/main.ts')
    // It does not start without it.
    writeFileSync(main, `import ${JSON.stringify(`${extra}/package.json`)} with { type: 'json' }\n${readFileSync(main, 'utf8')}`)
    server = await servePackages(tree, { root, workspaces: ['contract', 'station'], extra, ...(spoil && { spoil }) })
  })
  if (!server) throw new Error('nothing was published')
  return server
}

// Packs and installs a hundred packages.
test.skipIf(!isSoak)(
  'a version with other packages installs them by npm, each against its sum; one with a wrong sum is refused',
  async () => {
    const spoiled = await publishWithPackages('2.8.0', 'homeport-spoiled', true)
    await start()
    await hello(1)
    expect(await status(true)).toMatchObject({ version: '2.7.0', offer: { version: '2.8.0' } })
    await cloud.act(devsn(), updateSet.name, { when: 'now' })
    await until('it is refused', async () => (await status()).fault === 'no_parts')
    expect(await status()).toMatchObject({ version: '2.7.0', step: 'idle' })
    expect(spoiled.served).toContain('/node_modules_homeport-spoiled.tgz')
    await spoiled.stop()

    const server = await publishWithPackages('2.9.0', 'homeport-other')
    await until('it is offered', async () => (await status(true)).offer?.version === '2.9.0')
    await cloud.act(devsn(), updateSet.name, { when: 'now' })
    await hello(2)
    await until('it is proven', () => output.includes('Homeport runs version 2.9.0.'))
    expect(await status(true)).toMatchObject({ version: '2.9.0', offer: null, fault: '' })
    const installed = path.join(folder, 'data/versions/2.9.0/node_modules')
    expect(existsSync(path.join(installed, 'homeport-other/package.json'))).toBe(true)
    expect(server.served.length).toBeGreaterThan(20)
    await server.stop()
  },
  400_000,
)
