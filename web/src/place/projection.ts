/** Web Mercator projection: degrees to screen pixels and back. Pure functions. */
export type At = { lat: number; lon: number }
/** Centre and zoom: at zoom 0 the world is 256 px wide, each step doubles it. */
export type MapView = At & { zoom: number }
export type Size = { width: number; height: number }
export type Spot = { x: number; y: number }

const zoomMin = 0
/** Enough to tell cities apart; streets are left to the phone's map app. */
export const zoomMax = 11
const latMax = 85.05
const tilePx = 256

/** The world as a unit square: x from west to east, y from north to south, each 0 to 1. */
export function squareOf({ lat, lon }: At): Spot {
  const sin = Math.sin((Math.min(latMax, Math.max(-latMax, lat)) * Math.PI) / 180)
  return { x: (lon + 180) / 360, y: 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI) }
}

export function degreesOf({ x, y }: Spot): At {
  return { lon: wrapped(x * 360 - 180), lat: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI }
}

/** Width of the whole world in pixels. */
export function worldPx({ zoom }: { zoom: number }): number {
  return tilePx * 2 ** zoom
}

/** The zoom at which the world is as wide as the window: below it the world would repeat. */
export function leastZoom({ width }: Size): number {
  return Math.max(zoomMin, Math.log2(Math.max(1, width) / tilePx))
}

/** Uses the copy of the world nearest to the centre: a place beyond the date line is next to it, not a world away. */
export function spotOf(at: At, view: MapView, { width, height }: Size): Spot {
  const world = worldPx(view)
  const [middle, place] = [squareOf(view), squareOf(at)]
  const across = place.x - middle.x
  return { x: width / 2 + (across - Math.round(across)) * world, y: height / 2 + (place.y - middle.y) * world }
}

export function placeAt(spot: Spot, view: MapView, { width, height }: Size): At {
  const world = worldPx(view)
  const middle = squareOf(view)
  return degreesOf({
    x: middle.x + (spot.x - width / 2) / world,
    y: Math.min(1, Math.max(0, middle.y + (spot.y - height / 2) / world)),
  })
}

/** Pans the map: the place under the finger stays under it. */
export function panBy(view: MapView, by: Spot): MapView {
  const world = worldPx(view)
  const middle = squareOf(view)
  return { ...view, ...degreesOf({ x: middle.x - by.x / world, y: Math.min(1, Math.max(0, middle.y - by.y / world)) }) }
}

/** Zooms; the place under `at` stays where it is. */
export function zoomedTo(view: MapView, { zoom, at }: { zoom: number; at: Spot }, size: Size): MapView {
  const target = Math.min(zoomMax, Math.max(leastZoom(size), zoom))
  const place = placeAt(at, view, size)
  const scaled = { ...view, zoom: target }
  const now = spotOf(place, scaled, size)
  return panBy(scaled, { x: at.x - now.x, y: at.y - now.y })
}

/** Approximate distance in km. */
export function kmBetween(one: At, other: At): number {
  const rad = Math.PI / 180
  const [dLat, dLon] = [(other.lat - one.lat) * rad, (other.lon - one.lon) * rad]
  const h = Math.sin(dLat / 2) ** 2 + Math.cos(one.lat * rad) * Math.cos(other.lat * rad) * Math.sin(dLon / 2) ** 2
  return 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(h)))
}

function wrapped(lon: number): number {
  return ((((lon + 180) % 360) + 360) % 360) - 180
}
