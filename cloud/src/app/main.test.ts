import { Code } from '@homeport/contract/kit/codes.ts'
import { langs } from '@homeport/contract/kit/operation.ts'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSteps } from '../kit/db/migrate.ts'
import { copySqlite, stepsFolder } from '../testing/template.ts'
import { compileCache } from '../../../testing/compile-cache.ts'

const main = fileURLToPath(new URL('./main.ts', import.meta.url))
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'homeport-main-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Ended = { code: number | null; out: string; err: string }

/** Runs the process; `onOut` receives its output and may end it. */
function run(
  env: Record<string, string>,
  onOut: (out: string, kill: (signal: NodeJS.Signals) => void) => void = () => {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [main], {
      env: { ...compileCache, PATH: '/usr/bin:/bin', HOMEPORT_DATA: folder, HOMEPORT_PORT: '0', HOMEPORT_LOG: 'error', ...env },
    })
    const ended: Ended = { code: null, out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => {
      ended.out += chunk.toString()
      onOut(ended.out, (signal) => child.kill(signal))
    })
    child.stderr.on('data', (chunk: Buffer) => (ended.err += chunk.toString()))
    child.on('close', (code) => resolve({ ...ended, code }))
  })
}

test('it starts, keeps its data to its owner, and stops on SIGTERM', async () => {
  const ended = await run({}, (out, kill) => out.includes('serves on port') && kill('SIGTERM'))
  expect(ended).toMatchObject({ code: 0, err: '' })
  expect(await readdir(join(folder, 'cloud'))).toEqual(expect.arrayContaining(['en.db', 'zh.db']))
  expect((await stat(join(folder, 'cloud'))).mode & 0o077).toBe(0)
  for (const name of ['en.db', 'zh.db']) expect((await stat(join(folder, 'cloud', name))).mode & 0o077, name).toBe(0)
})

test('a second cloud on the same folder does not start, whatever its port, and says why; after a kill of the first one it does', async () => {
  let second: Promise<Ended> | undefined
  await run({}, (out, kill) => {
    if (!out.includes('serves on port') || second) return
    second = run({}, (started, end) => started.includes('serves on port') && end('SIGTERM'))
    void second.then(() => kill('SIGKILL'))
  })
  expect(await second).toMatchObject({
    code: 2,
    err: `A cloud already runs on this folder (${join(folder, 'cloud', 'cloud.sock')} answers); stop it first, or set HOMEPORT_DATA to another folder.\n`,
  })
  const third = await run({}, (out, kill) => out.includes('serves on port') && kill('SIGTERM'))
  expect(third).toMatchObject({ code: 0, err: '' })
})

test.each([
  ['a folder in place of its database', 'cloud/zh.db', 'is a folder, and has to be a file: move it away.'],
  ['a folder in place of its lock', 'cloud/cloud.sock', 'is a folder, and has to be a socket: move it away.'],
  ['what an interrupted restore left', 'restoring-x', 'empty the folder and run npm run restore again.'],
])('%s is told in one sentence', async (_, path, sentence) => {
  await mkdir(join(folder, path), { recursive: true })
  const { code, err } = await run({})
  expect([code, err.trim().split('\n').length, err.trim().endsWith(sentence)]).toEqual([2, 1, true])
  expect(err).toContain(join(folder, path).split('/').at(-1))
})

