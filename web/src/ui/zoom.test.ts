import { expect, test } from 'vitest'
import { fitted, isZoomed, moved, settled, swiped, toggledAt, whole, zoomedAt, type ZoomFrame } from './zoom.ts'

const frame: ZoomFrame = { width: 390, height: 700, picture: { width: 390, height: 260 } }

test('two fingers that move apart enlarge the picture, and the point between them stays where it was', () => {
  const before = [
    { x: 20, y: -10 },
    { x: 60, y: -10 },
  ]
  const after = [
    { x: 0, y: -10 },
    { x: 80, y: -10 },
  ]
  const view = moved(whole, before, after)
  expect(view.scale).toBe(2)
  // The middle (40, −10) showed the picture's point (40, −10); it still does.
  expect({ x: (40 - view.x) / view.scale, y: (-10 - view.y) / view.scale }).toEqual({ x: 40, y: -10 })
})

test('a picture grows to six times at most, and a pinch below whole springs back', () => {
  const wide = [
    { x: -200, y: 0 },
    { x: 200, y: 0 },
  ]
  const near = [
    { x: -1, y: 0 },
    { x: 1, y: 0 },
  ]
  expect(moved(whole, near, wide).scale).toBe(6)
  const small = moved(whole, wide, near)
  expect(small.scale).toBeLessThan(1)
  expect(settled(small, frame)).toEqual(whole)
})

test('a dragged picture never leaves a gap at an edge that it could fill', () => {
  const view = settled({ scale: 2, x: 900, y: 900 }, frame)
  expect(view).toEqual({ scale: 2, x: 195, y: 0 })
  expect(settled({ scale: 4, x: -9_000, y: -9_000 }, frame)).toEqual({ scale: 4, x: -585, y: -170 })
})

test('a double tap enlarges where it was tapped, and a second one shows the whole again', () => {
  const view = toggledAt(whole, { x: 100, y: 0 }, frame)
  expect(isZoomed(view)).toBe(true)
  expect((100 - view.x) / view.scale).toBeCloseTo(100)
  expect(toggledAt(view, { x: 0, y: 0 }, frame)).toEqual(whole)
  expect(zoomedAt(view, { at: { x: 0, y: 0 }, scale: 0.2 }, frame)).toEqual(whole)
})

test('a swipe leads on when it is long or quick; down it closes; a tremble does nothing', () => {
  const slow = { width: 390, ms: 800 }
  expect(swiped({ x: -120, y: 10 }, slow)).toBe('next')
  expect(swiped({ x: 120, y: 10 }, slow)).toBe('previous')
  expect(swiped({ x: -40, y: 4 }, slow)).toBe('stay')
  expect(swiped({ x: -40, y: 4 }, { width: 390, ms: 50 })).toBe('next')
  expect(swiped({ x: 30, y: 140 }, slow)).toBe('close')
  expect(swiped({ x: 30, y: -140 }, slow)).toBe('stay')
})

test('a picture fits its stage whole, whatever its shape', () => {
  expect(fitted({ width: 1_000, height: 500 }, { width: 390, height: 700 })).toEqual({ width: 390, height: 195 })
  expect(fitted({ width: 100, height: 1_400 }, { width: 390, height: 700 })).toEqual({ width: 50, height: 700 })
  expect(fitted({ width: 0, height: 0 }, { width: 390, height: 700 })).toEqual({ width: 0, height: 0 })
})
