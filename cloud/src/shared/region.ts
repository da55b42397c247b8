/** Validates region ids by the list that app and cloud share, loaded on first use. */
import { Regions, regionPath } from '@homeport/contract/shape/region.ts'
import { invalid } from '../kit/refusal.ts'

let reading: Promise<Regions> | undefined

/** '' means no region and is valid. */
export async function checkRegion(id: string): Promise<void> {
  if (id === '') return
  reading ??= import('@homeport/contract/shape/regions.json', { with: { type: 'json' } }).then((file) =>
    Regions.parse(file.default),
  )
  if (regionPath(await reading, id).length === 0) throw invalid('region', 'region')
}
