/** Before many downloads are stopped: what this does to the live streams among them that are being recorded. */
import type { Task } from '@homeport/contract/download/download.ts'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import actionStyles from '../actions.module.css'
import { queueText } from './queue-text.ts'

/** How many of them a stop ends as finished files. */
export function recordingsOf(tasks: readonly Task[]): number {
  return tasks.filter(
    ({ is_live, is_done, status, down_size }) => is_live && !is_done && status === TaskStatus.run && down_size > 0,
  ).length
}

type Props = { isOpen: boolean; onClose: () => void; count: number; confirm: string; stop: () => void }

export function StopRecordingsSheet({ isOpen, onClose, count, confirm, stop }: Props) {
  const words = useText(queueText)
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.endRecordings(count)} closeLabel={useText(commonText).close}>
      <p className={textStyles.secondary}>{words.endRecordingsText}</p>
      <div className={actionStyles.stack}>
        <Button
          variant="main"
          isWide
          onClick={() => {
            onClose()
            stop()
          }}
        >
          {confirm}
        </Button>
        <Button variant="bare" isWide onClick={onClose}>
          {useText(commonText).cancel}
        </Button>
      </div>
    </Sheet>
  )
}
