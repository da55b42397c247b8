/** For tests: a peer that shares one file over the eDonkey network, well or badly. */
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { deflateSync } from 'node:zlib'
import { onFrames, sendFrame, uint, type Received } from './frames.ts'
import { partBytes, type SharedFile } from './shared-file.ts'

const e3 = 0xe3
const c5 = 0xc5
const pieceBytes = 10_240

export type PeerOptions = {
  /** It has only these parts. */
  parts?: readonly number[]
  /** It sends wrong bytes in these parts, the first `damagedTimes` times. */
  damaged?: readonly number[]
  damagedTimes?: number
  /** Between two pieces of 10 KB. */
  pauseMs?: number
  /** Its slot ends after this many blocks. */
  slotBlocks?: number
  isPacked?: boolean
  /** Nobody gets a slot before letIn() is called. */
  rank?: number
  /** It closes the connection of everybody who waits in its queue. */
  closesQueue?: boolean
  hasNoFile?: boolean
  /** It answers nothing from the hello on, or no request for parts. */
  silentFrom?: 'hello' | 'parts'
  /** In place of its hello. */
  greeting?: Buffer
  hasWrongHashes?: boolean
  /** It closes the connection after this many blocks, once. */
  breaksAfter?: number
}

type Slot = { blocks: number; isOver: boolean }

export type Peer = Awaited<ReturnType<typeof openPeer>>

