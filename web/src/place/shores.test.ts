import { expect, test } from 'vitest'
import { ringsOf } from './shores.ts'

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
