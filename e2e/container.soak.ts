/**
 * Soak test: the image of the Containerfile, built from a bare Debian, runs a box with its data under two versions, as another user, and after kill -9.
 * CONTAINER_BASE: the image that it is built on, as `podman images` names it; without it the one of the Containerfile.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { login, register } from '@homeport/contract/account.ts'
import { bindDevice } from '@homeport/contract/device.ts'
import { startTask } from '@homeport/contract/download/download.ts'
import { freePort } from '../testing/free-port.ts'
import { until } from '../testing/until.ts'
import { askAs, type App } from './parts/app.ts'
import { storyPassword } from './parts/story.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)
const podman = async (...args: string[]) => (await run('podman', args, { maxBuffer: 64_000_000 })).stdout.trim()
const isHere = await podman('info').then(
  () => true,
  () => false,
)
const image = 'homeport-soak'
const user = 4021
const name = 'harbour keeper'

describe.skipIf(!isHere)(`Homeport in a container${isHere ? '' : ' (skipped: no podman)'}`, () => {
  let folder = ''
  let app: App = { address: '', lang: 'en' }
  const ports = { HOMEPORT_PORT: 0, HOMEPORT_SCREEN_PORT: 0, HOMEPORT_TLS_PORT: 0 }

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'homeport-container-'))
    await chmod(folder, 0o755)
    for (const volume of ['data', 'downloads', 'films', 'next']) await mkdir(path.join(folder, volume))
    const base = process.env.CONTAINER_BASE
    await podman(
      'build',
      '--format',
      'docker',
      '--network=host',
      ...(base ? ['--build-arg', `BASE=${base}`] : []),
      '-t',
      image,
      root,
    )
    const next = `FROM localhost/${image}\nRUN sed -i 's/"version": "[^"]*"/"version": "99.0.0"/' package.json\n`
    await writeFile(path.join(folder, 'next', 'Containerfile'), next)
    await podman('build', '--format', 'docker', '-t', `${image}:next`, path.join(folder, 'next'))
    for (const key of Object.keys(ports) as (keyof typeof ports)[]) ports[key] = await freePort()
    app = { address: `http://127.0.0.1:${ports.HOMEPORT_PORT}`, lang: 'en' }
  }, 1_800_000)
  afterAll(async () => {
    await podman('rm', '-f', '-i', image)
    await podman('rmi', '-f', `${image}:next`)
    await rm(folder, { recursive: true, force: true })
  })

  async function start(tag: string, settings: Record<string, string> = {}): Promise<void> {
    await podman('rm', '-f', '-i', image)
    const env = {
      ...ports,
      HOMEPORT_MDNS: '0',
      HOMEPORT_PRIVATE_SOURCES: '1',
      PUID: String(user),
      PGID: String(user),
      ...settings,
    }
    await podman(
      'run',
      '-d',
      '--network=host',
      `--name=${image}`,
      ...['data', 'downloads', 'films'].flatMap((volume) => ['-v', `${path.join(folder, volume)}:/${volume}`]),
      ...Object.entries(env).flatMap(([key, value]) => ['-e', `${key}=${value}`]),
      `${image}:${tag}`,
    )
  }

  const isHealthy = () =>
    podman('healthcheck', 'run', image).then(
      () => true,
      () => false,
    )

  async function signIn(): Promise<App> {
    const { token } = await askAs(app, login, { username: name, password: storyPassword, agreed: 1 })
    return { ...app, token }
  }

  test('a first start is healthy, belongs to PUID alone, and has its box and its programs', async () => {
    await start('latest')
    await until('it is healthy', isHealthy)
    const { token } = await askAs(app, register, { username: name, password: storyPassword, agreed: 1 })
    const paired: unknown = JSON.parse(
      await podman('exec', '-u', String(user), image, 'node', '--run', 'pair').then((text) => text.slice(text.indexOf('{'))),
    )
    expect(paired).toMatchObject({ code: expect.any(String) as string })
    const { code } = paired as { code: string }
    const { devsn } = await askAs({ ...app, token }, bindDevice, { devsn: '', code })
    const served = createServer((_, response) => response.end('a film')).listen(0, '127.0.0.1')
    await once(served, 'listening')
    const { port } = served.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/film.mkv`
    expect((await askAs.act({ ...app, token }, startTask, { devsn, data: { url } })).code).toBe(200)
    await until('the download is there', async () => (await readdir(path.join(folder, 'downloads'))).includes('film.mkv'))
    served.close()
    for (const file of ['data', 'data/cloud', 'data/station', 'downloads/film.mkv'])
      expect((await stat(path.join(folder, file))).uid, file).toBe(user)
    const owners = (await podman('top', image, 'huser', 'comm')).split('\n').slice(1)
    for (const line of owners.filter((line) => !line.startsWith('?') && !line.includes('tini')))
      expect(line).toMatch(new RegExp(`^${user}\\b`))
    expect(owners.some((line) => line.includes('aria2'))).toBe(true)
  })

  test('another version has the data of the one before, and the way back too; a stop is polite', async () => {
    for (const [tag, version] of [
      ['next', '99.0.0'],
      ['latest', /^2[.]/],
    ] as const) {
      await podman('stop', '-t', '15', image)
      expect(await podman('inspect', '-f', '{{.State.ExitCode}}', image)).toBe('0')
      await start(tag)
      await until('it is healthy', isHealthy)
      const shown = await podman('exec', image, 'node', '-p', "require('./package.json').version")
      if (typeof version === 'string') expect(shown).toBe(version)
      else expect(shown).toMatch(version)
      expect(await signIn()).toMatchObject({ token: expect.any(String) as string })
    }
  })

  test('kill -9 loses nothing', async () => {
    await podman('kill', '-s', 'KILL', image)
    await podman('start', image)
    await until('it is healthy', isHealthy)
    expect(await signIn()).toMatchObject({ token: expect.any(String) as string })
  })

  test('a PUID that is none ends it with one sentence', async () => {
    await start('latest', { PUID: 'me' })
    await until('it has ended', async () => (await podman('inspect', '-f', '{{.State.Status}}', image)) === 'exited')
    expect(await podman('inspect', '-f', '{{.State.ExitCode}}', image)).toBe('2')
  })
})
