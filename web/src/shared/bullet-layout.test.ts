import type { Bullet } from '@homeport/contract/guide.ts'
import { expect, test } from 'vitest'
import { layOutComments, commentsAt, rollMs, standMs, widthOf } from './bullet-layout.ts'

const sky = { lanes: 4, width: 360, letterPx: 18 }
let made = 0
const bullet = (time_ms: number, text: string, part: Partial<Bullet> = {}): Bullet => {
  made += 1
  return { id: `b${made}`, text, time_ms, color: '#ffffff', mode: 'roll', is_mine: false, created_at: 0, ...part }
}

test('comments of one moment fly in lanes of their own, and what finds no room is left out', () => {
  const flights = layOutComments(
    ['one', 'two', 'three', 'four', 'five'].map((text) => bullet(1_000, text)),
    sky,
  )
  expect(flights.map(({ lane }) => lane)).toEqual([0, 1, 2, 3])
})

test('one’s own comment is seen even where there is no room', () => {
  const crowd = ['one', 'two', 'three', 'four'].map((text) => bullet(1_000, text))
  const flights = layOutComments([...crowd, bullet(1_000, 'mine', { is_mine: true })], sky)
  expect(flights.map((flight) => flight.bullet.text)).toContain('mine')
})

test('two in one lane never lie on each other at any moment of their way', () => {
  const texts = ['短', '一条比较长的弹幕会飞得更快一些', 'short', 'a rather long comment that flies faster than others', '🎉🎉']
  const bullets = Array.from({ length: 60 }, (_, index) => bullet(index * 350, texts[index % texts.length] ?? ''))
  const flights = layOutComments(bullets, sky)
  expect(flights.length).toBeGreaterThan(20)
  const edgesAt = (flight: (typeof flights)[number], ms: number) => {
    const textPx = widthOf(flight.bullet.text, sky.letterPx)
    const remaining = sky.width - ((ms - flight.startMs) / rollMs) * (sky.width + textPx)
    return { left: remaining, right: remaining + textPx }
  }
  for (let ms = 0; ms < 30_000; ms += 100) {
    const seen = commentsAt(flights, ms)
    for (const one of seen) {
      for (const other of seen) {
        if (one === other || one.lane !== other.lane || one.startMs > other.startMs) continue
        expect(edgesAt(one, ms).right).toBeLessThanOrEqual(edgesAt(other, ms).left)
      }
    }
  }
})

test('one that stands is there for four seconds and gone then; its lane is free again', () => {
  const flights = layOutComments([bullet(0, 'top', { mode: 'top' }), bullet(standMs, 'again', { mode: 'top' })], sky)
  expect(flights.map(({ lane }) => lane)).toEqual([0, 0])
  expect(commentsAt(flights, standMs - 1).map((flight) => flight.bullet.text)).toEqual(['top'])
  expect(commentsAt(flights, standMs).map((flight) => flight.bullet.text)).toEqual(['again'])
})