test('P49: what nobody caught is logged whole and counted, and the cloud goes on', async () => {
  const faults = new URL('../../../testing/uncaught-faults.mjs', import.meta.url).href
  const child = spawn(process.execPath, ['--import', faults, main], {
    env: { ...compileCache, PATH: '/usr/bin:/bin', HOMEPORT_DATA: folder, HOMEPORT_PORT: '0', HOMEPORT_LOG: 'error' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const port = () => /serves on port (\d+)/.exec(output)?.[1]
  await expect.poll(port, { timeout: 60_000 }).toBeDefined()
  const read = async (path: string) => (await fetch(`http://127.0.0.1:${port()}${path}`)).text()
  expect(await read('/metrics')).toContain('uncaught_faults_total 0')
  child.kill('SIGUSR2')
  await expect.poll(() => read('/metrics')).toContain('uncaught_faults_total 2')
  for (const message of ['a rejection that nobody awaits', 'a throw in a listener'])
    expect(output).toMatch(new RegExp(`${message}.*uncaught-faults.mjs`))
  expect((await fetch(`http://127.0.0.1:${port()}/healthz`)).status).toBe(200)
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test.each([
  ['of zeros', () => Buffer.alloc(40_000)],
  ['of random bytes', () => randomBytes(40_000)],
  ['with random pages', (file: Buffer) => Buffer.concat([file.subarray(0, 4_096), randomBytes(file.length - 4_096)])],
  ['that is cut', (file: Buffer) => file.subarray(0, 9_000)],
])('a database %s is called damaged, with the ways out', async (_, damage) => {
  for (const lang of langs) await copySqlite(join(folder, 'cloud', `${lang}.db`))
  const path = join(folder, 'cloud', 'en.db')
  await writeFile(path, damage(await readFile(path)))
  const ended = await run({})
  expect(ended.code).toBe(2)
  expect(ended.err).toMatch(/^The database .+en\.db is damaged \(.+\): .*backup.+npm run repair\.\n$/)
})

test('a port in use is one sentence with the remedy', async () => {
  const other = createServer().listen(0, '0.0.0.0')
  await new Promise((ready) => other.once('listening', ready))
  const address = other.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const ended = await run({ HOMEPORT_PORT: String(port) })
  other.close()
  expect(ended).toMatchObject({
    code: 2,
    out: '',
    err: `Port ${port} is in use by another program: stop that, or set HOMEPORT_PORT to a free port.\n`,
  })
})

test('a folder that cannot be written is one sentence with the remedy', async () => {
  await writeFile(join(folder, 'file'), '')
  const ended = await run({ HOMEPORT_DATA: join(folder, 'file', 'data') })
  expect(ended.code).toBe(2)
  expect(ended.err).toMatch(/^The data folder .+ cannot be written \(ENOTDIR\).+HOMEPORT_DATA.+\.\n$/)
})

test('a wrong setting is one sentence with the remedy', async () => {
  expect(await run({ HOMEPORT_PORT: 'eight' })).toMatchObject({
    code: 2,
    err: 'HOMEPORT_PORT is "eight": set it to a port number from 0 to 65535, or unset it for 8700.\n',
  })
})

test('a wrong mail server is one sentence that hides its password', async () => {
  const ended = await run({ SMTP_URL: 'smtp://someone:topsecret@mail.example.org?form=a@example.org' })
  expect(ended.code).toBe(2)
  expect(ended.err).toMatch(/^SMTP_URL .+ from= .+\.\n$/)
  expect(ended.err).not.toContain('topsecret')
})

test('a database that does not answer is one sentence that hides its password', async () => {
  const ended = await run({ DATABASE_URL: 'postgres://someone:topsecret@127.0.0.1:1/none' })
  expect(ended.code).toBe(2)
  expect(ended.err).toMatch(/^PostgreSQL at DATABASE_URL does not answer \(ECONNREFUSED\).+\.\n$/)
  expect(ended.err).not.toContain('topsecret')
})

test('two processes that start at once on fresh data bring the schema up once', async () => {
  const stop = (out: string, kill: (signal: NodeJS.Signals) => void) => out.includes('serves on port') && kill('SIGTERM')
  const ends = await Promise.all([run({}, stop), run({}, stop)])
  expect(ends.map(({ code }) => code)).toContain(0)
  // The other one found the folder taken, unless it came after the first one's end.
  for (const { code, err } of ends) expect([0, err === '' ? 0 : 2]).toContain(code)
  for (const { err } of ends) expect(err).toMatch(/^(A cloud already runs on this folder .+)?$/s)
  const { DatabaseSync } = await import('node:sqlite')
  const file = new DatabaseSync(join(folder, 'cloud', 'en.db'), { readOnly: true })
  expect(
    file
      .prepare('select name from schema_step order by name')
      .all()
      .map(({ name }) => name),
  ).toEqual((await readSteps(stepsFolder)).map(({ name }) => name))
  file.close()
})

test('P37: what was answered before a kill -9 is there afterwards', async () => {
  let token = ''
  await run({}, (out, kill) => {
    const port = /serves on port (\d+)/.exec(out)?.[1]
    if (!port) return
    void post(port, '/en/forum/user/account/register', { body: 'username=survivor&password=a-long-secret&agreed=1' }).then(
      (answer) => {
        token = answer.data.token
        kill('SIGKILL')
      },
    )
  })
  expect(token).not.toBe('')
  let after: unknown
  await run({}, (out, kill) => {
    const port = /serves on port (\d+)/.exec(out)?.[1]
    if (!port) return
    void post(port, '/en/forum/user/account/profile', { headers: { Token: token } }).then((answer) => {
      after = answer
      kill('SIGTERM')
    })
  })
  expect(after).toMatchObject({ code: Code.ok, data: { username: 'survivor' } })
})

async function post(
  port: string,
  path: string,
  { body = '', headers = {} }: { body?: string; headers?: Record<string, string> },
) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { Source: 'app', 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })
  return response.json()
}
