/** For tests: frames of the eDonkey network over a socket. */
import type { Socket } from 'node:net'

export type Received = { protocol: number; opcode: number; payload: Buffer }

export function sendFrame(socket: Socket, [protocol, opcode]: readonly [number, number], payload: Buffer): boolean {
  const header = Buffer.alloc(6)
  header.writeUInt8(protocol, 0)
  header.writeUInt32LE(payload.length + 1, 1)
  header.writeUInt8(opcode, 5)
  return socket.write(Buffer.concat([header, payload]))
}

export function onFrames(socket: Socket, receive: (frame: Received) => void): void {
  let rest: Buffer = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= 6 && rest.length >= 5 + rest.readUInt32LE(1)) {
      const end = 5 + rest.readUInt32LE(1)
      receive({ protocol: rest.readUInt8(0), opcode: rest.readUInt8(5), payload: rest.subarray(6, end) })
      rest = rest.subarray(end)
    }
  })
}

export function uint(bytes: 1 | 2 | 4 | 8, value: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  if (bytes === 8) buffer.writeBigUInt64LE(BigInt(value))
  else buffer.writeUIntLE(value, 0, bytes)
  return buffer
}
