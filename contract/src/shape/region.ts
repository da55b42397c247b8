/**
 * The list of countries and what lies in them (regions.json): names of countries as in CLDR, of China's provinces, cities and the districts of its
 * municipalities by the codes of GB/T 2260, the first level of some others by ISO 3166-2. App and cloud share it; nobody imports it at start.
 */
import * as z from 'zod/mini'
import type { Lang } from '../kit/promise.ts'

/** id, English, Chinese. */
const Row = z.tuple([z.string(), z.string(), z.string()])
/** parts: by the id of what they lie in. An id begins with the id of what it lies in: CN, CN-44, CN-4403. */
export const Regions = z.object({ countries: z.array(Row), parts: z.record(z.string(), z.array(Row)) })
export type Regions = z.infer<typeof Regions>
export type RegionRow = z.infer<typeof Row>

/** From the country down to the one asked for; empty where the list has no such id. */
export function regionPath(regions: Regions, id: string): RegionRow[] {
  const path: RegionRow[] = []
  let list: readonly RegionRow[] | undefined = regions.countries
  while (list) {
    const next: RegionRow | undefined = list.find(
      ([one]) => one === id || (id.startsWith(one) && regions.parts[one] !== undefined),
    )
    if (!next) return []
    path.push(next)
    if (next[0] === id) return path
    list = regions.parts[next[0]]
  }
  return []
}

export function regionName([, en, zh]: RegionRow, lang: Lang): string {
  return lang === 'zh' ? zh : en
}

/** '广东省 深圳市'; 'Shenzhen, Guangdong, China'. At home the country goes without saying in Chinese. */
export function regionWords(regions: Regions, id: string, lang: Lang): string {
  const path = regionPath(regions, id)
  if (lang === 'en')
    return path
      .map((row) => row[1])
      .reverse()
      .join(', ')
  return (path.length > 1 && path[0]?.[0] === 'CN' ? path.slice(1) : path).map((row) => row[2]).join(' ')
}
