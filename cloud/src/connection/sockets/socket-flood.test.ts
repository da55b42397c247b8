/** P43, P52: whoever sends frames or packets without end to a socket that anybody may open is slowed, then closed, before a parser sees it. */
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDevices } from '@homeport/contract/device.ts'
import { boxPacketsRate, bytesBeforeLogin, framesRate, unboundPacketsRate } from '@homeport/contract/kit/inbound.ts'
import { openRawConnection, pipelined } from '../../../../testing/raw-connection.ts'
import { maskedFrame, openRawSocket, type RawSocket } from '../../../../testing/raw-socket.ts'
import { until } from '../../../../testing/until.ts'
import { TestApp, type TestCloud } from '../../testing/app-socket.ts'
import { newKey, passwordOf } from '../../testing/box.ts'
import { startTestBroker } from '../../testing/broker.ts'
import { startTestCloud } from '../../testing/cloud.ts'
import { expectCode } from '../../testing/codes.ts'

let cloud: TestCloud
let alice: { token: string }
const opcodes = { text: 1, binary: 2, ping: 9, pong: 10 }

beforeAll(async () => {
  cloud = await startTestCloud()
  alice = await cloud.signUp('alice')
})
afterAll(() => cloud.stop())

const frames = (opcode: number, count: number) =>
  Buffer.concat(Array.from({ length: count }, () => maskedFrame(opcode, Buffer.alloc(0))))
const isClosed = (socket: RawSocket) => until('the socket is closed', () => !socket.isOpen())

test('P27, P43: a second’s worth of frames of whatever opcode closes the socket, with and without a login, and others are answered', async () => {
  const witness = await new TestApp(cloud.url).login(alice.token)
  for (const target of [{ path: '/en/ws' }, { path: '/zh/ws' }, { path: '/mqtt', protocol: 'mqtt' }])
    for (const opcode of [opcodes.ping, opcodes.pong, opcodes.binary]) {
      const sockets = await Promise.all([1, 2, 3, 4].map(() => openRawSocket(cloud.url, target)))
      for (const socket of sockets) socket.write(frames(opcode, 10 * framesRate.closeAbove))
      await Promise.all(sockets.map(isClosed))
      expectCode(await witness.ask('onheadt', {}), 'ok')
    }
  expectCode(await cloud.ask(listDevices, {}, alice), 'ok')
  const app = await openRawSocket(cloud.url, { path: '/en/ws' })
  app.send(JSON.stringify({ act: 'login', time: 0, data: { app: 'web', devsn: '', appuid: '', data: { token: alice.token } } }))
  await until('it is in', () => app.received() > 0)
  app.write(frames(opcodes.pong, 10 * framesRate.closeAbove))
  await isClosed(app)
  witness.close()
})

test('P43, P52: whoever sends requests without waiting for their answers is closed; a few behind each other are answered', async () => {
  const [many, few] = [openRawConnection(cloud.url), openRawConnection(cloud.url)]
  many.write(pipelined(cloud.url, '/healthz', 2_000))
  few.write(pipelined(cloud.url, '/healthz', 3))
  await until('it is closed', () => !many.isOpen())
  expect(many.received().split('HTTP/1.1').length).toBeLessThan(2_000)
  await until('three are answered', () => few.received().split('HTTP/1.1 200').length === 4)
  few.end()
})

test('P27: before its login a socket has 64 KB in all; after it none is counted', async () => {
  const stranger = await openRawSocket(cloud.url, { path: '/en/ws' })
  const long = maskedFrame(opcodes.pong, Buffer.alloc(100))
  for (let sent = 0; sent <= bytesBeforeLogin; sent += 10 * long.length) stranger.write(Buffer.concat(Array(10).fill(long)))
  await isClosed(stranger)
  // Not by the time for its login, of which it would be told.
  expect(stranger.received()).toBe(0)
  const app = await new TestApp(cloud.url).login(alice.token)
  for (const id of ['1', '2', '3']) app.send('onheadt', { filler: 'x'.repeat(30_000) }, { id })
  await until('all are answered', () => ['1', '2', '3'].every((id) => app.frames.some((frame) => frame.id === id)))
  app.close()
})

test('P43: a box that is not bound has ten packets a second, a bound one a hundred; far more close either', async () => {
  const [bound, unbound] = [newKey(), newKey()]
  const broker = await startTestBroker({ isBound: (devsn) => devsn === bound.devsn })
  const connect = async (key: typeof bound) => {
    const password = passwordOf(key, broker.offer(key.devsn))
    const options = { clientId: key.devsn, username: key.devsn, password, clean: true, keepalive: 20, reconnectPeriod: 0 }
    const client = await mqtt.connectAsync(broker.url, options)
    let answers = 0
    let isOpen = true
    client.on('error', () => {})
    client.on('close', () => (isOpen = false))
    client.on('packetreceive', ({ cmd }) => (answers += cmd === 'pingresp' ? 1 : 0))
    const ping = (count: number) => client.stream.write(Buffer.from('c000'.repeat(count), 'hex'))
    return { client, ping, answers: () => answers, isOpen: () => isOpen }
  }
  const [box, stranger] = [await connect(bound), await connect(unbound)]
  box.ping(500)
  await until('all are answered', () => box.answers() >= 500)
  box.ping(boxPacketsRate.closeAbove + 1)
  stranger.ping(unboundPacketsRate.closeAbove + 1)
  await until('both are closed', () => !box.isOpen() && !stranger.isOpen())
  expect(stranger.answers()).toBe(0)
  // It waits for its binding with a few packets, as a real one does.
  const waiting = await connect(unbound)
  waiting.ping(20)
  await until('all are answered', () => waiting.answers() >= 20)
  expect(waiting.isOpen()).toBe(true)
  waiting.client.end(true)
  await broker.stop()
})
