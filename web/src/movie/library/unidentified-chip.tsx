/** From the library to what is not identified, or cannot be shown; nothing where there is neither. Without a key a film whose name says what it is needs nobody. */
import type { Device } from '@homeport/contract/device.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { hrefTo } from '../../kit/nav/href.ts'
import { useText } from '../../kit/lang.ts'
import chipStyles from '../../ui/chip.module.css'
import { filmCounts } from '../data.ts'
import { identifying, unidentifiedPath, unreadable } from '../identify/identify-data.ts'
import { identifyText } from '../identify/identify-text.ts'

export function UnidentifiedChip({ device }: { device: Device }) {
  const words = useText(identifyText)
  const state = useQuery(identifying(device)).data
  const listed = useQuery(filmCounts(device, {})).data?.unidentified ?? 0
  const unidentified = state?.database === 'no_key' ? state.counts.unnamed : state ? listed : 0
  const broken = useInfiniteQuery(unreadable(device)).data?.pages[0]?.total ?? 0
  if (unidentified === 0 && broken === 0) return null
  return (
    <a className={chipStyles.chip} href={hrefTo(unidentifiedPath)}>
      {unidentified > 0 ? words.entry(unidentified) : words.brokenEntry(broken)}
    </a>
  )
}
