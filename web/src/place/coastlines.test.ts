import { expect, test } from 'vitest'
import { ringsOf, type Topology } from './coastlines.ts'

test('arcs that two countries share become the closed ring of each, one of them read backwards', () => {
  const rings = ringsOf({
    transform: { scale: [1, 1], translate: [0, 0] },
    arcs: [
      [
        [0, 0],
        [0, 10],
      ],
      [
        [0, 10],
        [-10, -5],
        [10, -5],
      ],
      [
        [0, 0],
        [10, 5],
        [-10, 5],
      ],
    ],
    countries: [{ arcs: [[0, 1]] }, { arcs: [[~0, 2]] }],
  })
  expect(rings).toHaveLength(2)
  for (const { points } of rings) {
    const [firstX, firstY] = points
    expect([points.at(-2), points.at(-1)]).toEqual([firstX, firstY])
  }
  expect(rings[0]?.left).toBeLessThan(rings[0]?.right ?? 0)
  expect(rings[0]?.right).toBeCloseTo(0.5)
})

/** A ring of one arc from its corners in degrees. */
function ringThrough(corners: [number, number][]) {
  const arc = corners.map(([lon, lat], at): [number, number] => {
    const [lastLon, lastLat] = corners[at - 1] ?? [0, 0]
    return [lon - lastLon, lat - lastLat]
  })
  const topology: Topology = { transform: { scale: [1, 1], translate: [0, 0] }, arcs: [arc], countries: [{ arcs: [[0]] }] }
  const ring = ringsOf(topology)[0]
  if (!ring) throw new Error('no ring')
  return ring
}

test('an island on the date line is one island, not a line over the whole world', () => {
  const { left, right } = ringThrough([
    [178, -17],
    [-178, -17],
    [-178, -18],
    [178, -18],
    [178, -17],
  ])
  expect(right - left).toBeCloseTo(4 / 360)
})

test('land that goes round the world is closed at its pole', () => {
  const { bottom, left, right } = ringThrough([
    [-170, -70],
    [-60, -70],
    [60, -70],
    [170, -70],
    [-170, -70],
  ])
  expect(bottom).toBe(1)
  expect(right - left).toBeCloseTo(1)
})
