/** The row of the settings that checks for a newer version of the app, and says which one is out. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useText } from '../kit/lang.ts'
import { Row } from '../ui/row.tsx'
import { newerVersion } from './app-update.ts'
import { checkByHand } from './check-by-hand.ts'
import { appUpdateText } from './app-update-text.ts'

export function UpdateRow() {
  const words = useText(appUpdateText)
  const client = useQueryClient()
  const newer = useQuery(newerVersion()).data
  return (
    <Row
      icon={<RefreshCw strokeWidth={1.75} />}
      label={words.check}
      value={newer ? words.isOut(newer.version_name) : ''}
      onClick={() => void checkByHand(client)}
    />
  )
}
