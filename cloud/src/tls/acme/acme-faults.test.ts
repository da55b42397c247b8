/** The mistakes that a CA can make, and Homeport's answer to each: by a server that speaks just enough of ACME. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { silent } from '../../kit/log.ts'
import { openAcme } from './acme.ts'
import { createChallenges } from './challenges.ts'
import { openHomeCa } from '../home-ca.ts'
import type { CertificateSource } from '../certificate-source.ts'

const minuteMs = 60_000
const badNonce = { type: 'urn:ietf:params:acme:error:badNonce' }
type Answer = { status?: number; headers?: Record<string, string>; body?: unknown }

let home: string
let folder: string
let roots: string
let server: Server
let origin: string
let clock: number
let source: CertificateSource | undefined
/** By path; a path without one is answered with {status: 'valid'}. */
const answers = new Map<string, Answer>()
const requests: string[] = []
/** So many signed requests are refused for their nonce. */
let refusedNonces = 0

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'homeport-acme-faults-'))
  const names = { dns: ['localhost'], ip: ['127.0.0.1'] }
  const ca = await openHomeCa({ folder: join(home, 'ca'), hostname: 'ca', names: () => names, now: Date.now, log: silent })
  roots = ca.ca?.pem ?? ''
  server = createServer({ ...(await ca.read()) }, (request, response) => {
    const path = request.url ?? ''
    requests.push(`${request.method} ${path}`)
    const isRefused = request.method === 'POST' && refusedNonces > 0
    if (isRefused) refusedNonces -= 1
    const answer = isRefused ? { status: 400, body: badNonce } : answers.get(path)
    const { status = 200, headers = {}, body = { status: 'valid' } }: Answer = answer ?? {}
    response.writeHead(status, { 'Replay-Nonce': 'bm9uY2U', Location: `${origin}/account/1`, ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up))
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  origin = `https://127.0.0.1:${port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((down) => server.close(down))
  await rm(home, { recursive: true })
})
beforeEach(async () => {
  folder = await mkdtemp(join(home, 'data-'))
  clock = Date.UTC(2026, 10, 23)
  requests.length = 0
  refusedNonces = 0
  answers.clear()
  answers.set('/dir', {
    body: { newNonce: `${origin}/nonce`, newAccount: `${origin}/account`, newOrder: `${origin}/order` },
  })
})
afterEach(() => source?.stop?.())

async function start(): Promise<CertificateSource> {
  source = await openAcme({
    names: ['home.example.org'],
    email: '',
    directory: `${origin}/dir`,
    roots,
    folder,
    challenges: createChallenges(),
    now: () => clock,
    log: silent,
  })
  source.start?.()
  return source
}

/** After the next try: why it failed, and in how many minutes the next one is. */
async function failure(started: CertificateSource): Promise<{ fault: string; minutes: number }> {
  await started.read()
  await expect.poll(() => started.state?.().fault).not.toBe('')
  const { fault = '', next_at = '' } = started.state?.() ?? {}
  return { fault, minutes: (Date.parse(next_at) - clock) / minuteMs }
}

test.each<[string, string, Answer, RegExp]>([
  ['an error without words', '/account', { status: 500, body: '<html>' }, /^HTTP 500$/],
  ['a directory without its addresses', '/dir', { body: { newNonce: '' } }, /no ACME directory/],
  ['an account that is none', '/account', { status: 201, body: 'nonsense' }, /no ACME/],
  ['an account that was closed', '/account', { body: { status: 'deactivated' } }, /account is deactivated/],
  ['an order without its parts', '/order', { status: 201, body: { status: 'pending' } }, /no ACME/],
  ['nonces that are all bad', '/order', { status: 400, body: badNonce }, /badNonce/],
  ['a response of two megabytes', '/order', { body: 'x'.repeat(2_000_000) }, /too large/],
  [
    'P34: an address of another host',
    '/order',
    { status: 201, body: { status: 'pending', authorizations: ['http://127.0.0.1:9/authz'], finalize: '' } },
    /another host/,
  ],
  [
    'P34: a directory of another host',
    '/dir',
    { body: { newNonce: 'https://169.254.169.254/', newAccount: 'https://169.254.169.254/', newOrder: '' } },
    /another host/,
  ],
  ['P34: a redirect', '/dir', { status: 302, headers: { Location: 'https://127.0.0.1:9/' }, body: '' }, /^HTTP 302/],
])('%s is told and tried again in a quarter of an hour', async (...[, path, answer, fault]) => {
  answers.set(path, answer)
  const failed = await failure(await start())
  expect(failed.fault).toMatch(fault)
  expect(failed.minutes).toBe(15)
})

test('a request whose nonce is refused is made again, with another one', async () => {
  refusedNonces = 7
  answers.set('/order', { status: 500, body: '' })
  expect(await failure(await start())).toMatchObject({ fault: 'HTTP 500' })
  expect(requests.filter((one) => one === 'POST /account')).toHaveLength(8)
})

test('a CA that asks to be left alone is, also over a restart', async () => {
  const body = { type: 'urn:ietf:params:acme:error:rateLimited', detail: 'too many certificates' }
  answers.set('/order', { status: 429, headers: { 'Retry-After': '7200' }, body })
  expect(await failure(await start())).toMatchObject({ fault: expect.stringContaining('too many certificates'), minutes: 120 })
  await source?.stop?.()
  requests.length = 0
  const again = await start()
  clock += 119 * minuteMs
  await again.read()
  await again.stop?.()
  expect(requests).toEqual([])
  clock += minuteMs
  await failure(await start())
  expect(requests).toContain('POST /order')
})

test('a process that died in the middle of an order does not order at its next start', async () => {
  answers.set('/order', { status: 500 })
  await failure(await start())
  await source?.stop?.()
  // As it is written before an order begins.
  const path = join(folder, 'attempt.json')
  await writeFile(
    path,
    JSON.stringify({ ...JSON.parse(await readFile(path, 'utf8')), at: clock - minuteMs, fault: 'it did not come to its end' }),
  )
  requests.length = 0
  const again = await start()
  await again.read()
  expect(again.state?.()).toMatchObject({ fault: 'it did not come to its end', until: null })
  await again.stop?.()
  expect(requests).toEqual([])
})

test('a clock that ran ahead and was set right delays nothing', async () => {
  answers.set('/order', { status: 500 })
  clock += 3_650 * 24 * 60 * minuteMs
  await failure(await start())
  await source?.stop?.()
  clock -= 3_650 * 24 * 60 * minuteMs
  requests.length = 0
  await failure(await start())
  await source?.stop?.()
  expect(requests).toContain('POST /order')
})

test.each(['certificate.json', 'attempt.json'])('a damaged %s counts as none', async (name) => {
  await writeFile(join(folder, name), '{"of": 1')
  answers.set('/order', { status: 500 })
  expect((await failure(await start())).minutes).toBe(15)
})

test('a damaged account key is told in one sentence, and not replaced', async () => {
  await writeFile(join(folder, 'account.pem'), 'nonsense')
  await expect(start()).rejects.toThrow(/^HOMEPORT_TLS: .*account\.pem cannot be used \(.+\): .+\.$/)
  expect(await readFile(join(folder, 'account.pem'), 'utf8')).toBe('nonsense')
  expect(await readdir(folder)).toEqual(['account.pem'])
})
