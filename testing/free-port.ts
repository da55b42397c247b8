/**
 * A free TCP port for a program that a test starts and that cannot listen on port 0 and tell which it has: never the same one twice in a process, nor one that
 * another process of tests has. Nothing can take it before the program listens: systems give out higher ports, and the other processes' blocks are guarded.
 */
import { randomInt } from 'node:crypto'
import net from 'node:net'

/** Below the ports that systems give to outgoing connections, so that none takes it before the program listens. */
const [lowest, highest] = [20_000, 28_000]
/** A process has a block of ports for as long as it lives: it listens on the first one. */
const blockSize = 100
const blocks = (highest - lowest) / blockSize

let ports: number[] = []
let last: Promise<unknown> = Promise.resolve()

export function freePort(): Promise<number> {
  const port = last.then(nextPort)
  last = port.catch(() => undefined)
  return port
}

async function nextPort(): Promise<number> {
  if (ports.length === 0) ports = await takeBlock()
  const port = ports.shift() ?? 0
  const server = await listen(port)
  if (!server) return nextPort()
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function takeBlock(): Promise<number[]> {
  const start = randomInt(blocks)
  for (let count = 0; count < blocks; count += 1) {
    const first = lowest + ((start + count) % blocks) * blockSize
    const guard = await listen(first)
    if (!guard) continue
    guard.unref()
    return Array.from({ length: blockSize - 1 }, (_, at) => first + 1 + at)
  }
  throw new Error(`No free block of ports from ${lowest} to ${highest}.`)
}

/** undefined: somebody else has it. */
function listen(port: number): Promise<net.Server | undefined> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', () => resolve(undefined))
    server.listen(port, () => resolve(server))
  })
}
