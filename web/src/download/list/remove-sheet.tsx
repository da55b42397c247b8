/** Asks what to do with the files when a download is removed. Incomplete files cannot be kept: only deleting is offered. */
import type { Task } from '@homeport/contract/download/download.ts'
import { Trash2 } from 'lucide-react'
import { sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import styles from '../actions.module.css'
import { downloadText } from '../text.ts'

type Props = { task: Task | null; onClose: () => void; remove: (task: Task, files: 0 | 1) => void }

export function RemoveSheet({ task, onClose, remove }: Props) {
  const words = useText(downloadText)
  const name = task ? task.name || task.url : ''
  const downloaded = task?.down_size ?? 0
  const canKeep = task !== null && downloaded > 0 && (task.is_done || task.is_multifile)
  const word =
    downloaded === 0
      ? words.nothingHere
      : (task?.is_done ? words.onDisk : canKeep ? words.hereAlready : words.hereAndGoes)(sizeOf(downloaded))
  function go(files: 0 | 1) {
    onClose()
    if (task) remove(task, files)
  }
  return (
    <Sheet isOpen={task !== null} onClose={onClose} title={words.removeTitle} closeLabel={useText(commonText).close}>
      <p className={textStyles.secondary}>{name}</p>
      <p className={classes(textStyles.secondary, textStyles.numeric, layoutStyles.above4)}>
        {word}
        {canKeep && !task.is_done && ` ${words.wholeOnly}`}
      </p>
      <div className={styles.stack}>
        {canKeep && (
          <Button isWide onClick={() => go(0)}>
            {words.removeKeep}
          </Button>
        )}
        <Button variant="line" isDanger isWide icon={<Trash2 size={20} strokeWidth={1.75} />} onClick={() => go(1)}>
          {downloaded === 0 ? words.removeOnly : words.removeFiles}
        </Button>
        <Button variant="bare" isWide onClick={onClose}>
          {useText(commonText).cancel}
        </Button>
      </div>
    </Sheet>
  )
}
