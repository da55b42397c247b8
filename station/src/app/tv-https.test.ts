/** The requests that the cloud of the same home hands on from its https port, over the box's own socket; the way by http is none the worse for it. */
import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { screenHere, Screens } from '@homeport/contract/playback/screen.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { clear, testFolder } from '../testing/downloads.ts'
import { film, letIn, openTestTv, putFilm, type TestTv } from '../testing/tv.ts'
import { until } from '../../../testing/until.ts'

const host = 'nas.local:8743'
const origin = `https://${host}`
const home = { HOMEPORT_TLS: 'home' }

let folder: string
let box: TestTv
const socketPath = () => join(folder, 'station', 'page.sock')

beforeEach(async () => {
  folder = testFolder()
  putFilm(join(folder, 'metropolis.mp4'))
  const file = { ...film(join(folder, 'metropolis.mp4')), id: 'f1', movie_id: 'm1' }
  mkdirSync(join(folder, 'station'))
  // As a box leaves it that was killed.
  writeFileSync(socketPath(), '')
  const films = { roots: () => [folder], fileOf: async () => file, firstFileOf: async () => file }
  box = await openTestTv({ folder, films, env: home })
})
afterEach(async () => {
  await box.stop()
  clear(folder)
  expect(box.faults).toEqual([])
})

function ask(path: string, headers: Record<string, string> = {}): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = { host, 'x-forwarded-for': '192.168.1.30', ...headers }
    http.request({ socketPath: socketPath(), path, headers: sent }, resolve).on('error', reject).end()
  })
}

/** Opens the page's socket; its status where it was refused. */
function knock(headers: Record<string, string>, path = '/ws'): Promise<WebSocket | number> {
  const socket = new WebSocket(`ws+unix:${socketPath()}:${path}`, {
    headers: { host, 'x-forwarded-for': '192.168.1.30', ...headers },
  })
  return new Promise((resolve) => {
    socket.on('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode))
    socket.on('open', () => resolve(socket))
    socket.on('error', () => {})
  })
}

/** The page with its key, as a browser opens it; then once more, as it does when it was let in. */
async function openPage(cookie: string, key = '') {
  const socket = await knock({ origin, cookie })
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`)
  const words: ToScreen[] = []
  socket.on('message', (data) => words.push(ToScreen.parse(JSON.parse(Buffer.isBuffer(data) ? data.toString() : ''))))
  const send = (message: object) => socket.send(JSON.stringify(message))
  send({ kind: 'hello', key, can: ['mp4', 'h264', 'aac'], playing: null, is_here: true })
  return { words, send, close: () => socket.close() }
}
const cookieIn = ({ headers }: http.IncomingMessage) => headers['set-cookie']?.[0]?.split(';')[0] ?? ''

it('is open to programs of the box’s own user alone, and only in a home', async () => {
  expect(statSync(socketPath()).mode & 0o777).toBe(0o600)
  await box.stop()
  expect(existsSync(socketPath())).toBe(false)
  box = await openTestTv({ folder })
  expect(existsSync(socketPath())).toBe(false)
  expect(screenHere.output.parse((await box.act('screen_here', { name: 'Pixel' })).data).https_port).toBe(0)
})

it('P29, P31: the page belongs to the address by https; foreign hosts and pages are refused', async () => {
  const page = await ask('/')
  expect([page.statusCode, await text(page)]).toEqual([200, expect.stringContaining('the page')])
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*connect-src 'self' wss:\/\/nas\.local:8743;/)
  expect((await ask('/', { host: 'evil.example' })).statusCode).toBe(403)
  expect((await ask('/', { origin: 'https://evil.example' })).statusCode).toBe(403)
  expect((await ask('/', { origin: `http://${host}` })).statusCode).toBe(403)
  expect((await ask('/', { origin })).statusCode).toBe(200)
  for (const foreign of ['https://evil.example', 'https://nas.local:8700', `http://${host}`])
    expect(await knock({ origin: foreign })).toBe(403)
  expect(await knock({ origin, host: 'evil.example' })).toBe(403)
  expect(await knock({})).toBe(403)
  // The direct socket is for apps of a cloud elsewhere.
  expect(await knock({ origin }, '/lan')).toBe(404)
  for (const path of ['/media/x', '/poster/x']) expect((await ask(path)).statusCode).toBe(401)
})

it('Watch here plays by it, under a session of its own: that of the same browser by http stays', async () => {
  const tv = await letIn(box)
  const given = screenHere.output.parse((await box.act('screen_here', { name: 'Pixel' })).data)
  expect(given).toMatchObject({ address: expect.stringMatching(/^http:/), https_port: 8743 })
  const first = await ask('/', { cookie: tv.cookie })
  expect(first.headers['set-cookie']?.[0]).toMatch(
    /^__Secure-homeport_screen=[\w-]{43}; Path=\/box\/; Secure; Max-Age=\d+; HttpOnly; SameSite=Strict$/,
  )
  const knocking = await openPage(`${cookieIn(first)}; ${tv.cookie}`, given.key)
  await until('it is let in', () => knocking.words.some(({ kind }) => kind === 'admitted'))
  knocking.close()
  const second = await ask('/', { cookie: `${cookieIn(first)}; ${tv.cookie}` })
  const cookie = cookieIn(second)
  const page = await openPage(cookie)
  const loadOf = () => page.words.find((word) => word.kind === 'load')
  await until('it is inside', () => page.words.some((word) => word.kind === 'face' && word.face === 'inside'))
  page.send({ kind: 'play', movie_id: 'm1', path: '', point: 0 })
  await until('the film is there', () => loadOf() !== undefined)
  const media = await ask(`/${loadOf()?.url ?? ''}`, { cookie, range: 'bytes=4-7' })
  expect([media.statusCode, (await buffer(media)).toString()]).toEqual([206, 'ftyp'])
  expect((await fetch(`${box.url}/`, { headers: { cookie: tv.cookie } })).headers.get('set-cookie')).toContain('homeport_screen=')
  const names = Screens.parse((await box.act('screen_list', {})).data).data.map(({ kind }) => kind)
  expect(names.toSorted()).toEqual(['here', 'tv'])
  page.close()
})

it('who waits to be let in is shown by the address that the cloud saw; the key of the box’s own screen lets nobody in', async () => {
  const page = await openPage(cookieIn(await ask('/', { host: 'localhost:8743' })), box.key())
  await until('it is turned away', () => page.words.some(({ kind }) => kind === 'forgotten'))
  const socket = await knock({ origin: 'https://localhost:8743', host: 'localhost:8743', cookie: cookieIn(await ask('/')) })
  if (typeof socket === 'number') throw new Error(`refused with ${socket}`)
  socket.send(JSON.stringify({ kind: 'hello', key: box.key(), can: [], playing: null }))
  const waiting = async () => Screens.parse((await box.act('screen_list', {})).data).waiting
  await until('it waits', async () => (await waiting()).length === 1)
  expect(await waiting()).toMatchObject([{ address: '192.168.1.30' }])
})
