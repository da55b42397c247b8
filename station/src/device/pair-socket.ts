/** The socket of `npm run pair`: a Unix socket for the station's own user only; each connection gets one line of JSON {devsn, code}. It is also the lock that keeps a second station off the folder. */
import { chmodSync, rmSync } from 'node:fs'
import net from 'node:net'
import { SettingError } from '../kit/setting-error.ts'

/** say: waits until a code would work, if that is soon. Throws SettingError if another station already answers on this socket. */
export async function openPairSocket(
  path: string,
  currentCode: () => Promise<{ devsn: string; code: string }>,
): Promise<{ stop(): Promise<void> }> {
  if (await isAnswered(path))
    throw new SettingError(
      `A station already runs on this folder (${path} answers); stop it first, or set HOMEPORT_DATA to another folder.`,
    )
  rmSync(path, { force: true })
  const server = net.createServer((socket) => {
    socket.on('error', () => {})
    currentCode().then(
      (pairing) => socket.end(`${JSON.stringify(pairing)}\n`),
      () => socket.destroy(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new SettingError(
          `The socket ${path} cannot be made (${error.message}); set HOMEPORT_DATA to a writable folder with a short path.`,
        ),
      ),
    )
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
