/** Draws the map on a canvas: sea, land with borders, and as many city names as fit. */
import type { Atlas } from './atlas.ts'
import { cityName, type City } from './cities.ts'
import { spotOf, squareOf, worldPx, type At, type MapView, type Size, type Spot } from './projection.ts'
import type { Ring } from './coastlines.ts'

export type Ink = { sea: string; land: string; border: string; dot: string; name: string; halo: string; font: string }

/** The minimum population of cities shown at a zoom level. */
function peopleFrom(zoom: number): number {
  return zoom < 3 ? 5_000_000 : zoom < 4.5 ? 1_500_000 : zoom < 6 ? 400_000 : zoom < 7.5 ? 100_000 : 0
}

const namePx = 13
const space = 6
const pinPx = 36

export function paint(
  canvas: CanvasRenderingContext2D,
  { cities, rings }: Atlas,
  { view, size, ink, lang, pin }: Picture & Names,
): void {
  canvas.fillStyle = ink.sea
  canvas.fillRect(0, 0, size.width, size.height)
  paintLands(canvas, rings, { view, size, ink })
  paintCities(canvas, cities, { view, size, ink, lang, pin })
}

type Picture = { view: MapView; size: Size; ink: Ink }
/** pin: the position of its tip; no name is drawn under the pin. */
type Names = { lang: 'zh' | 'en'; pin: At }

function paintLands(canvas: CanvasRenderingContext2D, rings: readonly Ring[], { view, size, ink }: Picture): void {
  const world = worldPx(view)
  const middle = squareOf(view)
  canvas.beginPath()
  // a window wider than the world shows copies of it
  const copies = Math.ceil(size.width / world) + 1
  for (let copy = -copies; copy <= copies; copy += 1) {
    const left = size.width / 2 + (copy - middle.x) * world
    const top = size.height / 2 - middle.y * world
    for (const ring of rings) {
      const isVisible =
        left + ring.right * world > 0 &&
        left + ring.left * world < size.width &&
        top + ring.bottom * world > 0 &&
        top + ring.top * world < size.height
      if (isVisible) trace(canvas, ring, { left, top, world })
    }
  }
  canvas.fillStyle = ink.land
  canvas.fill('evenodd')
  canvas.strokeStyle = ink.border
  canvas.lineWidth = 1
  canvas.stroke()
}

function trace(canvas: CanvasRenderingContext2D, { points }: Ring, place: { left: number; top: number; world: number }): void {
  let [lastX, lastY] = [Number.NaN, Number.NaN]
  for (let at = 0; at < points.length; at += 2) {
    const x = place.left + (points[at] ?? 0) * place.world
    const y = place.top + (points[at + 1] ?? 0) * place.world
    // points within half a pixel are skipped
    if (at > 0 && at < points.length - 2 && Math.abs(x - lastX) < 0.5 && Math.abs(y - lastY) < 0.5) continue
    if (at === 0) canvas.moveTo(x, y)
    else canvas.lineTo(x, y)
    lastX = x
    lastY = y
  }
  canvas.closePath()
}

type Area = { left: number; top: number; right: number; bottom: number }

/** The area of a name that starts there, with a margin. */
function areaOf({ x, y }: Spot, width: number): Area {
  return { left: x - space - 4, top: y - namePx, right: x + width + 4, bottom: y + namePx }
}

/** By population, descending, the name beside its dot or below; a name that would overlap another or the pin, or be cut by the edge, is left out. */
function paintCities(
  canvas: CanvasRenderingContext2D,
  cities: readonly City[],
  { view, size, ink, lang, pin }: Picture & Names,
): void {
  const tip = spotOf(pin, view, size)
  const taken: Area[] = [{ left: tip.x - pinPx / 2, top: tip.y - pinPx, right: tip.x + pinPx / 2, bottom: tip.y }]
  const least = peopleFrom(view.zoom)
  canvas.font = `600 ${namePx}px ${ink.font}`
  canvas.textBaseline = 'middle'
  canvas.lineJoin = 'round'
  for (const city of cities) {
    if (city.people < least) break
    const { x, y } = spotOf(city, view, size)
    if (x < 0 || y < 0 || x > size.width || y > size.height) continue
    const name = cityName(city, lang)
    const { width } = canvas.measureText(name)
    const spots = [
      { x: x + space, y },
      { x: x - width / 2, y: y + namePx + space },
    ]
    const free = spots.find((spot) => {
      const area = areaOf(spot, width)
      return isWithin(area, size) && !taken.some((other) => isOver(area, other))
    })
    if (!free) continue
    taken.push(areaOf(free, width))
    canvas.fillStyle = ink.dot
    canvas.beginPath()
    canvas.arc(x, y, 3, 0, Math.PI * 2)
    canvas.fill()
    canvas.strokeStyle = ink.halo
    canvas.lineWidth = 3
    canvas.strokeText(name, free.x, free.y)
    canvas.fillStyle = ink.name
    canvas.fillText(name, free.x, free.y)
  }
}

/** No name is cut at the side of the map. */
function isWithin({ left, right, top, bottom }: Area, { width, height }: Size): boolean {
  return left >= -space && right <= width && top >= 0 && bottom <= height
}

function isOver(one: Area, other: Area): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
