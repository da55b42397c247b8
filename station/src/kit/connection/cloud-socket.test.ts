/** P43: a cloud, or whoever has its place, that sends without end holds up nothing else of the box, whatever it sends. */
import { once } from 'node:events'
import http from 'node:http'
import type { Duplex } from 'node:stream'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cloudPacketsRate } from '@homeport/contract/kit/inbound.ts'
import { createPacketCounter } from '@homeport/contract/kit/mqtt/packet-counter.ts'
import { WebSocketServer, type WebSocket } from 'ws'
import { openCloudSocket } from './cloud-socket.ts'

const maxBytes = 100_000
let server: http.Server
let sockets: WebSocketServer
let address: string
let onOpen: (stream: Duplex) => void
let ws: WebSocket

beforeEach(async () => {
  sockets = new WebSocketServer({ noServer: true, handleProtocols: () => 'mqtt' })
  server = http.createServer()
  server.on('upgrade', (request, stream, head) => {
    stream.on('error', () => stream.destroy())
    sockets.handleUpgrade(request, stream, head, () => onOpen(stream))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // NOTE: a listening TCP server has this kind of address.
  address = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/mqtt`
})
afterEach(() => {
  ws.terminate()
  for (const client of sockets.clients) client.terminate()
  server.close()
})

/** As a server sends it: not masked. */
function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  const size =
    length < 126
      ? [length]
      : length < 65_536
        ? [126, length >> 8, length & 255]
        : [127, 0, 0, 0, 0, 0, length >> 16, (length >> 8) & 255, length & 255]
  return Buffer.concat([Buffer.from([128 | opcode, ...size]), payload])
}
const times = (count: number, bytes: Buffer) => Buffer.concat(Array.from({ length: count }, () => bytes))
const pingResponse = Buffer.from('d000', 'hex')

function open(): WebSocket {
  ws = openCloudSocket(address, {
    protocols: ['mqtt'],
    rate: cloudPacketsRate,
    count: createPacketCounter(maxBytes),
    maxBytes,
    withinMs: 10_000,
  })
  return ws.on('error', () => {})
}

const tooMany = cloudPacketsRate.closeAbove + 1
test.each([
  ['answers to pings in one frame', frame(2, times(tooMany, pingResponse))],
  ['packets a byte a frame', times(tooMany, frame(2, Buffer.from([0xd0])))],
  ['pongs', times(tooMany, frame(10, Buffer.alloc(0)))],
  ['empty pieces of a message', times(tooMany, Buffer.from([0, 0]))],
  ['a packet that says to have 256 MB', frame(2, Buffer.from('30ffffff7f', 'hex'))],
  ['a packet of no length', frame(2, Buffer.from('30ffffffff', 'hex'))],
  ['a message that is too long', frame(2, Buffer.alloc(maxBytes + 1))],
])('P43: it is left where it sends %s', async (_, flood) => {
  onOpen = (stream) => stream.write(flood)
  const code = await new Promise((resolve) => open().once('close', resolve))
  expect([1006, 1009]).toContain(code)
})

test('what a household sends comes whole, packets of many acts at once among it', async () => {
  const act = Buffer.concat([Buffer.from('30e807', 'hex'), Buffer.alloc(1_000, 'a')])
  const sent = times(cloudPacketsRate.burst / 2, act)
  onOpen = (stream) => void stream.write(times(cloudPacketsRate.burst / 2, frame(2, act)))
  let received = 0
  open().on('message', (data: Buffer) => (received += data.length))
  while (received < sent.length) await once(ws, 'message')
  expect([received, ws.readyState]).toEqual([sent.length, ws.OPEN])
})
