import { expect, test } from 'vitest'
import { spaceOf } from './disk-space.ts'

test('used and free are the whole of a disk, whatever the system keeps for itself', () => {
  const space = spaceOf({ blocks: 271, bfree: 240, bavail: 78, bsize: 1_000 })
  expect(space).toEqual({ total: 109_000, used: 31_000, free: 78_000 })
})

test('a disk without a reserve is as large as its blocks; one that is full has no room', () => {
  expect(spaceOf({ blocks: 10, bfree: 4, bavail: 4, bsize: 512 })).toEqual({ total: 5_120, used: 3_072, free: 2_048 })
  expect(spaceOf({ blocks: 10, bfree: 1, bavail: 0, bsize: 512 })).toEqual({ total: 4_608, used: 4_608, free: 0 })
})
