import { expect, it } from 'vitest'
import { trackerFields } from './tracker-tiers.ts'

it('keeps the tiers, leaves out what is removed, and puts each new one behind them', () => {
  const trackers = [
    { id: 0, announce: 'http://a/', tier: 0 },
    { id: 1, announce: 'http://b/', tier: 0 },
    { id: 2, announce: 'udp://c', tier: 1 },
  ]
  const change = { added: ['http://d/', 'http://e/'], removed: ['http://b/', 'udp://c'] }
  expect(trackerFields(trackers, { ...change, takesList: true })).toEqual([
    { trackerList: 'http://a/\n\nhttp://d/\n\nhttp://e/' },
  ])
  expect(trackerFields(trackers, { ...change, takesList: false })).toEqual([
    { trackerAdd: change.added },
    { trackerRemove: [1, 2] },
  ])
  expect(trackerFields(trackers, { added: [], removed: ['http://f/'], takesList: false })).toEqual([])
})
