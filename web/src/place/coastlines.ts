/** Coastlines and borders: converts a TopoJSON of countries to rings in the unit square, each with its bounding box. */
import { squareOf } from './projection.ts'

export type Topology = {
  transform: { scale: [number, number]; translate: [number, number] }
  /** Each a list of offsets from the previous point. */
  arcs: [number, number][][]
  /** The rings of each country, including holes; a ring is a list of arc indexes. */
  countries: { arcs: number[][] }[]
}

/** x, y alternating, 0 to 1. */
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

/** A negative index is the reversed arc (~index), as in TopoJSON. */
function ringOf(ring: readonly number[], lines: readonly [number, number][][]): Ring {
  const places = ring.flatMap((index, at) => {
    const arc = index < 0 ? [...(lines[~index] ?? [])].reverse() : (lines[index] ?? [])
    // each arc starts with the last point of the one before
    return at === 0 ? arc : arc.slice(1)
  })
  const line = closedAtPole(unwrapped(places))
  const points = Float32Array.from(line.flat())
  const [xs, ys] = [line.map(([x]) => x), line.map(([, y]) => y)]
  const edge = (values: readonly number[], pick: (a: number, b: number) => number) =>
    values.reduce((a, b) => pick(a, b), values[0] ?? 0)
  return { points, left: edge(xs, Math.min), right: edge(xs, Math.max), top: edge(ys, Math.min), bottom: edge(ys, Math.max) }
}

/** A coast that crosses the date line continues beyond the square's edge instead of jumping back across the world. */
function unwrapped(places: readonly [number, number][]): [number, number][] {
  let worlds = 0
  return places.map(([x, y], at) => {
    const step = x - (places[at - 1]?.[0] ?? x)
    if (Math.abs(step) > 0.5) worlds -= Math.sign(step)
    return [x + worlds, y]
  })
}

/** A ring around the whole world (Antarctica) is closed at its pole. */
function closedAtPole(line: [number, number][]): [number, number][] {
  const [first, last] = [line[0], line.at(-1)]
  if (!first || !last || Math.abs(last[0] - first[0]) < 0.5) return line
  const pole = first[1] > 0.5 ? 1 : 0
  return [...line, [last[0], pole], [first[0], pole]]
}
