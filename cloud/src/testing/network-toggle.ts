/** A TCP proxy between a box and its cloud that a test can cut: no data passes any more, and neither end is notified. */
import { connect, createServer, type Socket } from 'node:net'

export async function openNetworkToggle(to: number): Promise<{
  port: number
  url: string
  openFar: () => number
  pull: () => void
  cut: () => void
  mend: () => void
  stop: () => void
}> {
  const ends: Socket[] = []
  let openFar = 0
  let isPulled = false
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return void near.destroy()
    const far = connect(to, '127.0.0.1')
    ends.push(near, far)
    openFar += 1
    far.on('close', () => (openFar -= 1))
    near.on('data', (bytes) => isPulled || far.write(bytes))
    far.on('data', (bytes) => isPulled || near.write(bytes))
    near.on('error', () => undefined).on('close', () => isPulled || far.destroy())
    far.on('error', () => undefined).on('close', () => isPulled || near.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const cut = () => {
    isCut = true
    for (const end of ends.splice(0)) end.destroy()
  }
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    /** Connections that the cloud has not closed. */
    openFar: () => openFar,
    pull: () => void (isPulled = true),
    /** Closes both ends; no new connection is possible until it is mended. */
    cut,
    mend: () => void (isCut = false),
    stop() {
      cut()
      server.close()
    },
  }
}
