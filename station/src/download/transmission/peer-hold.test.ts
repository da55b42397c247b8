import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createPeerHold } from './peer-hold.ts'

const [own, other] = ['a'.repeat(40), 'b'.repeat(40)]

/** Answers as Transmission does. */
function open(limits: Map<string, number>, usual = 50) {
  const Given = z.object({ ids: z.optional(z.array(z.string())), 'peer-limit': z.optional(z.number()) })
  const hold = createPeerHold({
    async call(method, fields, schema) {
      const { ids } = Given.parse(fields)
      const torrents = [...limits]
        .filter(([hash]) => ids?.includes(hash) ?? true)
        .map(([hash, limit]) => ({ hashString: hash, maxConnectedPeers: limit, labels: hash === own ? ['homeport'] : ['mine'] }))
      return z.parse(schema, method === 'session-get' ? { 'peer-limit-per-torrent': usual } : { torrents })
    },
    async tell(_, fields) {
      const { ids = [], 'peer-limit': limit = -1 } = Given.parse(fields)
      for (const hash of ids) limits.set(hash, limit)
    },
  })
  return { hold, limits }
}

it('has no peers while it is held, and its owner’s limit afterwards, however often it is held', async () => {
  const { hold, limits } = open(new Map([[own, 7]]))
  await hold.hold(own)
  await hold.hold(own)
  expect(limits.get(own)).toBe(0)
  await hold.release(own)
  await hold.release(own)
  expect(limits.get(own)).toBe(7)
})

it('releases with the usual limit what was held as the box ended, and leaves what its owner keeps from peers', async () => {
  const { hold, limits } = open(
    new Map([
      [own, 0],
      [other, 0],
    ]),
    30,
  )
  await hold.releaseLeftOvers()
  expect([limits.get(own), limits.get(other)]).toEqual([30, 0])
  // As the box begins it.
  await hold.hold(other)
  await hold.release(other)
  expect(limits.get(other)).toBe(30)
})
