/** The list of regions: loaded on first use, then available offline. */
import { foldLetters } from '@homeport/contract/shape/fold-letters.ts'
import { regionName, regionPath, Regions, type RegionRow } from '@homeport/contract/shape/region.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'

let atHand: Regions | null = null
let reading: Promise<Regions> | null = null

export function readRegions(): Promise<Regions> {
  reading ??= import('@homeport/contract/shape/regions.json').then(
    (file) => (atHand = z.parse(Regions, file.default)),
    (error: unknown) => {
      reading = null
      throw error
    },
  )
  return reading
}

/** null until the list is loaded. */
export function useRegions(): Regions | null {
  const [regions, setRegions] = useState(atHand)
  useEffect(() => {
    if (!regions) void readRegions().then(setRegions, () => null)
  }, [regions])
  return regions
}

/** The regions within one, or the countries for ''. In Chinese China comes first; others are sorted by name. */
export function within(regions: Regions, id: string, lang: Lang): RegionRow[] {
  const list = id === '' ? regions.countries : (regions.parts[id] ?? [])
  // Chinese users expect China's own order, which the list has.
  if (id.startsWith('CN')) return list
  const order = new Intl.Collator(lang === 'zh' ? 'zh-Hans-CN-u-co-pinyin' : 'en')
  const isFirst = (row: RegionRow) => Number(lang === 'zh' && row[0] === 'CN')
  return list.toSorted((a, b) => isFirst(b) - isFirst(a) || order.compare(regionName(a, lang), regionName(b, lang)))
}

const maxFound = 40

/** Regions whose name in either language contains the text; those that start with it first. */
export function findRegions(regions: Regions, text: string): RegionRow[] {
  const query = plain(text)
  if (query === '') return []
  const rank = ([, en, zh]: RegionRow) => {
    const names = [plain(en), plain(zh)]
    if (names.some((name) => name.startsWith(query))) return 0
    return names.some((name) => name.includes(query)) ? 1 : 2
  }
  return [...regions.countries, ...Object.values(regions.parts).flat()]
    .map((row) => ({ row, rank: rank(row) }))
    .filter((one) => one.rank < 2)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, maxFound)
    .map(({ row }) => row)
}

/** 'urumqi' finds Ürümqi, and 'xian' Xi’an. */
function plain(text: string): string {
  return foldLetters(text).replace(/['’\s]/g, '')
}

/** The ids of the parents of a region, from the country down. */
export function above(regions: Regions, id: string): string[] {
  return regionPath(regions, id)
    .slice(0, -1)
    .map(([one]) => one)
}
