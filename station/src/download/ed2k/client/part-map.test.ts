/** Which source fetches which block: side by side, after a damaged part, and where one is slow (promise 42). */
import { expect, it } from 'vitest'
import { blockBytes, partBytes } from '../ed2k-hash.ts'
import { createPartMap } from './part-map.ts'

const oneBlock = 100_000

it('a damaged part goes to another source, to one at a time, and back to the first only if nobody else has it', () => {
  const map = createPartMap({ size: 2 * blockBytes, now: () => 0 })
  for (const source of ['bad', 'good', 'third']) map.join(source, undefined)
  for (const block of map.claim('bad', 3)) {
    map.noteSender(block, 'bad')
    map.receive(block)
  }
  expect(map.unchecked()).toEqual([0])
  expect(map.discard(0)).toBe('bad')
  expect(map.claim('bad', 3)).toEqual([])
  expect(map.claim('good', 1)).toHaveLength(1)
  // One of them alone, so that it is known who sent it.
  expect(map.claim('third', 1)).toEqual([])
  for (const source of ['good', 'third']) map.leave(source)
  expect(map.claim('bad', 3)).toHaveLength(2)
})

it('nobody is blamed for a part that came from two', () => {
  const map = createPartMap({ size: 2 * blockBytes, now: () => 0 })
  for (const source of ['one', 'other']) {
    map.join(source, undefined)
    for (const block of map.claim(source, 1)) {
      map.noteSender(block, source)
      map.receive(block)
    }
  }
  expect(map.discard(0)).toBeUndefined()
  expect(map.doneBytes()).toBe(0)
})

it('sources work on parts of their own first, then together, and take over what another is slow with', () => {
  let now = 0
  const map = createPartMap({ size: partBytes + oneBlock, now: () => now })
  map.join('slow', undefined)
  map.join('quick', undefined)
  expect(map.claim('slow', 1)).toMatchObject([{ part: 0, index: 0 }])
  expect(map.claim('quick', 3)).toEqual([{ part: 1, index: 0, start: partBytes, end: partBytes + oneBlock }])
  map.verify(1)
  expect(map.claim('quick', 100)).toHaveLength(Math.ceil(partBytes / blockBytes) - 1)
  expect(map.claim('quick', 1)).toEqual([])
  now = 60_000
  expect(map.claim('quick', 1)).toMatchObject([{ part: 0, index: 0 }])
})
