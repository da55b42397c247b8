import { expect, test } from 'vitest'
import { justOfflinePollMs, presenceMs, presencePollMs } from './data.ts'

const nowMs = 1_700_000_000_000
const seenSecondsAgo = (seconds: number) => nowMs / 1000 - seconds

test('presence is polled often while a box has just gone offline, and every 30 s otherwise', () => {
  const away = { online: 0, seen_at: seenSecondsAgo(5) }
  const longAway = { online: 0, seen_at: seenSecondsAgo(120) }
  const never = { online: 0, seen_at: null }
  const online = { online: 1, seen_at: seenSecondsAgo(1) }
  expect(presencePollMs([online, away], nowMs)).toBe(justOfflinePollMs)
  for (const boxes of [[], [online], [longAway], [never], [online, longAway]])
    expect(presencePollMs(boxes, nowMs)).toBe(presenceMs)
})
