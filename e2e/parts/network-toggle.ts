/** TCP proxy between the box (or box and phones) and their cloud that a test can cut and restore. */
import net from 'node:net'

export type NetworkToggle = { address: string; cut(): void; mend(): void; stop(): Promise<void> }

export async function openNetworkToggle(toPort: number, host = '127.0.0.1'): Promise<NetworkToggle> {
  const ends = new Set<net.Socket>()
  let isCut = false
  const server = net.createServer((near) => {
    if (isCut) return void near.destroy()
    const far = net.connect(toPort, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one)
      one.setNoDelay(true)
      one.on('error', () => other.destroy())
      one.on('close', () => (ends.delete(one), other.destroy()))
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  const at = server.address()
  return {
    address: `http://${host}:${typeof at === 'object' && at ? at.port : 0}`,
    cut() {
      isCut = true
      for (const end of ends) end.destroy()
    },
    mend() {
      isCut = false
    },
    stop: () =>
      new Promise((resolve) => {
        for (const end of ends) end.destroy()
        server.close(() => resolve())
      }),
  }
}
