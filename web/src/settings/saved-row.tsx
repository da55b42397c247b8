/** A row with the size of the offline cache, and a button that asks, then clears it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { HardDrive } from 'lucide-react'
import { sizeOf } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { mutateThen } from '../kit/query/mutate-then.ts'
import { Button } from '../ui/button.tsx'
import { question } from '../ui/modal.tsx'
import { Row } from '../ui/row.tsx'
import { toast } from '../ui/toast.tsx'
import { clearSaved, savedSize } from './saved-data.ts'
import { settingsText } from './text.ts'

export function SavedRow() {
  const words = useText(settingsText)
  const common = useText(commonText)
  const client = useQueryClient()
  const size = useQuery(savedSize()).data
  const clearing = useMutation(clearSaved(client))
  async function ask() {
    const answer = await question({
      title: words.clearAsk,
      text: words.clearText,
      confirm: words.clearDo,
      cancel: common.cancel,
    })
    if (answer === 'confirm') mutateThen(clearing, undefined, () => toast(words.cleared))
  }
  return (
    <Row
      icon={<HardDrive strokeWidth={1.75} />}
      label={words.saved}
      value={
        <>
          {size === undefined ? '' : sizeOf(size)}
          <Button isSmall onClick={() => void ask()}>
            {words.clear}
          </Button>
        </>
      }
    />
  )
}
