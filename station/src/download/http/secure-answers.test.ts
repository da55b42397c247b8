/** Heads in many forms over https, from a server whose certificate is trusted, and from one whose certificate is not. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import net from 'node:net'
import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { selfSigned, selfSignedFor } from '../../../../testing/self-signed.ts'
import { failureOf } from '../engine/failure.ts'
import { openUrl } from './open-url.ts'
import { UrlError } from './url-error.ts'

let folder: string
let key: Buffer
let cert: Buffer
const trusted = tls.getCACertificates()
const closing: (() => void)[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'homeport-certificate-'))
  ;({ key, cert } = selfSigned(folder, ['IP:127.0.0.1', 'DNS:localhost']))
})
afterAll(() => rmSync(folder, { recursive: true }))
afterEach(() => {
  for (const close of closing.splice(0)) close()
  tls.setDefaultCACertificates(trusted)
})

/** answer: as Latin-1. */
async function serve(answer: string, own = { key, cert }) {
  const counts = { connections: 0, requests: 0 }
  const server = tls.createServer(own, (socket) => {
    counts.connections += 1
    socket.on('error', () => {})
    socket.once('data', () => {
      counts.requests += 1
      socket.end(Buffer.from(answer, 'latin1'))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  closing.push(() => server.close())
  const address = server.address()
  return { counts, port: typeof address === 'object' ? address?.port : 0 }
}

async function read(host: string, port = 0): Promise<string> {
  const rule = { allowPrivate: true, ownPorts: () => [] }
  const { response } = await openUrl(new URL(`https://${host}:${port}/a.bin`), { rule, signal: AbortSignal.timeout(60_000) })
  const chunks: Buffer[] = []
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk)
  return String(Buffer.concat(chunks))
}

const doubled = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello'

describe('P41: over https a head is read', () => {
  test.each([
    ['with the length twice', doubled],
    ['with the length twice in one line', 'HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\nhello'],
    ['with a blank before the colon', 'HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\nhello'],
    ['with a line that is no header', 'HTTP/1.1 200 OK\r\nsome words\r\nContent-Length: 5\r\n\r\nhello'],
    ['of Icecast', 'ICY 200 OK\r\nContent-Length: 5\r\n\r\nhello'],
    ['with bare line feeds', 'HTTP/1.1 200 OK\nContent-Length: 5\n\nhello'],
    ['without a length', 'HTTP/1.1 200 OK\r\nsome words\r\n\r\nhello'],
  ])('%s', async (_, answer) => {
    tls.setDefaultCACertificates([...trusted, cert.toString()])
    const { port } = await serve(answer)
    expect(await read('127.0.0.1', port)).toBe('hello')
    expect(await read('localhost', port)).toBe('hello')
  })

  test('a long body behind such a head is whole', async () => {
    tls.setDefaultCACertificates([...trusted, cert.toString()])
    const body = 'x'.repeat(3_000_000)
    const { port } = await serve(`HTTP/1.1 200 OK\r\nContent-Length : ${body.length}\r\n\r\n${body}`)
    expect((await read('127.0.0.1', port)).length).toBe(body.length)
  })

  test('lengths that contradict each other, and what is no http, are final', async () => {
    tls.setDefaultCACertificates([...trusted, cert.toString()])
    for (const answer of ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello', 'SSH-2.0-x\r\n\r\n']) {
      const { port } = await serve(answer)
      await expect(read('127.0.0.1', port)).rejects.toMatchObject({ error: 28 })
    }
  })
})

test('a certificate that nobody signed, or of another name, is refused before anything is requested', async () => {
  const { port, counts } = await serve(doubled)
  await expect(read('127.0.0.1', port)).rejects.toMatchObject({ message: 'certificate' })
  tls.setDefaultCACertificates([...trusted, cert.toString()])
  await expect(read('127.0.0.2', port)).rejects.toMatchObject({ message: 'certificate_name' })
  expect(counts.requests).toBe(0)
})

// A box without a clock of its own begins in the past, and has the time of the network a little later.
test.each<[string, { from: string; to: string }, string, true | undefined]>([
  ['has expired', { from: '20200101000000Z', to: '20210101000000Z' }, 'certificate_expired', undefined],
  ['is not valid yet', { from: '20900101000000Z', to: '20910101000000Z' }, 'certificate_early', true],
])('P41: a certificate that %s is told as that', async (_, ...[dates, reason, isPassing]) => {
  const own = selfSignedFor(folder, ['IP:127.0.0.1'], dates)
  tls.setDefaultCACertificates([...trusted, own.cert.toString()])
  const { port, counts } = await serve(doubled, own)
  const error: unknown = await read('127.0.0.1', port).catch((thrown: unknown) => thrown)
  if (!(error instanceof UrlError)) throw error
  const failure = failureOf({ error: error.error, error_text: error.message })
  expect([failure.reason, failure.isPassing, counts.requests]).toEqual([reason, isPassing, 0])
})

// RFC 8446, 6.2: the numbers of alerts.
test.each([
  ['answers without TLS', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'), undefined],
  ['refuses the handshake (40)', Buffer.from('15030300020228', 'hex'), true],
  ['has a fault of its own (80)', Buffer.from('15030300020250', 'hex'), true],
  ['does not know the name (112)', Buffer.from('15030300020270', 'hex'), true],
])('a server that %s is no matter of the network', async (_, answer, isPassing) => {
  const server = net.createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(answer)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const address = server.address()
  const error: unknown = await read('127.0.0.1', typeof address === 'object' ? address?.port : 0).catch(
    (reason: unknown) => reason,
  )
  if (!(error instanceof UrlError)) throw error
  const failure = failureOf({ error: error.error, error_text: error.message })
  expect(failure).toMatchObject({ reason: 'bad_answer' })
  expect(failure.isPassing).toBe(isPassing)
})
