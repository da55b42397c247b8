/** The data of the map, fetched with the map's own chunk and kept while the app is open (scripts/make-map.mjs makes it). */
import { readCities, type City } from './cities.ts'
import { ringsOf, type Ring, type Topology } from './shores.ts'

export type Atlas = { cities: City[]; rings: Ring[] }

let reading: Promise<Atlas> | null = null

export function atlas(): Promise<Atlas> {
  reading ??= read().catch((error: unknown) => {
    reading = null
    throw error
  })
  return reading
}

async function read(): Promise<Atlas> {
  const [cities, world] = await Promise.all([import('./data/cities.txt?raw'), import('./data/world.json?raw')])
  const topology: Topology = JSON.parse(world.default)
  return { cities: readCities(cities.default), rings: ringsOf(topology) }
}
