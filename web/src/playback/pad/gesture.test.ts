/** Gestures on the pad. */
import { describe, expect, test } from 'vitest'
import { handClock } from '../../../../testing/hand-clock.ts'
import { createGesture, zoneAt, type Zone } from './gesture.ts'

function world() {
  const { later, pass } = handClock()
  const notified: string[] = []
  let lit: Zone | null = null
  const keys = {
    down: (key: string) => notified.push(`${key} down`),
    up: (key?: string) => notified.push(`${key} up`),
    tap: (key: string) => notified.push(`${key} tap`),
  }
  const finger = createGesture({ keys, later, show: (zone) => (lit = zone) })
  return { finger, sent: notified, pass, lit: () => lit }
}
const right = { x: 0.8, y: 0 }

test.each([
  [{ x: 0, y: 0 }, 'ok'],
  [{ x: 0.3, y: 0.2 }, 'ok'],
  [{ x: 0.8, y: 0.1 }, 'right'],
  [{ x: -0.8, y: 0.1 }, 'left'],
  [{ x: 0.2, y: -0.9 }, 'up'],
  [{ x: 0.2, y: 0.9 }, 'down'],
] as const)('%o lies on %s', (at, zone) => expect(zoneAt(at)).toBe(zone))

test('a mouse presses at once; the part looks pressed until it is let go', () => {
  const { finger, sent, lit } = world()
  finger.start(right, false)
  expect(sent).toEqual(['right down'])
  expect(lit()).toBe('right')
  finger.end()
  expect(sent).toEqual(['right down', 'right up'])
  expect(lit()).toBe(null)
})

describe('a touch', () => {
  test('that stays presses within 60 ms; a shorter one is a tap', () => {
    const { finger, sent, pass, lit } = world()
    finger.start(right, true)
    expect(lit()).toBe('right')
    pass(60)
    expect(sent).toEqual(['right down'])
    finger.end()
    finger.start(right, true)
    pass(20)
    finger.end()
    expect(sent).toEqual(['right down', 'right up', 'right tap'])
  })

  test('that slides is arrows, one for each step of the way, and never the part that it began on', () => {
    const { finger, sent, pass } = world()
    finger.start({ x: 0, y: 0 }, true)
    finger.move({ x: 0.15, y: 0 })
    finger.move({ x: 0.3, y: 0 })
    finger.move({ x: 0.55, y: 0.02 })
    pass(1_000)
    finger.move({ x: 0.55, y: 0.45 })
    finger.end()
    expect(sent).toEqual(['right tap', 'right tap', 'down tap'])
  })

  test('that is taken away lets go of what it holds and does nothing that it only began', () => {
    const { finger, sent, pass } = world()
    finger.start(right, true)
    finger.cancel()
    finger.start(right, true)
    pass(100)
    finger.cancel()
    finger.end()
    expect(sent).toEqual(['right down', 'right up'])
  })
})
