/** The way to the page by which this phone trusts the home CA; only where the cloud has one. */
import { useQuery } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { useText } from '../kit/lang.ts'
import { Row } from '../ui/row.tsx'
import { https, trustAddress } from '../shared/https-data.ts'
import { settingsText } from './text.ts'

export function HttpsRow() {
  const words = useText(settingsText)
  if (!useQuery(https()).data?.has_ca) return null
  return (
    <Row
      icon={<LockKeyhole strokeWidth={1.75} />}
      label={words.https}
      value={location.protocol === 'https:' ? words.httpsOn : words.httpsOff}
      href={trustAddress()}
    />
  )
}
