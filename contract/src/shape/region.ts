/**
 * The list of countries and their regions (regions.json): countries named as in CLDR; China's provinces, cities and the districts of its
 * municipalities by the codes of GB/T 2260; the first level of some other countries by ISO 3166-2. Shared by app and cloud; never imported at start.
 */
import * as z from 'zod/mini'
import type { Lang } from '../kit/operation.ts'

/** id, English, Chinese. */
const Row = z.tuple([z.string(), z.string(), z.string()])
/** parts: children by the id of their parent. An id starts with its parent's id: CN, CN-44, CN-4403. */
export const Regions = z.object({ countries: z.array(Row), parts: z.record(z.string(), z.array(Row)) })
export type Regions = z.infer<typeof Regions>
export type RegionRow = z.infer<typeof Row>

/** The path from the country down to the region; empty if the id is unknown. */
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

/** '广东省 深圳市'; 'Shenzhen, Guangdong, China'. In Chinese the country is omitted for China. */
export function regionWords(regions: Regions, id: string, lang: Lang): string {
  const path = regionPath(regions, id)
  if (lang === 'en')
    return path
      .map((row) => row[1])
      .reverse()
      .join(', ')
  return (path.length > 1 && path[0]?.[0] === 'CN' ? path.slice(1) : path).map((row) => row[2]).join(' ')
}
