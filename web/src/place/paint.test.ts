/** The names that the map draws, and where, and how far it zooms out. */
import { expect, test } from 'vitest'
import { paint } from './paint.ts'
import { leastZoom, spotOf, worldPx, zoomedTo } from './projection.ts'

const size = { width: 390, height: 500 }
const ink = { sea: '', land: '', border: '', dot: '', name: '', halo: '', font: '' }

/** The position of each drawn name. */
function namesOn(cities: { name: string; lat: number; lon: number }[], pin: { lat: number; lon: number }) {
  const names: Record<string, { x: number; y: number }> = {}
  const canvas = {
    fillRect() {},
    beginPath() {},
    fill() {},
    stroke() {},
    arc() {},
    strokeText() {},
    measureText: (text: string) => ({ width: text.length * 7 }),
    fillText: (text: string, x: number, y: number) => void (names[text] = { x, y }),
  }
  const view = { ...pin, zoom: 9 }
  const atlas = { rings: [], cities: cities.map((city) => ({ ...city, zh: city.name, region: '', people: 9e6 })) }
  // NOTE: only the canvas methods with which the map draws names.
  Reflect.apply(paint, undefined, [canvas, atlas, { view, size, ink, lang: 'en', pin }])
  return { names, tip: spotOf(pin, view, size) }
}

test('B33: the name of the town under the pin stands below it, that of another one beside its dot', () => {
  const pin = { lat: 48.2, lon: 16.37 }
  const { names, tip } = namesOn(
    [
      { name: 'Vienna', ...pin },
      { name: 'Bruck', lat: 48.2, lon: 16.6 },
    ],
    pin,
  )
  expect(names['Vienna']?.y).toBeGreaterThan(tip.y + 13)
  expect(names['Bruck']?.x).toBeGreaterThan(tip.x + 18)
  expect(Object.keys(names)).toHaveLength(2)
})

test('no name is cut at the side of the map', () => {
  const pin = { lat: 48.2, lon: 16.37 }
  const { names } = namesOn(
    [
      { name: 'Hundsheim-an-der-Donau', lat: 48.25, lon: 16.87 },
      { name: 'Bruck', lat: 48.2, lon: 16.6 },
    ],
    pin,
  )
  expect(Object.keys(names)).toEqual(['Bruck'])
})

test('B33: no window is wider than the world, however far one zooms out', () => {
  for (const width of [320, 390, 1280, 1920]) {
    const wide = { width, height: 700 }
    const out = zoomedTo({ lat: 0, lon: 0, zoom: 3 }, { zoom: -5, at: { x: 10, y: 10 } }, wide)
    expect(out.zoom).toBe(leastZoom(wide))
    expect(worldPx(out)).toBeGreaterThanOrEqual(width - 0.001)
  }
})
