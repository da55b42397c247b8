/** A cable between a box and its cloud that a test can pull: nothing passes any more, and neither end is told. */
import { connect, createServer, type Socket } from 'node:net'

export async function layCable(port: number): Promise<{ url: string; pull(): void; stop(): void }> {
  const ends: Socket[] = []
  let isPulled = false
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    ends.push(near, far)
    near.on('data', (bytes) => isPulled || far.write(bytes))
    far.on('data', (bytes) => isPulled || near.write(bytes))
    near.on('error', () => undefined).on('close', () => isPulled || far.destroy())
    far.on('error', () => undefined).on('close', () => isPulled || near.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    pull: () => void (isPulled = true),
    stop() {
      for (const end of ends) end.destroy()
      server.close()
    },
  }
}
