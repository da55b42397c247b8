/** The map's data, loaded with the map's chunks and cached while the app is open (made by scripts/make-map.mjs). */
import { queryOptions } from '@tanstack/react-query'
import { readCities, type City } from './cities.ts'
import { ringsOf, type Ring, type Topology } from './coastlines.ts'

export type Atlas = { cities: City[]; rings: Ring[] }

/** The same for both languages. Cached chunks work offline. */
export const atlas = () =>
  queryOptions({
    queryKey: ['atlas'],
    queryFn: read,
    networkMode: 'always',
    staleTime: Infinity,
    gcTime: Infinity,
    structuralSharing: false,
    meta: { isQuiet: true },
  })

async function read(): Promise<Atlas> {
  const [cities, world] = await Promise.all([import('./data/cities.txt?raw'), import('./data/world.json?raw')])
  const topology: Topology = JSON.parse(world.default)
  return { cities: readCities(cities.default), rings: ringsOf(topology) }
}
