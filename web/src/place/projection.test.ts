import fc from 'fast-check'
import { expect, test } from 'vitest'
import { degreesOf, kmBetween, panBy, placeAt, spotOf, squareOf, zoomedTo, zoomMax, type MapView } from './projection.ts'

const size = { width: 390, height: 500 }
const lat = fc.double({ min: -80, max: 80, noNaN: true })
const lon = fc.double({ min: -179.9, max: 179.9, noNaN: true })
const view = fc.record({ lat, lon, zoom: fc.double({ min: 0, max: zoomMax, noNaN: true }) })

test('from degrees to the square of the world and back is the same place', () => {
  expect(squareOf({ lat: 0, lon: 0 })).toEqual({ x: 0.5, y: 0.5 })
  fc.assert(
    fc.property(lat, lon, (...[a, b]) => {
      const back = degreesOf(squareOf({ lat: a, lon: b }))
      expect(back.lat).toBeCloseTo(a, 6)
      expect(back.lon).toBeCloseTo(b, 6)
    }),
  )
})

test('what is tapped is what is seen there, at any zoom', () => {
  fc.assert(
    fc.property(view, fc.integer({ min: 0, max: 390 }), (seen, x) => {
      const spot = { x, y: 250 }
      const again = spotOf(placeAt(spot, seen, size), seen, size)
      const world = 256 * 2 ** seen.zoom
      // a small map shows the world more than once: the same place, a whole world on
      expect(Math.abs(again.x - spot.x) % world).toSatisfy((off: number) => off < 0.01 || world - off < 0.01)
      expect(again.y).toBeCloseTo(spot.y, 2)
    }),
  )
})

test('enlarging leaves the place under the fingers where it is', () => {
  const seen: MapView = { lat: 31.2, lon: 121.5, zoom: 4 }
  const at = { x: 100, y: 120 }
  const before = placeAt(at, seen, size)
  const after = placeAt(at, zoomedTo(seen, { zoom: 6, at }, size), size)
  expect(after.lat).toBeCloseTo(before.lat, 6)
  expect(after.lon).toBeCloseTo(before.lon, 6)
  expect(zoomedTo(seen, { zoom: 99, at }, size).zoom).toBe(zoomMax)
})

test('dragging over the date line goes on, and a place beyond it stands beside it', () => {
  const fiji: MapView = { lat: -17, lon: 179.9, zoom: 6 }
  const on = panBy(fiji, { x: -100, y: 0 })
  expect(on.lon).toBeLessThan(-170)
  const spot = spotOf({ lat: -17, lon: -179.9 }, fiji, size)
  expect(Math.abs(spot.x - size.width / 2)).toBeLessThan(20)
})

test('a distance is right within a few kilometres', () => {
  expect(kmBetween({ lat: 31.23, lon: 121.47 }, { lat: 39.9, lon: 116.4 })).toBeGreaterThan(1_050)
  expect(kmBetween({ lat: 31.23, lon: 121.47 }, { lat: 39.9, lon: 116.4 })).toBeLessThan(1_090)
})
