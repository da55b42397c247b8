/** P29, P43: a neighbour who opens the TV page's socket and floods it is closed before a parser sees it; a page that answers its beats is not. */
import { once } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { framesRate } from '@homeport/contract/kit/inbound.ts'
import type { WebSocket } from 'ws'
import { openRawConnection, pipelined } from '../../../testing/raw-connection.ts'
import { maskedFrame, openRawSocket } from '../../../testing/raw-socket.ts'
import { until } from '../../../testing/until.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { openScreenServer, type ScreenServer } from './server/server.ts'

let folder: string
let server: ScreenServer
let pages: WebSocket[]
let address: string

beforeEach(async () => {
  folder = testFolder()
  pages = []
  server = await openScreenServer({
    port: 0,
    webFolder: folder,
    screenOf: async () => undefined,
    renewed: async () => false,
    socketPath: '',
    posterPath: async () => undefined,
    media: async () => {},
    castFrom: () => undefined,
    readerOf: () => undefined,
    download: async () => {},
    opened: (socket) => {
      socket.on('error', () => {})
      pages.push(socket)
    },
    onFault: () => {},
  })
  address = `http://127.0.0.1:${server.port}`
})
afterEach(async () => {
  await server.stop()
  clear(folder)
})

const open = () => openRawSocket(address, { path: '/ws', origin: address })
const pong = maskedFrame(10, Buffer.alloc(0))

test('P43: four neighbours that send pongs without end are closed, and a page is served', async () => {
  const sockets = await Promise.all([1, 2, 3, 4].map(open))
  let pongs = 0
  for (const page of pages) page.on('pong', () => (pongs += 1))
  for (const socket of sockets) socket.write(Buffer.concat(Array(10 * framesRate.closeAbove).fill(pong)))
  await until('all are closed', () => sockets.every((socket) => !socket.isOpen()))
  expect(pongs).toBe(0)
  expect((await fetch(`${address}/`)).status).toBe(503)
})

test('P43, P52: a neighbour who sends requests without waiting for their answers is closed; a few behind each other are answered', async () => {
  const [many, few] = [openRawConnection(address), openRawConnection(address)]
  many.write(pipelined(address, '/', 2_000))
  few.write(pipelined(address, '/', 3))
  await until('it is closed', () => !many.isOpen())
  expect(many.received().split('HTTP/1.1').length).toBeLessThan(2_000)
  await until('three are answered', () => few.received().split('HTTP/1.1 503').length === 4)
  few.end()
})

test('P43: a page that sends as many frames as it may at once stays open, hears and is heard', async () => {
  const socket = await open()
  const [page] = pages
  if (!page) throw new Error('no page')
  for (let count = 0; count < framesRate.burst; count += 1) socket.write(pong)
  const message = once(page, 'message')
  socket.send('{"kind":"hello"}')
  expect(String((await message)[0])).toBe('{"kind":"hello"}')
  page.send('{"kind":"beat"}')
  await until('it is answered', () => socket.received() > 0)
  expect(socket.isOpen()).toBe(true)
  socket.end()
})
