/** Polls a condition on real programs, with a timeout and a description in the error. */
import net from 'node:net'

export async function until(what: string, condition: () => Promise<boolean> | boolean, boundMs = 30_000): Promise<void> {
  const end = performance.now() + boundMs
  let last: unknown
  while (performance.now() < end) {
    try {
      if (await condition()) return
    } catch (error) {
      last = error
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`Waited ${boundMs} ms in vain: ${what}${last instanceof Error ? ` (${last.message})` : ''}`)
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
