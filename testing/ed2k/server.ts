/** For tests: a server of the eDonkey network that knows the sources of files. */
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { onFrames, sendFrame, uint } from './frames.ts'

const e3 = 0xe3

/** host: an address of IPv4; lowId: of a client that nobody can connect to. */
export type KnownSource = { host: string; port: number } | { lowId: number }

/** sources: by the file's hash in hex; may be changed while it runs. */
export async function openServer(sources: Map<string, KnownSource[]>, { isSilent = false } = {}) {
  const sockets = new Set<Socket>()
  const logins: Buffer[] = []
  const searches: { hash: string; size: number }[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    onFrames(socket, ({ opcode, payload }) => {
      if (isSilent) return
      if (opcode === 0x01) {
        logins.push(payload)
        sendFrame(socket, [e3, 0x38], Buffer.concat([uint(2, 7), Buffer.from('welcome')]))
        sendFrame(socket, [e3, 0x40], uint(4, 77))
        sendFrame(socket, [e3, 0x34], Buffer.concat([uint(4, 3), uint(4, 9)]))
      }
      if (opcode !== 0x19) return
      const hash = payload.toString('hex', 0, 16)
      const short = payload.readUInt32LE(16)
      searches.push({ hash, size: short === 0 ? Number(payload.readBigUInt64LE(20)) : short })
      const list = sources.get(hash) ?? []
      const entries = list.map((source) =>
        'host' in source
          ? Buffer.concat([Buffer.from(source.host.split('.').map(Number)), uint(2, source.port)])
          : Buffer.concat([uint(4, source.lowId), uint(2, 4662)]),
      )
      if (list.length > 0)
        sendFrame(socket, [e3, 0x42], Buffer.concat([payload.subarray(0, 16), uint(1, list.length), ...entries]))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    logins,
    searches,
    /** Connections. */
    open: () => sockets.size,
    stop: async (): Promise<void> => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
