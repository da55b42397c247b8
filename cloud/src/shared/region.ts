/** Is it a place of the list that app and cloud share? The list is read at first use only. */
import { Regions, regionPath } from '@homeport/contract/shape/region.ts'
import { invalid } from '../kit/refusal.ts'

let reading: Promise<Regions> | undefined

/** '' is no place, and right. */
export async function checkRegion(id: string): Promise<void> {
  if (id === '') return
  reading ??= import('@homeport/contract/shape/regions.json', { with: { type: 'json' } }).then((file) =>
    Regions.parse(file.default),
  )
  if (regionPath(await reading, id).length === 0) throw invalid('region', 'region')
}
