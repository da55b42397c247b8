/** The remote's keys with a fake clock. */
import type { RemoteKey } from '@homeport/contract/playback/playback.ts'
import { expect, test } from 'vitest'
import { handClock } from '../../../../testing/hand-clock.ts'
import { createKeys } from './keys.ts'

function world() {
  const clock = handClock()
  const notified: string[] = []
  const keys = createKeys({
    tell: (key: RemoteKey, phase) => notified.push(`${clock.now()} ${key} ${phase}`),
    later: clock.later,
  })
  return { keys, sent: notified, pass: clock.pass }
}

test('spec 9: a held arrow repeats after 500 ms and then every 100 ms, until it is let go', () => {
  const { keys, sent, pass } = world()
  keys.down('right')
  pass(499)
  expect(sent).toEqual(['0 right down'])
  pass(301)
  expect(sent).toEqual(['0 right down', '500 right repeat', '600 right repeat', '700 right repeat', '800 right repeat'])
  keys.up('right')
  pass(5_000)
  expect(sent.at(-1)).toBe('800 right up')
  expect(sent).toHaveLength(6)
})

test('P26: held keys never repeat faster than ten a second', () => {
  const { keys, sent, pass } = world()
  keys.down('volume_up')
  pass(10_000)
  expect(sent.filter((one) => one.endsWith('repeat')).length).toBeLessThanOrEqual(96)
})

test('OK, back, home and mute act once, however long they are held', () => {
  const { keys, sent, pass } = world()
  for (const key of ['ok', 'back', 'home', 'mute'] as const) {
    keys.down(key)
    pass(3_000)
    keys.up(key)
  }
  expect(sent.some((one) => one.endsWith('repeat'))).toBe(false)
  expect(sent).toHaveLength(8)
})

test('a second key lets go of the first one before it begins', () => {
  const { keys, sent, pass } = world()
  keys.down('up')
  pass(600)
  keys.down('left')
  keys.up('up')
  pass(100)
  keys.up()
  expect(sent.map((one) => one.slice(one.indexOf(' ') + 1))).toEqual([
    'up down',
    'up repeat',
    'up repeat',
    'up up',
    'left down',
    'left up',
  ])
})

test('letting go of nothing says nothing, and one key goes up once', () => {
  const { keys, sent } = world()
  keys.up()
  keys.down('ok')
  keys.up()
  keys.up('ok')
  keys.up()
  expect(sent).toEqual(['0 ok down', '0 ok up'])
})
