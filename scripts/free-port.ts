/** A free TCP port for a program that a test starts. */
import { randomInt } from 'node:crypto'
import net from 'node:net'

/** Below the ports that systems give to outgoing connections, so that none takes it before the program listens. */
const [lowest, highest] = [20_000, 32_000]
const tries = 100

export async function freePort(): Promise<number> {
  for (let count = 0; count < tries; count += 1) {
    const port = randomInt(lowest, highest)
    if (await isFree(port)) return port
  }
  throw new Error(`No free port from ${lowest} to ${highest}.`)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
