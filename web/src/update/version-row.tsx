/** The row "Version" of the settings: what runs, and whether there is more; pressing it checks by hand. */
import { appVersion } from '@homeport/contract/kit/version.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useText } from '../kit/lang.ts'
import { Row } from '../ui/row.tsx'
import { newerVersion } from './app-update.ts'
import { checkByHand } from './check-by-hand.ts'
import { appUpdateText } from './app-update-text.ts'

export function VersionRow() {
  const words = useText(appUpdateText)
  const client = useQueryClient()
  const newer = useQuery(newerVersion()).data
  const name = appVersion.version_name
  return (
    <Row
      icon={<RefreshCw strokeWidth={1.75} />}
      label={words.version}
      value={newer ? `${name} · ${words.isOut(newer.version_name)}` : name}
      onClick={() => void checkByHand(client)}
    />
  )
}
