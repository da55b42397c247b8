/** The limit of the download speed holds for links and torrents together. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shareLimit } from './limits.ts'

const load = fc.record({ jobs: fc.integer({ min: 1, max: 40 }), speed: fc.integer({ min: 0, max: 2_000_000_000 }) })

it('never gives both together more than the setting, nor one of them no limit at all', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1024, max: 1_000_000_000 }), load, load, (limit, links, torrents) => {
      const shares = shareLimit(limit, links, torrents)
      expect(shares.links).toBeGreaterThan(0)
      expect(shares.torrents).toBeGreaterThan(0)
      expect(shares.links + shares.torrents).toBeLessThanOrEqual(limit)
    }),
  )
})

it('gives all of it to links while torrents bring nothing, and half to each where both could use it', () => {
  const dead = shareLimit(1_600_000, { jobs: 1, speed: 1_500_000 }, { jobs: 3, speed: 0 })
  expect(dead).toEqual({ links: 1_500_000, torrents: 100_000 })
  const both = shareLimit(1_600_000, { jobs: 1, speed: 800_000 }, { jobs: 1, speed: 800_000 })
  expect(both).toEqual({ links: 800_000, torrents: 800_000 })
  const slowLink = shareLimit(1_600_000, { jobs: 1, speed: 100_000 }, { jobs: 1, speed: 1_450_000 })
  expect(slowLink).toEqual({ links: 150_000, torrents: 1_450_000 })
})

it('without a setting there is no limit', () => {
  expect(shareLimit(0, { jobs: 2, speed: 5 }, { jobs: 2, speed: 5 })).toEqual({ links: 0, torrents: 0 })
})
