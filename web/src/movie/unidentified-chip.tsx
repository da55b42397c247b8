/** From the library to what is not identified, or cannot be shown; nothing where there is neither. */
import type { Device } from '@homeport/contract/device.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { hrefTo } from '../kit/href.ts'
import { useText } from '../kit/lang.ts'
import chipStyles from '../ui/chip.module.css'
import { filmCounts } from './data.ts'
import { unidentifiedPath, unreadable } from './identify/identify-data.ts'
import { identifyText } from './identify/identify-text.ts'

export function UnidentifiedChip({ device }: { device: Device }) {
  const words = useText(identifyText)
  const unidentified = useQuery(filmCounts(device, {})).data?.unidentified ?? 0
  const broken = useInfiniteQuery(unreadable(device)).data?.pages[0]?.total ?? 0
  if (unidentified === 0 && broken === 0) return null
  return (
    <a className={chipStyles.chip} href={hrefTo(unidentifiedPath)}>
      {unidentified > 0 ? words.entry(unidentified) : words.brokenEntry(broken)}
    </a>
  )
}