export async function openPeer(file: SharedFile, options: PeerOptions = {}) {
  const sockets = new Set<Socket>()
  const waiting = new Set<Socket>()
  /** The start of every block that was requested. */
  const requested: number[] = []
  const hellos: Buffer[] = []
  const counts = { connections: 0, slotRequests: 0, blocks: 0, breaks: 0 }
  const damages = new Map<number, number>()
  let isOpen = options.rank === undefined
  const server = createServer((socket) => {
    counts.connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('close', () => waiting.delete(socket))
    const slot = { blocks: 0, isOver: false }
    let queue = Promise.resolve()
    onFrames(socket, (frame) => {
      if (options.silentFrom === 'hello') return
      const isRequest = frame.opcode === 0x47 || frame.opcode === 0xa3
      queue = queue.then(() => (isRequest ? serve(socket, frame, slot) : answer(socket, frame, slot)))
    })
  })

  function answer(socket: Socket, { opcode, payload }: Received, slot: Slot): void {
    const hash = payload.subarray(0, 16)
    if (opcode === 0x01) {
      hellos.push(payload)
      if (options.greeting) socket.write(options.greeting)
      else
        sendFrame(
          socket,
          [e3, 0x4c],
          Buffer.concat([Buffer.alloc(16, 7), uint(4, 0), uint(2, 0), uint(4, 0), uint(4, 0), uint(2, 0)]),
        )
    }
    if (opcode === 0x58)
      sendFrame(socket, [e3, 0x59], Buffer.concat([hash, uint(2, file.name.length), Buffer.from(file.name, 'latin1')]))
    if (opcode === 0x4f) sendFrame(socket, ...statusOf(hash))
    if (opcode === 0x51) {
      const list = options.hasWrongHashes ? file.partHashes.map(() => Buffer.alloc(16, 1)) : file.partHashes
      sendFrame(socket, [e3, 0x52], Buffer.concat([hash, uint(2, list.length), ...list]))
    }
    if (opcode === 0x54) {
      counts.slotRequests += 1
      Object.assign(slot, { blocks: 0, isOver: false })
      if (isOpen) return void sendFrame(socket, [e3, 0x55], Buffer.alloc(0))
      sendFrame(socket, [c5, 0x60], Buffer.concat([uint(2, options.rank ?? 0), Buffer.alloc(10)]))
      waiting.add(socket)
      if (options.closesQueue) socket.end()
    }
  }

  function statusOf(hash: Buffer): [readonly [number, number], Buffer] {
    if (options.hasNoFile || !hash.equals(file.hash)) return [[e3, 0x48], hash]
    if (!options.parts) return [[e3, 0x50], Buffer.concat([hash, uint(2, 0)])]
    const bits = Buffer.alloc(Math.ceil(file.partHashes.length / 8))
    for (const part of options.parts) bits.writeUInt8(bits.readUInt8(part >> 3) | (1 << (part & 7)), part >> 3)
    return [[e3, 0x50], Buffer.concat([hash, uint(2, file.partHashes.length), bits])]
  }

  async function serve(socket: Socket, { opcode, payload }: Received, slot: Slot): Promise<void> {
    const width = opcode === 0xa3 ? 8 : 4
    const read = (at: number) => (width === 8 ? Number(payload.readBigUInt64LE(at)) : payload.readUInt32LE(at))
    for (let at = 0; at < 3; at += 1) {
      const [start, end] = [read(16 + at * width), read(16 + (3 + at) * width)]
      if (end <= start || socket.destroyed) continue
      requested.push(start)
      if (options.silentFrom === 'parts') continue
      if (slot.isOver) return
      if (slot.blocks === options.slotBlocks) {
        slot.isOver = true
        return void sendFrame(socket, [e3, 0x57], Buffer.alloc(0))
      }
      if (counts.blocks === options.breaksAfter && counts.breaks === 0) {
        counts.breaks += 1
        return void socket.destroy()
      }
      slot.blocks += 1
      counts.blocks += 1
      await sendBlock(socket, { start, end, width })
    }
  }

  async function sendBlock(socket: Socket, { start, end, width }: { start: number; end: number; width: 4 | 8 }): Promise<void> {
    const bytes = bytesOf(start, end)
    const packed = options.isPacked ? deflateSync(bytes) : bytes
    const isLarge = width === 8
    for (let at = 0; at < packed.length; at += pieceBytes) {
      const piece = packed.subarray(at, at + pieceBytes)
      const head = options.isPacked
        ? [uint(width, start), uint(4, packed.length)]
        : [uint(width, start + at), uint(width, start + at + piece.length)]
      const opcode = options.isPacked ? (isLarge ? 0xa1 : 0x40) : isLarge ? 0xa2 : 0x46
      const isFlowing = sendFrame(
        socket,
        [isLarge || options.isPacked ? c5 : e3, opcode],
        Buffer.concat([file.hash, ...head, piece]),
      )
      if (options.pauseMs) await new Promise((resolve) => setTimeout(resolve, options.pauseMs))
      else if (!isFlowing && !socket.destroyed) await drained(socket)
    }
  }

  function bytesOf(start: number, end: number): Buffer {
    const bytes = Buffer.from(file.read(start, end))
    const part = Math.floor(start / partBytes)
    if (!options.damaged?.includes(part)) return bytes
    // The last block of a part is the one that is wrong.
    const isLast = end % partBytes === 0 || end === file.size
    const times = damages.get(part) ?? 0
    if (isLast) damages.set(part, times + 1)
    if (isLast && times < (options.damagedTimes ?? Infinity)) bytes.writeUInt8(bytes.readUInt8(0) ^ 0xff, 0)
    return bytes
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    requested,
    hellos,
    counts,
    connected: () => sockets.size,
    hurry: (): void => {
      options.pauseMs = 0
    },
    /** The queue moves. */
    setRank: (rank: number): void => {
      options.rank = rank
      for (const socket of waiting) sendFrame(socket, [c5, 0x60], Buffer.concat([uint(2, rank), Buffer.alloc(10)]))
    },
    letIn: (): void => {
      isOpen = true
      for (const socket of waiting) sendFrame(socket, [e3, 0x55], Buffer.alloc(0))
      waiting.clear()
    },
    stop: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function drained(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => {
    socket.once('drain', resolve)
    socket.once('close', resolve)
  })
}
