/** P42: frames that are changed, cut or made up, of servers and sources: each is left, and the file comes from the one that is sound. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { linkTo, shareBytes } from '../../../../../testing/ed2k/shared-file.ts'
import { until } from '../../../../../testing/until.ts'
import { gid, setUpEd2k } from '../../../testing/ed2k.ts'

const { openClient, peer, job, isDone, dir, read } = setUpEd2k()
/** More are not read of a link. */
const sourcesOfLink = 50
const body = randomBytes(500_000)
const file = shareBytes('a.mkv', body)
const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

function frame(protocol: number, opcode: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(6)
  head.writeUInt8(protocol, 0)
  head.writeUInt32LE(payload.length + 1, 1)
  head.writeUInt8(opcode, 5)
  return Buffer.concat([head, payload])
}

const u32 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from(Uint32Array.of(value).buffer)))
const block = body.subarray(0, 10_000)
const packed = deflateSync(block)
const { hash } = file
/** A source's side from its greeting to its first bytes, and a server's. */
const conversations = [
  [
    frame(0xe3, 0x4c, Buffer.alloc(40)),
    frame(0xe3, 0x50, Buffer.concat([hash, Buffer.from([0, 0])])),
    frame(0xe3, 0x52, Buffer.concat([hash, Buffer.from([0, 0])])),
    frame(0xc5, 0x60, Buffer.from([9, 0, 0, 0])),
    frame(0xe3, 0x55, Buffer.alloc(0)),
    frame(0xe3, 0x46, Buffer.concat([hash, u32(0, block.length), block])),
    frame(0xc5, 0x40, Buffer.concat([hash, u32(0, packed.length), packed])),
    frame(0xc5, 0xa2, Buffer.concat([hash, Buffer.alloc(16, 255), block])),
    frame(0xd4, 0x50, deflateSync(hash)),
    ...[0x50, 0x52, 0x46].map((opcode) => frame(0xe3, opcode, hash)),
  ],
  [
    frame(0xe3, 0x38, Buffer.from('welcome')),
    frame(0xe3, 0x40, u32(1)),
    frame(0xe3, 0x34, u32(1, 2)),
    frame(0xe3, 0x42, Buffer.concat([hash, Buffer.from([200, 1, 2, 3, 4, 5])])),
    frame(0xe3, 0x42, Buffer.alloc(3)),
  ],
]

const change = fc.record({ kind: fc.nat(2), at: fc.nat(20_000), byte: fc.nat(255), length: fc.nat(40) })
function changed(bytes: Buffer, changes: readonly { kind: number; at: number; byte: number; length: number }[]): Buffer {
  let result = Buffer.from(bytes)
  for (const { kind, at: anywhere, byte, length } of changes) {
    // Most of a frame's sense is in its first bytes.
    const at = anywhere % Math.min(result.length + 1, 120)
    const [before, after] = [result.subarray(0, at), result.subarray(at)]
    if (kind === 0) result = Buffer.concat([before, Buffer.of(byte), after.subarray(1)])
    else if (kind === 1) result = Buffer.concat([before, after.subarray(length)])
    else result = Buffer.concat([before, Buffer.alloc(length, byte), after])
  }
  return result
}

async function openTalker(response: Buffer) {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    socket.resume()
    socket.end(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(() => server.close())
  const { port } = server.address() as AddressInfo
  return { host: '127.0.0.1', port, connections: () => connections, open: () => sockets.size }
}

it.each([1, 2, 3, 4])('P42: whatever they say, each is asked and left, and the file comes whole (%i)', async (seed) => {
  const [source = [], server = []] = conversations
  const talk = (frames: readonly Buffer[]) =>
    fc
      .tuple(fc.shuffledSubarray(frames.slice(1), { minLength: 1 }), fc.boolean(), fc.array(change, { maxLength: 4 }))
      .map(([some, isInOrder, changes]) =>
        changed(Buffer.concat(isInOrder ? [...frames] : [...frames.slice(0, 1), ...some]), changes),
      )
  const response = (frames: readonly Buffer[]) => fc.sample(talk(frames), { numRuns: sourcesOfLink - 1, seed })
  const sources = await Promise.all(response(source).map(openTalker))
  const servers = await Promise.all(response(server).map(openTalker))
  const sound = await peer(file, { rank: 1 })
  const client = openClient({ servers })
  await client.addLink({ gid, kind: 'ed2k', url: linkTo(file, [...sources, sound]), dir: dir(), name: '' })
  await until('each was asked', () => [...sources, ...servers].every(({ connections }) => connections() > 0))
  await until('each is left', () => [...sources, ...servers].every(({ open }) => open() === 0))
  expect((await job(client)).state).toBe('active')
  sound.letIn()
  await isDone(client)
  expect(read('a.mkv').equals(body)).toBe(true)
})
