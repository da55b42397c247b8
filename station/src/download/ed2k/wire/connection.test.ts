/** Frames of a connection, however many come at once (P42, P43). */
import { createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { connectTo } from './connection.ts'
import { encodeFrame, Protocol } from './frame.ts'

it('P42: tens of thousands of short frames that are here at once are read in many turns', async () => {
  const count = 50_000
  const one = encodeFrame({ protocol: Protocol.edonkey, opcode: 1, payload: Buffer.alloc(0) })
  const server = createServer((socket) =>
    socket.on('error', () => {}).end(Buffer.concat(Array.from({ length: count }, () => one))),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const gone = new AbortController()
  const rule = { allowPrivate: true, ownPorts: () => [] }
  const line = await connectTo({ host: '127.0.0.1', port }, { rule, signal: gone.signal, silenceMs: 30_000 })
  let [turns, isOver] = [0, false]
  const next = (): void => {
    turns += 1
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  for (let at = 0; at < count; at += 1) await line.next()
  isOver = true
  gone.abort()
  server.close()
  // As few as the pieces of the socket without it.
  expect(turns).toBeGreaterThan(count / 200)
})
