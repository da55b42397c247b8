/** Two boxes on a real network card: names that collide, addresses, the service, and the goodbye. */
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import dgram from 'node:dgram'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'
import { until } from '../../../testing/until.ts'
import { lanInterfaces } from '../app/console-banner.ts'

const program = fileURLToPath(new URL('../testing/announcer.ts', import.meta.url))
const [card] = lanInterfaces()
const types = { a: 1, ptr: 12 }
let children: ChildProcessWithoutNullStreams[] = []
let listening: dgram.Socket | undefined

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
  listening?.close()
  listening = undefined
})

async function startBox(host: string, sn: string) {
  const child = spawn(process.execPath, [program, card?.name ?? '', host, sn], { stdio: 'pipe' })
  child.stderr.pipe(process.stderr)
  children.push(child)
  const lines = createInterface(child.stdout)
  const names: string[] = []
  lines.on('line', (line) => names.push(line))
  await once(lines, 'line')
  return {
    /** In their order; the last line may say that none is left. */
    names,
    async stop() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}

/** The socket of another machine of the house. */
async function listen(address: string) {
  const socket = dgram.createSocket({ type: 'udp4', reuseAddr: true })
  listening = socket
  const packets: Buffer[] = []
  socket.on('message', (packet) => packets.push(packet))
  await new Promise<void>((resolve) => socket.bind(5_353, resolve))
  socket.addMembership('224.0.0.251', address)
  socket.setMulticastInterface(address)
  return {
    packets,
    ask: (name: string, type: number) => socket.send(question(name, type), 5_353, '224.0.0.251'),
    send: (packet: Buffer) => socket.send(packet, 5_353, '224.0.0.251'),
    /** Claims every name that begins so as often as it is probed or announced: a busy machine may be late for the probe. The claimed ones, in their order. */
    object(host: string) {
      const claimed = new Set<string>()
      socket.on('message', (packet) => {
        const at = packet.indexOf(host)
        if (at < 1) return
        const name = packet.toString('latin1', at, at + (packet[at - 1] ?? 0))
        const own = claim(`${name}.local`)
        if (packet.equals(own)) return
        claimed.add(name)
        socket.send(own, 5_353, '224.0.0.251')
      })
      return claimed
    },
  }
}

/** An answer: the name is at an address that no machine of the house has. */
function claim(name: string): Buffer {
  const address = Buffer.from([0, 1, 0x80, 1, 0, 0, 0, 120, 0, 4, 203, 0, 113, 9])
  return Buffer.concat([Buffer.from([0, 0, 0x84, 0, 0, 0, 0, 1, 0, 0, 0, 0]), labels(name), address])
}

function labels(name: string): Buffer {
  const parts = name.split('.').map((part) => Buffer.concat([Buffer.from([Buffer.byteLength(part)]), Buffer.from(part)]))
  return Buffer.concat([...parts, Buffer.from([0])])
}

/** A query of one question (RFC 1035). */
function question(name: string, type: number): Buffer {
  return Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]), labels(name), Buffer.from([0, type, 0, 1])])
}

/** A query whose many questions all refer to one name of very many letters, each a label: a reader goes through all of them for each question. */
function tangledQuestion(bytes: number): Buffer {
  const name = Buffer.concat([Buffer.from('\x01b'.repeat(bytes / 5)), Buffer.from([0, 0, 1, 0, 1])])
  const count = Math.floor((bytes - name.length) / 6)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(count + 1, 4)
  return Buffer.concat([head, name, ...Array.from({ length: count }, () => Buffer.from([0xc0, 12, 0, 1, 0, 1]))])
}

/** Seconds to live of the name's address records; 0 in a goodbye. */
function ttlOf(packets: readonly Buffer[], name: string, address: string): number[] {
  const four = Buffer.from(address.split('.').map(Number))
  return packets
    .filter((packet) => ((packet[2] ?? 0) & 0x80) !== 0)
    .flatMap((packet) => {
      const at = packet.indexOf(Buffer.concat([Buffer.from([0, 4]), four]))
      return at > 0 && packet.includes(labels(name).subarray(0, -7)) ? [packet.readUInt32BE(at - 4)] : []
    })
}

const skips = card ? '' : ' (left out: this machine has no network card besides loopback)'

it.skipIf(!card)(
  `a box whose name is taken is called the next one; both answer with their address and service, and take it back${skips}`,
  async () => {
    const address = card?.address ?? ''
    // Digits at its end would be counted on.
    const host = `test-${randomBytes(4).toString('hex')}x`
    const house = await listen(address)
    const first = await startBox(host, 'AAAA')
    expect(first.names).toEqual([host])
    const second = await startBox(host, 'BBBB')
    expect(second.names).toEqual([`${host}-2`])

    house.packets.length = 0
    house.ask(`${host}-2.local`, types.a)
    await expect.poll(() => ttlOf(house.packets, `${host}-2.local`, address)).toContain(120)
    house.ask('_homeport._tcp.local', types.ptr)
    const answers = () => house.packets.filter((packet) => ((packet[2] ?? 0) & 0x80) !== 0)
    for (const sn of ['AAAA', 'BBBB'])
      await expect
        .poll(() => answers().some((packet) => packet.includes(`sn=${sn}`) && packet.includes(`Homeport ${sn}`)))
        .toBe(true)

    house.packets.length = 0
    await second.stop()
    await expect.poll(() => ttlOf(house.packets, `${host}-2.local`, address)).toContain(0)
  },
)

it.skipIf(!card)(`P43, P52: a box answers while a machine of the house sends packets that are long to read${skips}`, async () => {
  const address = card?.address ?? ''
  const host = `test-${randomBytes(4).toString('hex')}x`
  const house = await listen(address)
  await startBox(host, 'DDDD')
  const tangled = [tangledQuestion(60_000), tangledQuestion(4_000)]
  // An answer to this port alone is none of the announcements.
  const asker = dgram.createSocket('udp4')
  let answers = 0
  asker.on('message', () => (answers += 1))
  asker.bind(0, address)
  await once(asker, 'listening')
  asker.setMulticastInterface(address)
  for (let count = 0; count < 8; count += 1) {
    answers = 0
    await until('the box answers', () => {
      for (const packet of tangled) for (let sent = 0; sent < 5; sent += 1) house.send(packet)
      asker.send(question(`${host}.local`, types.a), 5_353, '224.0.0.251')
      return answers > 0
    })
  }
  asker.close()
})

it.skipIf(!card)(`gives up where another machine objects to every name${skips}`, async () => {
  const house = await listen(card?.address ?? '')
  // Digits at its end would be counted on.
  const host = `test-${randomBytes(4).toString('hex')}x`
  const claimed = house.object(host)
  const { names } = await startBox(host, 'CCCC')
  await expect.poll(() => names.at(-1), { timeout: 60_000 }).toBe('every name is taken')
  // Where the objection comes late, the library asks for a name of its own for a moment.
  expect([...claimed].filter((name) => !name.includes('('))).toEqual([
    host,
    ...Array.from({ length: 14 }, (_, at) => `${host}-${at + 2}`),
  ])
})
