/** The cities of the map: parsed from a text file, searched by name in either language, and the nearest to a place. */
import { foldLetters } from '@homeport/contract/shape/fold-letters.ts'
import { kmBetween, type At } from './projection.ts'

/** people: population; region: id in the contract's list of regions, as precise as possible (CN-3205, US-CA, FR). */
export type City = At & { name: string; zh: string; region: string; people: number }

/** One line per city: name, Chinese name ('' for none), region, lat, lon, population in thousands; the largest first. */
export function readCities(text: string): City[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', zh = '', region = '', lat = '', lon = '', thousands = ''] = line.split('|')
      return { name, zh, region, lat: Number(lat), lon: Number(lon), people: Number(thousands) * 1_000 }
    })
}

/** Case, accents and punctuation do not matter: 'sao paulo' finds São Paulo, 'lodz' Łódź. */
export function plain(text: string): string {
  return foldLetters(text)
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()
}

const maxFound = 20

/** Cities whose name starts with the text, then those with such a word; each group the largest first. */
export function findCities(cities: readonly City[], typed: string): City[] {
  const query = plain(typed)
  if (query === '') return []
  const first: City[] = []
  const later: City[] = []
  for (const city of cities) {
    const names = [plain(city.name), city.zh]
    if (names.some((name) => name.startsWith(query))) first.push(city)
    else if (names.some((name) => name.includes(` ${query}`)) || (query.length > 1 && city.zh.includes(query))) later.push(city)
    if (first.length >= maxFound) break
  }
  return [...first, ...later].slice(0, maxFound)
}

const nearKm = 60

/** The city for a place, by distance and population; undefined if none is near. */
export function nearestCity(cities: readonly City[], at: At): City | undefined {
  let best: { city: City; weight: number } | undefined
  for (const city of cities) {
    if (Math.abs(city.lat - at.lat) > 1) continue
    const km = kmBetween(city, at)
    if (km > nearKm) continue
    // a large city reaches further than a village beside it
    const weight = km / Math.log10(Math.max(city.people, 1_000))
    if (!best || weight < best.weight) best = { city, weight }
  }
  return best?.city
}

export function cityName(city: City, lang: 'zh' | 'en'): string {
  return lang === 'zh' && city.zh !== '' ? city.zh : city.name
}
