/** The DHT is asked for the peers of a torrent: from node to node, within the rules for addresses (promise 34) and bounded (promise 43). The nodes are real ones of our own on loopback. */
import { createHash, randomBytes } from 'node:crypto'
import dgram from 'node:dgram'
import { once } from 'node:events'
import { afterEach, expect, it } from 'vitest'
import { openBencode } from '../source/bencode.ts'
import type { SourceRule } from '../../kit/outside.ts'
import { lookUpDht } from './dht-lookup.ts'

const closing: (() => unknown)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

const infoHash = createHash('sha1').update('harbour').digest('hex')
const rule: SourceRule = { allowPrivate: true, ownPorts: () => [] }
const text = (bytes: Buffer | string) => Buffer.concat([Buffer.from(`${bytes.length}:`), Buffer.from(bytes)])
const compact = (port: number, address = '127.0.0.1') => Buffer.from([...address.split('.').map(Number), port >> 8, port & 255])

type NodeParts = { peers?: Buffer[]; closer?: () => Buffer[]; answer?: (whole: Buffer) => Buffer | undefined }

/** near: how many bytes of its id are those of the torrent. */
async function openNode(near: number, { peers = [], closer = () => [], answer = (whole) => whole }: NodeParts = {}) {
  const socket = dgram.createSocket('udp4')
  const id = Buffer.concat([Buffer.from(infoHash, 'hex').subarray(0, near), randomBytes(20 - near)])
  const requests: string[] = []
  socket.on('message', (bytes, from) => {
    const code = openBencode(bytes, { maxValues: 50 })
    const root = new Map(code.entries(0))
    const args = new Map(code.entries(root.get('a') ?? 0))
    requests.push(code.stringAt(args.get('info_hash') ?? 0).toString('hex'))
    const values = peers.length === 0 ? [] : [Buffer.from('6:valuesl'), ...peers.map(text), Buffer.from('e')]
    const nodes = text(Buffer.concat(closer()))
    const transaction = text(code.stringAt(root.get('t') ?? 0))
    const head = [Buffer.from('d1:rd2:id'), text(id), Buffer.from('5:nodes'), nodes]
    const whole = answer(Buffer.concat([...head, ...values, Buffer.from('e1:t'), transaction, Buffer.from('1:y1:re')]))
    if (whole) socket.send(whole, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  closing.push(() => socket.close())
  const { port } = socket.address()
  return { port, requests, name: `127.0.0.1:${port}`, compact: Buffer.concat([id, compact(port)]) }
}

const look = (nodes: string[], more = rule) => lookUpDht({ infoHash, nodes, rule: more, signal: AbortSignal.timeout(20_000) })

it('goes from node to node towards the torrent, and counts each peer once', async () => {
  const last = await openNode(3, { peers: [compact(1), compact(2)] })
  const other = await openNode(3, { peers: [compact(2), compact(3)] })
  const middle = await openNode(1, { closer: () => [last.compact, other.compact] })
  const first = await openNode(0, { closer: () => [middle.compact] })
  expect(await look([first.name])).toBe(3)
  expect([first, middle, last, other].map(({ requests }) => requests)).toEqual(Array.from({ length: 4 }, () => [infoHash]))
})

it('says nothing where no node answers, and 0 where nobody has it', async () => {
  const silent = await openNode(0, { answer: () => undefined })
  expect(await look([silent.name])).toBeNull()
  expect(await look([])).toBeNull()
  expect(await look([(await openNode(0)).name])).toBe(0)
})

it('P34: nodes at private addresses and at the box itself are not asked, whoever names them', async () => {
  const inner = await openNode(4)
  const own = await openNode(4)
  const first = await openNode(0, { closer: () => [inner.compact, own.compact] })
  const isPrivate = () => true
  expect(await look([first.name], { allowPrivate: false, ownPorts: () => [] })).toBeNull()
  expect(first.requests).toEqual([])
  const named = { allowPrivate: true, ownPorts: () => [own.port, inner.port], isPrivate }
  expect(await look([first.name], named)).toBe(0)
  expect([inner.requests, own.requests]).toEqual([[], []])
})

it('P43: nodes that name ever closer ones are left after sixty requests, and nonsense is no answer', async () => {
  let requests = 0
  const names: Buffer[] = []
  for (let step = 90; step >= 0; step -= 1) {
    const [further] = names
    const answer = (whole: Buffer) => {
      requests += 1
      return whole
    }
    const { port } = await openNode(0, { answer, closer: () => (further ? [further] : []) })
    names.unshift(Buffer.concat([idAt(step), compact(port)]))
  }
  const first = await openNode(0, { closer: () => names.slice(0, 1) })
  expect(await look([first.name])).toBe(0)
  expect(requests).toBe(59)
  const nonsense = [randomBytes(200), Buffer.from('d1:rd2:id'), Buffer.from('d1:rde1:t4:abcd1:y1:re')]
  const looks = nonsense.map(async (bytes) => look([(await openNode(0, { answer: () => bytes })).name]))
  expect(await Promise.all(looks)).toEqual([null, null, null])
})

/** The one after it is half as far from the torrent. */
function idAt(step: number): Buffer {
  const id = Buffer.from(infoHash, 'hex')
  id[step >> 3] = (id[step >> 3] ?? 0) ^ (0x80 >> (step & 7))
  return id
}
