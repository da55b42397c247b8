/** Films and files of a box through the cloud: real sockets and the real cloud; the box is a server of the test's own behind a real tunnel. */
import { IncomingMessage, request as httpRequest, ServerResponse, type RequestListener } from 'node:http'
import { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { logout } from '@homeport/contract/account.ts'
import { awayPass, bindDevice, listDevices, unbindDevice } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { later, type Later } from '@homeport/contract/kit/later.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer, type RawData } from 'ws'
import { until } from '../../../testing/until.ts'
import { readCloudConfig } from '../app/config.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { connectTunnel, TunnelBox, tunnelToken } from '../testing/tunnel-box.ts'
import { newKey } from '../testing/box.ts'
import { createAwayProxy } from './away-proxy.ts'
import { maxStreams } from './stream-slots.ts'
import { opensWithinMs } from './tunnels.ts'

/** The caller is not in the box's house. */
const far = { 'X-Forwarded-For': '203.0.113.9' }
const trustedProxies = ['127.0.0.1', '::1', '::ffff:127.0.0.1']
const relay = { streamKbit: 400_000, boxKbit: 800_000, path: '/tunnel' }

let cloud: Awaited<ReturnType<typeof startTestCloud>>
let box: TunnelBox
let ada: { token: string; user_id: string }
let answers: RequestListener
let aheadMs: number
/** They run where a box has opened no tunnel in time. */
let tunnelWaits: (() => void)[]
/** All else runs by the real clock. */
const waitsForTunnel: Later = (ms, run) => {
  if (ms !== opensWithinMs) return later(ms, run)
  tunnelWaits.push(run)
  return () => void (tunnelWaits = tunnelWaits.filter((one) => one !== run))
}

beforeEach(async () => {
  aheadMs = 0
  tunnelWaits = []
  cloud = await startTestCloud({ relay, trustedProxies }, { now: () => Date.now() + aheadMs, later: waitsForTunnel })
  answers = (_, response) => void response.writeHead(404).end()
  box = new TunnelBox(cloud.url, (request, response) => answers(request, response)).listen()
  await box.start()
  ada = await cloud.signUp('ada')
  await bind(ada)
})
afterEach(async () => {
  await box.stop()
  await cloud.stop()
})

async function bind(person: { token: string }): Promise<void> {
  expect(await cloud.ask(bindDevice, { devsn: box.devsn, code: box.code }, person)).toMatchObject({ code: Code.ok })
}

type Answered = { status: number; headers: IncomingMessage['headers']; message: IncomingMessage }

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(cloud.url + path, { method, headers, agent: false }, (message) =>
      resolve({ status: message.statusCode ?? 0, headers: message.headers, message }),
    )
    request.on('error', reject).end()
  })
}

const textOf = (data: RawData) => (Buffer.isBuffer(data) ? data.toString() : '')

const passFor = ({ token }: { token: string }, devsn = box.devsn, headers: Record<string, string> = far) =>
  cloud.ask(awayPass, { devsn }, { token, headers })
const passOf = async (person = ada) => {
  const { code, data } = await passFor(person)
  expect(code).toBe(Code.ok)
  return new URL(data.address).pathname
}
const cookieFrom = ({ headers }: Answered) => headers['set-cookie']?.[0]?.split(';')[0] ?? ''
const enter = async (person = ada) => cookieFrom(await get(await passOf(person)))
const at = (path: string) => `/away/${box.devsn}${path}`

test('a person away from home reads a film of the box: the request, the range and the answer pass, a session of the cloud’s goes along', async () => {
  const pass = await passOf()
  const entered = await get(`${pass}media/t1/part.mp4`)
  expect([entered.status, entered.headers.location]).toEqual([303, at('/media/t1/part.mp4')])
  expect(entered.headers['set-cookie']?.[0]).toMatch(
    new RegExp(`; Path=/away/${box.devsn}/; Max-Age=43200; HttpOnly; SameSite=Lax$`),
  )
  let seen: object = {}
  answers = ({ method, url, headers }, response) => {
    seen = { method, url, headers }
    response.writeHead(206, {
      'Content-Type': 'video/mp4',
      'Content-Range': 'bytes 2-5/9',
      'Content-Length': 4,
      'Set-Cookie': 'homeport_away=stolen; Path=/',
      'Content-Security-Policy': "script-src 'unsafe-inline'",
      'Access-Control-Allow-Origin': '*',
    })
    response.end('film')
  }
  const cookie = cookieFrom(entered)
  const film = await get(at('/media/t1/part.mp4'), { cookie, range: 'bytes=2-5', token: 'secret', 'user-agent': 'Tést' })
  expect([film.status, await text(film.message)]).toEqual([206, 'film'])
  expect(seen).toMatchObject({ method: 'GET', url: '/media/t1/part.mp4', headers: { range: 'bytes=2-5', host: 'box.local' } })
  const { headers } = Object(seen)
  expect(headers.cookie).toMatch(/^homeport_screen=[\w-]{43}$/)
  expect(headers['x-stream-kbit']).toBe(String(relay.streamKbit))
  expect(headers.token).toBeUndefined()
  // The box's words on cookies, scripts and other origins are not said in the cloud's name.
  expect(film.headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-range': 'bytes 2-5/9',
    'x-content-type-options': 'nosniff',
  })
  expect(film.headers['set-cookie']).toBeUndefined()
  expect(film.headers['access-control-allow-origin']).toBeUndefined()
  expect(film.headers['content-security-policy']).toContain("default-src 'none'")
  const head = await get(at('/media/t1/part.mp4'), { cookie }, 'HEAD')
  expect([head.status, seen]).toMatchObject([206, { method: 'HEAD' }])
  // One tunnel for all of it.
  expect(box.answered).toBe(1)
})

