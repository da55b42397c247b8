/** For tests: a client of an http server made of bytes, which sends what no library sends. */
import net from 'node:net'

export type RawConnection = { write: (text: string) => void; isOpen: () => boolean; received: () => string; end: () => void }

/** It reads whatever comes. */
export function openRawConnection(address: string): RawConnection {
  const { hostname, port } = new URL(address)
  let received = ''
  const socket = net.connect(Number(port), hostname)
  socket.on('error', () => socket.destroy())
  socket.on('data', (bytes: Buffer) => (received += bytes.toString('latin1')))
  return {
    write: (text) => void (socket.writable && socket.write(text, 'latin1')),
    isOpen: () => !socket.destroyed && socket.writable,
    received: () => received,
    end: () => void socket.destroy(),
  }
}

/** So many requests behind each other, none of which waits for the answer to the one before. */
export function pipelined(address: string, path: string, count: number): string {
  return `GET ${path} HTTP/1.1\r\nHost: ${new URL(address).host}\r\n\r\n`.repeat(count)
}
