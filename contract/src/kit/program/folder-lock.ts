/** The lock of a data folder: a Unix socket for the program's own user, which answers as long as the program runs, however it ends. */
import { chmodSync, rmSync } from 'node:fs'
import net from 'node:net'

export class FolderTaken extends Error {}

/** onConnection: it ends the connection. Throws FolderTaken where another program answers already, or the system's error. */
export async function lockFolder(
  path: string,
  onConnection: (socket: net.Socket) => void = (socket) => socket.destroy(),
): Promise<{ stop(): Promise<void> }> {
  if (await isAnswered(path)) throw new FolderTaken(path)
  rmSync(path, { force: true })
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    onConnection(socket)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  chmodSync(path, 0o600)
  return { stop: () => new Promise((resolve) => server.close(() => resolve())) }
}

function isAnswered(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(path)
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })
}