test.each(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/javascript', 'text/css', '', 'video/mp4, text/html'])(
  'what a box calls %s is a file of no kind, and is never shown as a page',
  async (kind) => {
    answers = (_, response) => {
      response.setHeader('Content-Type', kind)
      response.setHeader('Content-Disposition', 'inline; filename=a.html')
      response.end('<script>alert(1)</script>')
    }
    const { headers, message } = await get(at('/file/k1'), { cookie: await enter() })
    await text(message)
    expect(headers).toMatchObject({ 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' })
  },
)

test('nothing but films, pictures and files passes, and nothing without a visit of this very box', async () => {
  let requests = 0
  answers = (_, response) => {
    requests += 1
    response.end()
  }
  const cookie = await enter()
  for (const path of [
    '/lan',
    '/screen.html',
    '/ws',
    '/media',
    '/media/a/b/c',
    '/file/',
    '/file/..%2f',
    '/poster/a/b',
    '/media/../lan',
    '//evil/',
  ])
    expect([path, (await get(at(path), { cookie })).status]).toEqual([path, 404])
  expect((await get(at('/media/t1'), { cookie }, 'POST')).status).toBe(404)
  const [name = '', value = ''] = cookie.split('=')
  const wrong = ['', `${name}=`, `${name}=x`, `${name}=${value}x`, `${name}=${value.slice(1)}`, `other=${value}`]
  for (const one of wrong) expect((await get(at('/media/t1'), { cookie: one })).status).toBe(404)
  // A pass is no visit, and a visit no pass.
  const pass = (await passOf()).split('/')[2] ?? ''
  expect((await get(at('/media/t1'), { cookie: `${name}=${pass}` })).status).toBe(404)
  expect((await get(`/away/${value}/`)).status).toBe(404)
  // P16, P21: the visit of one box opens no other one.
  const other = new TunnelBox(cloud.url, () => {})
  expect((await get(`/away/${other.devsn}/media/t1`, { cookie })).status).toBe(404)
  expect((await passFor(ada, other.devsn)).code).toBe(Code.notBound)
  expect(requests).toBe(0)
})

test('who is at home is told so, and no tunnel is opened for it', async () => {
  expect((await passFor(ada, box.devsn, {})).data.is_near).toBe(true)
  expect(box.paths()).toEqual([])
  expect((await passFor(ada)).data).toMatchObject({ is_near: false, stream_kbit: relay.streamKbit })
  expect(box.paths()).toHaveLength(1)
})

test('a pass ends after a minute, a visit after twelve hours', async () => {
  const pass = await passOf()
  const cookie = cookieFrom(await get(pass))
  aheadMs = 60_000
  expect((await get(pass)).status).toBe(404)
  answers = (_, response) => response.end('film')
  expect((await get(at('/media/t1'), { cookie })).status).toBe(200)
  aheadMs = 12 * 3_600_000
  expect((await get(at('/media/t1'), { cookie })).status).toBe(404)
})

test.each([
  ['signs out', async () => cloud.ask(logout, {}, ada)],
  ['leaves the household', async () => cloud.ask(unbindDevice, { devsn: box.devsn }, ada)],
])('P10, P20: who %s reads no further', async (_, end) => {
  const closed = Promise.withResolvers<void>()
  answers = (__, response) => {
    response.on('close', closed.resolve)
    response.write('film')
  }
  const cookie = await enter()
  const film = await get(at('/media/t1'), { cookie })
  await end()
  await expect(text(film.message)).rejects.toThrow()
  await closed.promise
  expect((await get(at('/media/t1'), { cookie })).status).toBe(404)
})

test('P43: what a reader leaves ends at the box, and a reader that does not read holds the box back and nobody else', async () => {
  const piece = Buffer.alloc(64 * 1024)
  let written = 0
  const closed = Promise.withResolvers<void>()
  answers = ({ url }, response) => {
    if (url === '/media/short') return void response.end('short')
    response.on('close', closed.resolve)
    const write = () => {
      while (!response.destroyed) {
        written += piece.length
        if (!response.write(piece)) return
      }
    }
    response.on('drain', write)
    write()
  }
  const cookie = await enter()
  const film = await get(at('/media/long'), { cookie })
  film.message.pause()
  await until('the box is held back', async () => {
    const before = written
    for (let turn = 0; turn < 2_000; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    return written === before
  })
  expect(written).toBeLessThan(32 * 1024 * 1024)
  expect(await text((await get(at('/media/short'), { cookie })).message)).toBe('short')
  film.message.destroy()
  await closed.promise
})

test('a thousand streams at once: an account has its own, the others are told to wait, and all is well after', async () => {
  answers = (_, response) => void response.write('film')
  const cookie = await enter()
  const responses = await Promise.all(Array.from({ length: 1_000 }, () => get(at('/media/t1'), { cookie })))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(maxStreams.account)
  const full = responses.filter(({ status }) => status === 429)
  expect(full).toHaveLength(1_000 - maxStreams.account)
  expect(full[0]?.headers['retry-after']).toBe('1')
  for (const { message } of responses) message.destroy()
  answers = (_, response) => void response.end('film')
  await until('there is room again', async () => (await get(at('/media/t1'), { cookie })).status === 200)
  expect(box.answered).toBe(1)
})

test('a reader that left before its visit is known takes no room from others', async () => {
  let taken = 0
  const takeSlot = () => {
    taken += 1
    return undefined
  }
  const proxy = createAwayProxy({ tunnelOf: async () => undefined, takeSlot, screenSecret: () => '', streamKbit: 1, later })
  const request = new IncomingMessage(new Socket())
  const visit = { lang: 'en' as const, devsn: box.devsn, user_id: ada.user_id, token_hash: '', id: '' }
  const away = { visit, path: '/media/t1', address: '' }
  await proxy.answer(request, new ServerResponse(request).destroy(), away)
  await proxy.upgrade({ request, socket: new Socket().destroy(), head: Buffer.alloc(0) }, { ...away, path: '/ws' })
  expect(taken).toBe(0)
})

test('a box that is killed in the middle ends the answer; back again, it is read again', async () => {
  answers = (_, response) => void response.writeHead(200, { 'Content-Length': 9 }).write('half')
  const cookie = await enter()
  const film = await get(at('/media/t1'), { cookie })
  for (const ws of box.tunnels) ws.terminate()
  await expect(text(film.message)).rejects.toThrow()
  answers = (_, response) => void response.end('whole')
  await until('a new tunnel', async () => (await text((await get(at('/media/t1'), { cookie })).message)) === 'whole')
  expect(box.answered).toBe(2)
  // Half an answer, and one that is no HTTP.
  answers = ({ socket }) => void socket.end('HTTP/1.1 200 OK\r\nBroken')
  expect((await get(at('/media/t1'), { cookie })).status).toBe(502)
  answers = ({ socket }) => void socket.end('HTTP/1.1 999 No\r\nContent-Length: 0\r\n\r\n')
  expect((await get(at('/media/t1'), { cookie })).status).toBe(502)
})

test('a box that opens no tunnel is told as one that does not answer; one that is off as offline', async () => {
  box.isDeaf = true
  const asking = passFor(ada)
  await until('the box is asked for one', () => tunnelWaits.length > 0)
  for (const run of tunnelWaits) run()
  expect((await asking).code).toBe(Code.noResponse)
  await box.stop()
  await until('it is offline', async () => (await cloud.ask(listDevices, {}, ada)).data.data[0]?.online === 0)
  expect((await passFor(ada)).code).toBe(Code.offline)
})

test('P21: a tunnel is the box’s own, by its key and a ticket for this one time', async () => {
  box.isDeaf = true
  const asking = passFor(ada)
  const path = await box.path(0)
  const failure = (ws: WebSocket) => new Promise<string>((resolve) => ws.once('error', ({ message }) => resolve(message)))
  const thief = newKey()
  expect(await failure(connectTunnel(cloud.url, path, tunnelToken(thief, path)))).toContain('403')
  expect(await failure(connectTunnel(cloud.url, path, tunnelToken(thief, path, { devsn: box.devsn })))).toContain('403')
  expect(await failure(connectTunnel(cloud.url, path, tunnelToken(box.key, '/tunnel/other')))).toContain('403')
  expect(await failure(connectTunnel(cloud.url, path, tunnelToken(box.key, path, { exp: 1 })))).toContain('403')
  expect(await failure(connectTunnel(cloud.url, path, ''))).toContain('403')
  expect(await failure(connectTunnel(cloud.url, '/tunnel/AAAAAAAAAAAAAAAAAAAAAAAA', tunnelToken(box.key, path)))).toContain('404')
  const right = connectTunnel(cloud.url, path, tunnelToken(box.key, path))
  await new Promise((resolve) => right.once('open', resolve))
  expect((await asking).code).toBe(Code.ok)
  expect(await failure(connectTunnel(cloud.url, path, tunnelToken(box.key, path)))).toContain('404')
  right.terminate()
})

test.each([
  ['text', 'hello'],
  ['no head', Buffer.from([1])],
  ['no kind', Buffer.alloc(5, 9)],
  ['a stream of its own', Buffer.alloc(5)],
  ['credit that is none', Buffer.from([2, 0, 0, 0, 1])],
  ['more than a message', Buffer.alloc(900_000, 1)],
])('a box that sends %s is cut off, and the cloud goes on', async (_, message) => {
  box.isDeaf = true
  const asking = passFor(ada)
  const path = await box.path(0)
  const ws = connectTunnel(cloud.url, path, tunnelToken(box.key, path))
  const closed = new Promise((resolve) => ws.on('error', () => {}).once('close', resolve))
  ws.once('open', () => ws.send(message))
  await Promise.all([closed, asking])
  box.isDeaf = false
  answers = (__, response) => void response.end('film')
  expect(await text((await get(at('/media/t1'), { cookie: await enter() })).message)).toBe('film')
})

test('the socket of the player’s page passes both ways, for a page of this cloud alone', async () => {
  const sockets = new WebSocketServer({ noServer: true })
  box.server.on('upgrade', (request, stream, head) =>
    sockets.handleUpgrade(request, stream, head, (socket) =>
      socket.on('message', (data: RawData) => socket.send(`${request.headers.origin ?? 'no origin'} ${textOf(data)}`)),
    ),
  )
  const cookie = await enter()
  const url = cloud.url.replace('http', 'ws') + at('/ws')
  const socket = new WebSocket(url, { headers: { cookie }, origin: cloud.url })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const reply = new Promise((resolve) => socket.once('message', (data) => resolve(textOf(data))))
  socket.send('hello')
  expect(await reply).toBe('no origin hello')
  const failure = (one: WebSocket) => new Promise<string>((resolve) => one.once('error', ({ message }) => resolve(message)))
  expect(await failure(new WebSocket(url, { headers: { cookie }, origin: 'https://evil.example' }))).toContain('403')
  expect(await failure(new WebSocket(url, { origin: cloud.url }))).toContain('403')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await cloud.ask(logout, {}, ada)
  await closed
})

test('where the operator has it off there is no way, and nothing of it answers', async () => {
  await cloud.stop()
  cloud = await startTestCloud()
  await box.stop()
  box = new TunnelBox(cloud.url, () => {})
  await box.start()
  ada = await cloud.signUp('ada')
  await bind(ada)
  expect((await passFor(ada)).data).toEqual({ address: '', stream_kbit: 0, is_near: true })
  expect((await get(at('/'))).status).toBe(404)
  expect(box.paths()).toEqual([])
})

test('HOMEPORT_RELAY is Mbit/s of a stream and of a box; what is wrong is said', () => {
  const read = (env: Record<string, string>) => readCloudConfig(env).relay
  expect(read({})).toBeUndefined()
  expect(read({ HOMEPORT_RELAY: '0' })).toBeUndefined()
  expect(read({ HOMEPORT_RELAY: '20' })).toEqual({ streamKbit: 20_000, boxKbit: 40_000, path: '/tunnel' })
  expect(read({ HOMEPORT_RELAY: '20/60', HOMEPORT_RELAY_PATH: '/tunnel-2' })).toMatchObject({
    boxKbit: 60_000,
    path: '/tunnel-2',
  })
  for (const text of ['20/10', 'on', '-1', '1e3', '20/', '/20', '600', '2.5'])
    expect(() => read({ HOMEPORT_RELAY: text })).toThrow(/^HOMEPORT_RELAY is /)
  for (const path of ['tunnel', '/zh', '/tunnel/1', '/tunnel-Ü'])
    expect(() => read({ HOMEPORT_RELAY: '20', HOMEPORT_RELAY_PATH: path })).toThrow(/HOMEPORT_RELAY_PATH/)
  const several = { MQTT_URL: 'mqtt://b', DATABASE_URL: 'postgres://a/b', HOMEPORT_RELAY: '20' }
  expect(() => read(several)).toThrow(/HOMEPORT_RELAY_PATH/)
})
