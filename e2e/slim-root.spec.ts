/** A machine without aria2's libraries, as a minimal chroot: one sentence with the remedy, and plain http downloads still work. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { copyFile, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '@homeport/contract/account.ts'
import { bindDevice } from '@homeport/contract/device.ts'
import { listTasks, startTask } from '@homeport/contract/download/download.ts'
import { askAs } from './parts/app.ts'
import { end } from './parts/seed.ts'
import { until } from '../testing/until.ts'
import { freePort } from '../testing/free-port.ts'
import { openFileServer } from './world.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const canChroot = process.platform === 'linux' && process.getuid?.() === 0 && spawnSync('chroot', ['--version']).status === 0

let slim = ''
const children: ChildProcess[] = []

beforeAll(async () => {
  if (!canChroot) return
  await mkdir(path.join(root, '.cache'), { recursive: true })
  slim = await mkdtemp(path.join(root, '.cache/slim-'))
  for (const folder of ['dev', 'tmp', 'etc', 'proc', 'data', 'homeport']) await mkdir(path.join(slim, folder))
  await writeFile(path.join(slim, 'etc/hosts'), '127.0.0.1 localhost\n')
  await copyFile(process.execPath, path.join(slim, 'node'))
  // Only the libraries that Node and its add-ons are linked to, and the dynamic loader.
  const addons: string[] = []
  for await (const addon of glob('node_modules/@node-rs/argon2-*/*.node', { cwd: root })) addons.push(addon)
  const linked = spawnSync('ldd', [process.execPath, ...addons], { cwd: root, encoding: 'utf8' }).stdout.matchAll(
    /(?<==> |\s)(\/\S+\.so\S*) \(/g,
  )
  for (const [, library = ''] of linked) {
    await mkdir(path.join(slim, path.dirname(library)), { recursive: true })
    await copyFile(library, path.join(slim, library))
  }
  for (const part of ['contract', 'cloud', 'station', 'node_modules', 'package.json']) {
    const copied = spawnSync('cp', ['-al', path.join(root, part), path.join(slim, 'homeport', part)], { encoding: 'utf8' })
    if (copied.status !== 0) throw new Error(copied.stderr)
  }
})

afterAll(async () => {
  await Promise.all(children.map(end))
  if (slim) await rm(slim, { recursive: true, force: true, maxRetries: 5 })
})

test.skipIf(!canChroot)(
  `without an engine the box says so once and fetches plain links itself${canChroot ? '' : ' (skipped: a slim root needs Linux and root)'}`,
  async () => {
    const port = await freePort()
    const env = {
      HOMEPORT_DATA: '/data',
      HOMEPORT_PORT: String(port),
      HOMEPORT_SCREEN_PORT: String(await freePort()),
      HOMEPORT_MDNS: '0',
      HOMEPORT_DLNA: '0',
      HOMEPORT_MPV: '0',
      HOMEPORT_PRIVATE_SOURCES: '1',
      NODE_NO_WARNINGS: '1',
    }
    const cloud = inside('cloud', env)
    await until('the cloud serves', async () => {
      if (cloud.child.exitCode !== null) throw new Error(cloud.said())
      return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok
    })
    const station = inside('station', env)
    await until('the sentence is printed', () => station.said().includes('apt install aria2'))
    expect(station.said().match(/apt install aria2/g)).toHaveLength(1)

    await until('the code is printed', () => /[0-9A-Z]{4}[ -][0-9A-Z]{4}/.test(station.said()))
    const code = /\b([0-9A-HJKMNP-TV-Z]{4})[ -]([0-9A-HJKMNP-TV-Z]{4})\b/.exec(station.said())
    const address = `http://127.0.0.1:${port}`
    const { token } = await askAs({ address, lang: 'en' }, register, {
      username: 'slim-owner',
      password: 'a long slim phrase',
      agreed: 1,
    })
    const phone = { address, lang: 'en', token } as const
    const device = await askAs(phone, bindDevice, { code: `${code?.[1]}${code?.[2]}` })

    const body = randomBytes(1_000_000)
    const files = await openFileServer({ '/film.bin': body })
    const started = await askAs.act(phone, startTask, { devsn: device.devsn, data: { url: `${files.address}/film.bin` } })
    expect(started.code).toBe(200)
    const magnet = await askAs.act(phone, startTask, {
      devsn: device.devsn,
      data: { url: `magnet:?xt=urn:btih:${'a'.repeat(40)}` },
    })
    expect(magnet).toMatchObject({ code: 1002, data: { reason: 'no_engine' } })
    await until(
      'the file is done',
      async () => (await askAs(phone, listTasks, { devid: device.devid })).data[0]?.is_done === true,
    )
    const fetched = await readFile(path.join(slim, 'data/downloads/film.bin'))
    expect(createHash('sha256').update(fetched).digest('hex')).toBe(createHash('sha256').update(body).digest('hex'))
    await files.stop()
  },
)

function inside(program: 'cloud' | 'station', env: Record<string, string>) {
  // The PATH is used to find chroot itself; inside it leads to nothing.
  const child = spawn('chroot', [slim, '/node', `/homeport/${program}/src/app/main.ts`], {
    env: { ...env, PATH: process.env.PATH },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return { child, said: () => text }
}
