/** Says that the box found its database damaged while it ran, and what brings it back. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../kit/lang.ts'
import { status } from '../data.ts'
import { settingText } from '../setting-text.ts'
import { WarningCard } from './warning-card.tsx'

export function DamagedCard({ device }: { device: Device }) {
  const words = useText(settingText)
  const isDamaged = useQuery(status(device)).data?.is_damaged === true
  if (!isDamaged || device.online !== 1) return null
  return <WarningCard title={words.damaged} caption={device.role === 'owner' ? words.damagedOwner : words.damagedMember} />
}
