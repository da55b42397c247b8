/** `npm start` for a new user: its output, its error messages, and that it leaves no process running. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compileCache } from '../testing/compile-cache.ts'
import { until } from '../testing/until.ts'
import { freePort } from '../testing/free-port.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'homeport-start-'))
  await mkdir(compileCache.NODE_COMPILE_CACHE, { recursive: true })
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))

function start(env: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, ['scripts/start.mjs', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { child, output: () => text, exit }
}

async function freshEnv(further: Record<string, string> = {}): Promise<Record<string, string>> {
  const data = await mkdtemp(path.join(folder, 'data-'))
  // Code that one start has compiled serves the next one.
  await symlink(compileCache.NODE_COMPILE_CACHE, path.join(data, 'cache'))
  return {
    HOMEPORT_DATA: data,
    HOMEPORT_PORT: String(await freePort()),
    HOMEPORT_SCREEN_PORT: String(await freePort()),
    HOMEPORT_MDNS: '0',
    HOMEPORT_DLNA: '0',
    HOMEPORT_MPV: '0',
    HOMEPORT_TLS: 'off',
    ...further,
  }
}

describe('a start with settings that are empty, which are unset', () => {
  let env: Record<string, string> = {}
  let running: ReturnType<typeof start>
  let asked: Promise<string>
  const pair = async () => {
    const asking = spawn(process.execPath, ['scripts/pair.mjs'], { cwd: root, env: { ...process.env, ...env } })
    const [answer] = await Promise.all([text(asking.stdout), once(asking, 'exit')])
    return answer
  }

  beforeAll(async () => {
    env = await freshEnv({
      HOMEPORT_TLS: '',
      HOMEPORT_TLS_PORT: String(await freePort()),
      HOMEPORT_PUBLIC_URL: '',
      DATABASE_URL: '',
      MQTT_URL: '',
      ARIA2: '',
    })
    // Before the box is there.
    asked = pair()
    running = start(env)
  })
  afterAll(async () => {
    running.child.kill('SIGTERM')
    await running.exit
  })

  test('prints the address, a QR, the serial and the pairing code, and has https beside http', async () => {
    const { output } = running
    await until('the pairing code is printed', () => /[0-9A-Z]{4}[ -][0-9A-Z]{4}/.test(output()))
    expect(output()).toContain(`:${env.HOMEPORT_PORT}`)
    expect(output()).toContain(`and over https on port ${env.HOMEPORT_TLS_PORT}`)
    expect(output()).toMatch(/[A-Z2-7]{16}/)
    expect(output()).toMatch(/[█▀▄]{5}/)
    expect((await fetch(`http://127.0.0.1:${env.HOMEPORT_PORT}/healthz`)).status).toBe(200)
    expect(await (await fetch(`http://127.0.0.1:${env.HOMEPORT_PORT}/`)).text()).toContain('<div id="root"')
    const keyMode = (await stat(path.join(env.HOMEPORT_DATA ?? '', 'station/key.pem'))).mode & 0o777
    expect(keyMode).toBe(0o600)
  })

  test('npm run pair waits for a box that is starting and prints its serial and code as JSON', async () => {
    let answer = await asked
    // On a slow machine the box starts for longer than the 15 s that one call waits.
    await until('it answers', async () => (answer ||= await pair()) !== '')
    expect(JSON.parse(answer)).toEqual({
      devsn: expect.stringMatching(/^[A-Z2-7]{16}$/),
      code: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
    })
  })

  test('a program that dies is started again', async () => {
    const { child, output } = running
    const [station] = await processesNaming('station/src/app/main.ts', child.pid)
    process.kill(station ?? 0, 'SIGKILL')
    await until('it says so', () => output().includes('station ended unexpectedly'))
    await until('the box is back', async () => (await pair()) !== '')
  })

  test('Ctrl-C stops all of it', async () => {
    running.child.kill('SIGINT')
    expect(await running.exit).toBe(0)
    await expect(fetch(`http://127.0.0.1:${env.HOMEPORT_PORT}/healthz`)).rejects.toThrow()
    expect(await processesNaming(env.HOMEPORT_DATA ?? '')).toEqual([])
  })
})

test('a port in use is one sentence with the remedy', async () => {
  const taken = net.createServer().listen(0, '0.0.0.0')
  await new Promise((resolve) => taken.once('listening', resolve))
  const address = taken.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const { output, exit } = start({ ...(await freshEnv()), HOMEPORT_PORT: String(port) })
  expect(await exit).toBe(1)
  taken.close()
  expect(output()).toMatch(new RegExp(`^.*${port}.*HOMEPORT_PORT.*$`, 'm'))
  expect(output()).not.toContain('    at ')
})

// cloud/src/app/config.test.ts has the sentences of all settings.
test('a wrong setting is named in one sentence', async () => {
  const { output, exit } = start({ ...(await freshEnv()), MQTT_URL: 'mqtt://127.0.0.1:1883' })
  expect(await exit).toBe(1)
  expect(
    output()
      .split('\n')
      .filter((line) => line.includes('MQTT_URL')),
  ).toHaveLength(1)
  expect(output()).not.toContain('    at ')
})

test('a data folder that cannot be written is one sentence with the remedy', async () => {
  const file = path.join(folder, 'a-file')
  await writeFile(file, '')
  const { output, exit } = start({ ...(await freshEnv()), HOMEPORT_DATA: path.join(file, 'data') })
  expect(await exit).toBe(1)
  expect(output()).toMatch(/HOMEPORT_DATA/)
  expect(output()).not.toContain('    at ')
})

test('a downloads folder that cannot be written is one sentence, and the rest runs', async () => {
  const file = path.join(folder, 'b-file')
  await writeFile(file, '')
  const env = await freshEnv()
  const { child, output, exit } = start({ ...env, HOMEPORT_DOWNLOADS: path.join(file, 'films') })
  await until('the sentence is printed', () => output().includes('HOMEPORT_DOWNLOADS'))
  await until('the cloud serves', async () => (await fetch(`http://127.0.0.1:${env.HOMEPORT_PORT}/healthz`)).ok)
  child.kill('SIGTERM')
  await exit
  expect(output()).not.toContain('    at ')
})

/** Ids of running processes whose command line or environment contains the text. */
async function processesNaming(text: string, parent?: number): Promise<number[]> {
  const results: number[] = []
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
    const status = await readFile(`/proc/${name}/status`, 'utf8').catch(() => '')
    if (line.includes(text) && (parent === undefined || status.includes(`PPid:\t${parent}\n`))) results.push(Number(name))
  }
  return results
}
