/** A person's own browser that comes by a tunnel: a real WebSocket, whose other end is a server that asks as the cloud does. */
import http from 'node:http'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { Code } from '@homeport/contract/kit/codes.ts'
import { screenHere } from '@homeport/contract/playback/screen.ts'
import { ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { createTunnel, type Tunnel } from '@homeport/contract/kit/http/tunnel.ts'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { until } from '../../../testing/until.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { film, filmLibrary, letIn, openTestTv, putFilm, type TestTv } from '../testing/tv.ts'
import { tunnelFeature, type TunnelFeature } from '../tunnel/feature.ts'

const ticket = '/tunnel/AAAAAAAAAAAAAAAAAAAAAAAA'
const secret = 'S'.repeat(43)

let folder: string
let box: TestTv
let cloud: http.Server
let sockets: WebSocketServer
let requests: http.IncomingMessage[]
let feature: TunnelFeature
let tunnel: Tunnel

beforeEach(async () => {
  folder = testFolder()
  const path = join(folder, 'metropolis.mp4')
  putFilm(path)
  box = await openTestTv({ folder, films: filmLibrary([folder], [{ ...film(path), id: 'f1', movie_id: 'm1' }]) })
  requests = []
  sockets = new WebSocketServer({ noServer: true })
  cloud = http.createServer().on('upgrade', (request, stream, head) => {
    requests.push(request)
    sockets.handleUpgrade(request, stream, head, (ws) => (tunnel = createTunnel(ws)))
  })
  await new Promise<void>((resolve) => cloud.listen(0, '127.0.0.1', resolve))
  const address = cloud.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const authorizationFor = async (signed: string) => `Box of ${signed}`
  feature = tunnelFeature({ cloud: `http://127.0.0.1:${port}`, authorizationFor, take: box.take })
  await feature.open(ticket)
  await until('the tunnel is open', () => requests.length === 1)
})
afterEach(async () => {
  await feature.prepareStop?.()
  for (const socket of sockets.clients) socket.terminate()
  await new Promise((resolve) => cloud.close(resolve))
  await box.stop()
  clear(folder)
  expect(box.faults).toEqual([])
})

const headers = {
  host: 'box.local',
  cookie: `homeport_screen=${secret}`,
  'x-forwarded-for': '203.0.113.9',
  'x-stream-kbit': '20000',
}

function ask(path: string, more: Record<string, string> = {}): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = http.request({ createConnection: () => tunnel.open(), path, headers: { ...headers, ...more } }, resolve)
    request.on('error', reject).end()
  })
}

// NOTE: ws takes any stream here, its types want one of the network.
const asSocket = () => tunnel.open() as Socket

/** Opens the page's socket, as the cloud hands it on. */
async function openPage(key: string) {
  const socket = new WebSocket('ws://box.local/ws', { createConnection: asSocket, headers })
  const words: ToScreen[] = []
  let closedWith = 0
  socket.on('message', (data) => words.push(ToScreen.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''))))
  socket.on('close', (code) => (closedWith = code))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const send = (message: object) => socket.send(JSON.stringify(message))
  send({ kind: 'hello', key, can: ['mp4', 'h264', 'aac'], playing: null })
  return { words, send, closedWith: () => closedWith, close: () => socket.close() }
}

it('a film plays by it: the key of Watch here lets the browser in, media has ranges, and the box signs the ticket', async () => {
  expect([requests[0]?.url, requests[0]?.headers.authorization]).toEqual([ticket, `Box of ${ticket}`])
  const { key, screen_id } = screenHere.output.parse((await box.act('screen_here', { name: 'iPhone' })).data)
  const first = await openPage(key)
  await until('it is let in', () => first.words.some(({ kind }) => kind === 'admitted'))
  first.close()
  const page = await openPage('')
  await until('it is inside', () => page.words.some((word) => word.kind === 'face' && word.face === 'inside'))
  page.send({ kind: 'play', movie_id: 'm1', path: '', point: 0 })
  const load = () => page.words.find((word): word is Extract<ToScreen, { kind: 'load' }> => word.kind === 'load')
  await until('the film is there', () => load() !== undefined)
  const path = new URL(load()?.url ?? '', 'http://box.local').pathname
  const part = await ask(path, { range: 'bytes=4-7' })
  expect([part.statusCode, await text(part)]).toEqual([206, 'ftyp'])
  expect((await ask(path, { cookie: `homeport_screen=${'T'.repeat(43)}` })).statusCode).toBe(401)
  expect(await box.act('screen_list', {})).toMatchObject({ data: { data: [{ screen_id, is_online: true }] } })
})

it('nobody waits at it for digits, and what is not for it does not answer', async () => {
  const page = await openPage('wrong')
  await until('it is sent away', () => page.closedWith() !== 0)
  expect([page.words.map(({ kind }) => kind), page.closedWith()]).toEqual([['beat', 'forgotten'], Code.wrongCredentials])
  for (const path of ['/', '/screen.html', '/mark.svg', '/assets/screen-1a.js', '/lan'])
    expect([path, (await ask(path)).statusCode]).toEqual([path, 404])
  expect((await ask('/media/t1', { origin: 'https://cloud.example' })).statusCode).toBe(403)
  expect((await ask('/media/t1', { host: 'cloud.example' })).statusCode).toBe(403)
  const lan = new WebSocket('ws://box.local/lan', { createConnection: asSocket, headers })
  expect(await new Promise((resolve) => lan.once('error', ({ message }) => resolve(message)))).toContain('404')
  // The key of the box's own screen is for this machine alone.
  const own = await openPage(box.key())
  await until('it is sent away', () => own.closedWith() === Code.wrongCredentials)
  // A TV in the house goes on as before.
  await letIn(box)
})

it('P34: no word of the cloud leads the box elsewhere', async () => {
  for (const path of [
    '//192.168.1.1/tunnel/AAAAAAAAAAAAAAAAAAAA',
    '@192.168.1.1/tunnel/AAAAAAAAAAAAAAAAAAAA',
    '/tunnel/../zh/ws',
    '/tunnel/short',
    '',
    ':80/tunnel/AAAAAAAAAAAAAAAAAAAA',
  ])
    await feature.open(path)
  await feature.open('/tunnel-2/BBBBBBBBBBBBBBBBBBBBBBBB')
  await until('the last one came', () => requests.length === 2)
  expect(requests[1]?.url).toBe('/tunnel-2/BBBBBBBBBBBBBBBBBBBBBBBB')
})

it('P43: of tunnels that are asked for without end sixteen are opened, and then one a second', async () => {
  for (let at = 0; at < 100; at += 1) await feature.open(ticket)
  await feature.open('/tunnel-2/BBBBBBBBBBBBBBBBBBBBBBBB')
  // Those that gave way to newer ones before they were open did not come.
  await until('the newest are open', () => sockets.clients.size === 8)
  expect(requests.length).toBeLessThan(25)
  expect(requests.map(({ url }) => url)).not.toContain('/tunnel-2/BBBBBBBBBBBBBBBBBBBBBBBB')
})

it('the newest eight tunnels stay; they end with the box', async () => {
  for (let at = 1; at < 12; at += 1) {
    await feature.open(ticket)
    await until('it is open', () => requests.length === at + 1)
  }
  await until('the oldest ended', () => sockets.clients.size === 8)
  await feature.prepareStop?.()
  await until('all ended', () => sockets.clients.size === 0)
})
