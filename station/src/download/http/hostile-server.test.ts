/** Servers behind links that send without end what is no file (promises 42, 43). */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { failureOf } from '../engine/failure.ts'
import { openUrl } from './open-url.ts'
import { UrlError } from './url-error.ts'

const sockets = new Set<Socket>()
const closing: (() => void)[] = []
const rule = { allowPrivate: true, ownPorts: () => [] }
const { signal } = new AbortController()

afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const close of closing.splice(0)) close()
})

async function serve(answer: (socket: Socket) => void): Promise<URL> {
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.once('data', () => answer(socket))
  })
  server.listen(0, '127.0.0.1')
  closing.push(() => server.close())
  await once(server, 'listening')
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/film.mkv`)
}

test('P42: a server that sends informational answers without end is left; the task says so and is tried again', async () => {
  const some = Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000))
  let sent = 0
  const url = await serve((socket) => {
    const more = () => {
      if (socket.destroyed) return
      sent += some.length
      if (socket.write(some)) setImmediate(more)
      else socket.once('drain', more)
    }
    more()
  })
  const error: unknown = await openUrl(url, { rule, signal }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(UrlError)
  if (!(error instanceof UrlError)) return
  expect(failureOf({ error: error.error, error_text: error.message })).toMatchObject({ reason: 'bad_answer', isPassing: true })
  // The server sends no more than the buffers of both systems take.
  expect(sent).toBeLessThan(36 * 1024 * 1024)
})

test('P42: a server that answers in another protocol is left, and its link is tried again', async () => {
  const url = await serve((socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'),
  )
  const error: unknown = await openUrl(url, { rule, signal }).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ error: 22, message: 'bad_answer' })
})

test('P53: a server that redirects to itself is left after as many redirects as browsers follow', async () => {
  let requests = 0
  const url = await serve((socket) => {
    requests += 1
    socket.end('HTTP/1.1 302 Found\r\nLocation: /film.mkv\r\nContent-Length: 0\r\n\r\n')
  })
  const error: unknown = await openUrl(url, { rule, signal }).catch((reason: unknown) => reason)
  expect(error).toMatchObject({ error: 23, message: 'too many redirects' })
  expect(requests).toBe(21)
})
