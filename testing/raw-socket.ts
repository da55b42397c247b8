/** For tests: a WebSocket client made of bytes: it can stop reading, and send what no library sends. */
import { randomBytes } from 'node:crypto'
import net from 'node:net'

export type RawSocket = {
  send(text: string): void
  write(bytes: Buffer): void
  pause(): void
  isOpen(): boolean
  received(): number
  end(): void
  /** Sends what is left and says goodbye as TCP does; answers once the server has closed too. */
  finish(): Promise<void>
}

const text = 1

/** Answers once the server has accepted the upgrade. from: the address of this machine to come from. */
export async function openRawSocket(
  address: string,
  { path, protocol, origin, from }: { path: string; protocol?: string; origin?: string; from?: string },
): Promise<RawSocket> {
  const { hostname, port, host } = new URL(address)
  const socket = net.connect({ port: Number(port), host: hostname, ...(from && { localAddress: from }) })
  socket.on('error', () => socket.destroy())
  const lines = [
    `GET ${path} HTTP/1.1`,
    `Host: ${host}`,
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    'Sec-WebSocket-Version: 13',
    ...(origin ? [`Origin: ${origin}`] : []),
    ...(protocol ? [`Sec-WebSocket-Protocol: ${protocol}`] : []),
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  await new Promise<void>((resolve, reject) => {
    socket.once('data', (head: Buffer) =>
      head.includes('101 Switching') ? resolve() : reject(new Error(`no socket: ${head.toString('latin1', 0, 60)}`)),
    )
    socket.once('close', () => reject(new Error('the server closed the connection')))
  })
  let received = 0
  socket.on('data', (bytes: Buffer) => (received += bytes.length))
  const write = (bytes: Buffer) => void (socket.writable && socket.write(bytes))
  return {
    write,
    send: (message) => write(maskedFrame(text, Buffer.from(message))),
    pause: () => void socket.pause(),
    isOpen: () => socket.writable,
    received: () => received,
    end: () => void socket.destroy(),
    finish: () =>
      new Promise<void>((resolve) => {
        if (socket.closed) return resolve()
        socket.once('close', () => resolve())
        socket.resume().end()
      }),
  }
}

export function maskedFrame(opcode: number, payload: Buffer): Buffer {
  const mask = randomBytes(4)
  const { length } = payload
  const size =
    length < 126
      ? Buffer.from([0x80 | length])
      : length < 65_536
        ? Buffer.from([0x80 | 126, length >> 8, length & 255])
        : Buffer.concat([Buffer.from([0x80 | 127, 0, 0, 0, 0]), uint32(length)])
  const masked = Buffer.from(payload)
  for (let at = 0; at < length; at += 1) masked[at] = (payload[at] ?? 0) ^ (mask[at % 4] ?? 0)
  return Buffer.concat([Buffer.from([0x80 | opcode]), size, mask, masked])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
