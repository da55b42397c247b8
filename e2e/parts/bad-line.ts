/** A TCP proxy that behaves as a bad network: slow, losing packets, silent, or cutting its connections. */
import net from 'node:net'

/** delayMs: each way. loseEvery: each way of a connection, every so many-th chunk comes a retransmission later, and all behind it with it, as TCP shows a lost packet. isSilent: nothing passes and nobody is told, as behind a pulled cable. */
export type Fault = { delayMs?: number; loseEvery?: number; isSilent?: boolean }
export type BadLine = {
  port: number
  /** From now on; {}: a good line again. A silent side stays so until its connection is given up. */
  become(fault: Fault): void
  /** Cuts all connections; new ones work. */
  reset(): void
  stop(): Promise<void>
}

const retransmitMs = 250

export async function openBadLine(toPort: number): Promise<BadLine> {
  const ends = new Set<net.Socket>()
  const silent = new Set<net.Socket>()
  let fault: Fault = {}

  function pass(from: net.Socket, to: net.Socket): void {
    let freeAt = 0
    let chunks = 0
    from.setNoDelay(true)
    ends.add(from)
    from.on('data', (bytes) => {
      if (silent.has(from)) return
      const { delayMs = 0, loseEvery = Number.POSITIVE_INFINITY } = fault
      chunks += 1
      const lost = chunks % loseEvery === 0 ? retransmitMs : 0
      freeAt = Math.max(freeAt, performance.now() + delayMs + lost)
      const wait = freeAt - performance.now()
      if (wait <= 0) return forward(bytes)
      from.pause()
      setTimeout(() => {
        forward(bytes)
        from.resume()
      }, wait)
    })
    const forward = (bytes: Buffer) => {
      if (!to.writable || silent.has(from)) return
      if (to.write(bytes)) return
      from.pause()
      to.once('drain', () => from.resume())
    }
    from.on('error', () => from.destroy())
    from.on('close', () => {
      ends.delete(from)
      if (!silent.has(from)) to.destroy()
    })
  }

  const server = net.createServer((near) => {
    const far = net.connect(toPort, '127.0.0.1')
    pass(near, far)
    pass(far, near)
    if (fault.isSilent) for (const end of [near, far]) silent.add(end)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const at = server.address()
  const destroyAll = () => {
    for (const end of [...ends, ...silent]) end.destroy()
    silent.clear()
  }
  return {
    port: typeof at === 'object' && at ? at.port : 0,
    become(next) {
      fault = next
      if (next.isSilent) for (const end of ends) silent.add(end)
    },
    reset: destroyAll,
    stop: () =>
      new Promise((resolve) => {
        destroyAll()
        server.close(() => resolve())
      }),
  }
}
