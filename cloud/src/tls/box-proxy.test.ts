/** The way to the box of the same home through the https port, on real sockets; the box is a server of the test's own. */
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer, type RawData } from 'ws'
import { readCloudConfig } from '../app/config.ts'
import { startTestCloud } from '../testing/cloud.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

let dataFolder: string
let cloud: Awaited<ReturnType<typeof startTestCloud>>
let ca: string
let ends: (() => Promise<unknown>)[]

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'homeport-box-'))
  await mkdir(join(dataFolder, 'station'))
  cloud = await startTestCloud({ tls: { kind: 'home' }, isHome: true, dataFolder })
  ca = await (await fetch(`${cloud.url}/trust/homeport.crt`)).text()
  ends = [() => cloud.stop(), () => rm(dataFolder, { recursive: true })]
})
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

async function openBox(handler: Handler) {
  const box = createServer(handler)
  await new Promise<void>((resolve) => box.listen(join(dataFolder, 'station', 'page.sock'), resolve))
  ends.unshift(async () => {
    box.closeAllConnections()
    await new Promise((resolve) => box.close(resolve))
  })
  return box
}

function ask(path: string, { headers = {}, ...options }: RequestOptions = {}): Promise<IncomingMessage> {
  const to = { port: cloud.httpsPort, host: '127.0.0.1', servername: '', ca, path, headers, ...options }
  return new Promise((resolve, reject) => httpsRequest(to, resolve).on('error', reject).end())
}

const textOf = (data: RawData) => (Buffer.isBuffer(data) ? data.toString() : '')

test('the box gets the request as it came, and its answer goes back as it is', async () => {
  await openBox(({ method, url, headers }, response) => {
    response.writeHead(206, {
      'Content-Range': 'bytes 2-5/9',
      'Content-Security-Policy': "default-src 'none'",
      'Set-Cookie': ['a=1', 'b=2'],
    })
    response.end(JSON.stringify({ method, url, headers }))
  })
  const sent = {
    Host: 'nas.local:8743',
    Origin: 'https://nas.local:8743',
    Cookie: 'a=1',
    Range: 'bytes=2-5',
    'User-Agent': 'Test',
  }
  const answer = await ask('/box/media/ticket/part?x=1', { headers: { ...sent, 'X-Forwarded-For': '10.0.0.9', Token: 'secret' } })
  const { method, url, headers } = JSON.parse(await text(answer))
  expect([method, url]).toEqual(['GET', '/media/ticket/part?x=1'])
  const { connection: _, ...received } = headers
  const lower = Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value]))
  // Where it came from is what the cloud saw; neither a token of the app nor what a client says of itself goes along.
  expect(received).toEqual({ ...lower, 'x-forwarded-for': expect.stringMatching(/127\.0\.0\.1$/) })
  expect(answer.statusCode).toBe(206)
  expect(answer.headers).toMatchObject({ 'content-range': 'bytes 2-5/9', 'set-cookie': ['a=1', 'b=2'] })
  expect(answer.headers['content-security-policy']).toBe("default-src 'none'")
  expect(answer.headers['strict-transport-security']).toBeUndefined()
})

test('what a reader leaves ends at the box, and a reader that is slow slows the box', async () => {
  const piece = Buffer.alloc(64 * 1024)
  let written = 0
  const closed = Promise.withResolvers<void>()
  const isFull = Promise.withResolvers<void>()
  await openBox((_, response) => {
    response.on('close', closed.resolve)
    const write = () => {
      while (!response.destroyed) {
        written += piece.length
        if (!response.write(piece)) return isFull.resolve()
      }
    }
    response.on('drain', write)
    write()
  })
  const answer = await ask('/box/media/long')
  answer.pause()
  await isFull.promise
  await expect
    .poll(async () => {
      const before = written
      for (let turn = 0; turn < 500; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      return written - before
    })
    .toBe(0)
  expect(written).toBeLessThan(32 * 1024 * 1024)
  answer.destroy()
  await closed.promise
})

test('its socket is opened both ways; one that it refuses is refused', async () => {
  const box = await openBox((_, response) => void response.writeHead(404).end())
  const server = new WebSocketServer({ noServer: true })
  box.on('upgrade', (request, stream, head) => {
    if (request.headers.origin !== `https://127.0.0.1:${cloud.httpsPort}`)
      return void stream.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    server.handleUpgrade(request, stream, head, (socket) => {
      socket.on('message', (data) => socket.send(`${request.url ?? ''} ${textOf(data)}`))
    })
  })
  const origin = `https://127.0.0.1:${cloud.httpsPort}`
  const url = `${origin.replace('https', 'wss')}/box/ws`
  const socket = new WebSocket(url, { ca, origin })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const reply = new Promise((resolve) => socket.once('message', (data) => resolve(textOf(data))))
  socket.send('hello')
  expect(await reply).toBe('/ws hello')
  const other = new WebSocket(url, { ca, origin: 'https://evil.example' })
  expect(await new Promise((resolve) => other.once('error', ({ message }) => resolve(message)))).toContain('403')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  // A film's page is open as long as somebody watches: it must not hold up the end of the cloud.
  await cloud.stop()
  await closed
  ends = ends.filter((_, at) => at !== 1)
})

test('a box that is away is told in a sentence; one that ends in the middle ends the answer', async () => {
  const zh = await ask('/box/', { headers: { 'Accept-Language': 'zh-CN' } })
  const page = await text(zh)
  expect([zh.statusCode, page]).toEqual([
    503,
    expect.stringMatching(/<html lang="zh-CN">[^]*连不上盒子[^]*<a class="main" href="">重试[^]*<a href="\/">返回 App/),
  ])
  const [, style = ''] = /<style>([^]*)<\/style>/.exec(page) ?? []
  const hash = createHash('sha256').update(style).digest('base64')
  expect(zh.headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`)
  expect(await text(await ask('/box/'))).toContain('<h1>The box can’t be reached</h1>')
  const socket = new WebSocket(`wss://127.0.0.1:${cloud.httpsPort}/box/ws`, { ca })
  await new Promise((resolve) => socket.once('error', resolve))
  await openBox((_, response) => {
    response.writeHead(200, { 'Content-Length': 9 }).write('half')
    setImmediate(() => response.destroy())
  })
  const answer = await ask('/box/file/key')
  await expect(text(answer)).rejects.toThrow()
  expect((await ask('/healthz')).statusCode).toBe(200)
})

test('nothing of it is on the http port, nor in a cloud that serves others', async () => {
  let requests = 0
  await openBox((_, response) => {
    requests += 1
    response.end()
  })
  expect((await fetch(`${cloud.url}/box/`)).status).toBe(404)
  expect((await ask('/box')).statusCode).toBe(404)
  const home = { HOMEPORT_TLS: 'home' }
  expect(readCloudConfig(home).isHome).toBe(true)
  for (const more of [
    { HOMEPORT_PUBLIC_URL: 'https://a.example' },
    { DATABASE_URL: 'postgres://a/b' },
    { HOMEPORT_TLS: '/c.pem,/k.pem' },
  ])
    expect(readCloudConfig({ ...home, ...more }).isHome).toBe(false)
  await cloud.stop()
  cloud = await startTestCloud({ tls: { kind: 'home' }, isHome: false, dataFolder })
  ends[1] = () => cloud.stop()
  expect((await ask('/box/')).statusCode).toBe(404)
  expect(requests).toBe(0)
})
