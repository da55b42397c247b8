/** Coasts and borders: a TopoJSON of countries becomes rings on the square of the world, each with the box that it lies in. */
import { squareOf } from './projection.ts'

export type Topology = {
  transform: { scale: [number, number]; translate: [number, number] }
  /** Each a list of steps from the point before. */
  arcs: [number, number][][]
  /** Of each country its rings, holes among them; a ring is the numbers of its arcs. */
  countries: { arcs: number[][] }[]
}

/** x, y after each other, 0 to 1. */
export type Ring = { points: Float32Array; left: number; right: number; top: number; bottom: number }

export function ringsOf({ transform, arcs, countries }: Topology): Ring[] {
  const lines = arcs.map((arc) => placesOf(arc, transform))
  return countries.flatMap((country) => country.arcs.map((ring) => ringOf(ring, lines)))
}

function placesOf(arc: readonly [number, number][], { scale, translate }: Topology['transform']): [number, number][] {
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]) => {
    x += dx
    y += dy
    const spot = squareOf({ lon: x * scale[0] + translate[0], lat: y * scale[1] + translate[1] })
    return [spot.x, spot.y]
  })
}

/** An arc's number below zero is that arc backwards (~number), as TopoJSON writes it. */
function ringOf(ring: readonly number[], lines: readonly [number, number][][]): Ring {
  const places = ring.flatMap((index, at) => {
    const line = index < 0 ? [...(lines[~index] ?? [])].reverse() : (lines[index] ?? [])
    // the first point of each but the first is the last of the one before
    return at === 0 ? line : line.slice(1)
  })
  const points = Float32Array.from(places.flat())
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)]
  const edge = (values: readonly number[], pick: (a: number, b: number) => number) =>
    values.reduce((a, b) => pick(a, b), values[0] ?? 0)
  return { points, left: edge(xs, Math.min), right: edge(xs, Math.max), top: edge(ys, Math.min), bottom: edge(ys, Math.max) }
}
