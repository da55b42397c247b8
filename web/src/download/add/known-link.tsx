/** A pasted link that the box has already: the state of its download, which one tap opens. */
import { TaskStatus, type Task } from '@homeport/contract/download/download.ts'
import { Folder } from 'lucide-react'
import { percentOf, sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { usePicture } from '../../shared/box-picture.ts'
import { FileIcon } from '../../shared/file-icon.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { CheckIcon } from '../../ui/icon.tsx'
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx'
import textStyles from '../../ui/text.module.css'
import styles from '../add-sheet.module.css'
import { kindsWithFiles } from './link-kinds.ts'
import type { Line, Verdict } from './link-status.ts'
import { linkWords, type LinkWords } from '../link-words.ts'
import { isRunning, sizeOfTask } from '../summary.ts'
import { downloadText, type DownloadWords } from '../text.ts'

type Props = {
  line: Line
  verdict: Extract<Verdict, { state: 'known' }>
  onOpen: (taskId: string) => void
  onSendAgain: (url: string) => void
}

export function KnownLink({ line, verdict: { task, kind }, onOpen, onSendAgain }: Props) {
  const words = useText(downloadText)
  const own = useText(linkWords)
  const title = task.film?.title || task.name || task.url
  const more = moreOf(task, kind, own)
  return (
    <li>
      <div className={styles.line}>
        <Poster task={task} />
        <div className={styles.about}>
          <span className={styles.title}>
            <MiddleEllipsis text={title} />
          </span>
          <p className={textStyles.success}>
            <CheckIcon size={15} />
            <span>{own.known}</span>
          </p>
          <p className={textStyles.numeric}>{stateOf(task, words, own)}</p>
        </div>
        <Button isSmall aria-label={own.openIt(title)} onClick={() => onOpen(task.task_id)}>
          {own.open}
        </Button>
      </div>
      {more !== '' && (
        <div className={styles.further}>
          <Button variant="text" isSmall onClick={() => onSendAgain(line.url)}>
            {more}
          </Button>
        </div>
      )}
    </li>
  )
}

/** The effect of sending the link again; '' if the box would only refuse it. */
function moreOf(task: Task, kind: string, own: LinkWords): string {
  if (task.status === TaskStatus.stop || task.status === TaskStatus.failed) return own.startAgain
  if (kindsWithFiles.includes(kind) && task.file_count > 1) return own.otherFiles
  if (task.is_done) return own.downloadAgain
  // A magnet that nobody answers may find peers by the trackers of this link.
  return kind === 'magnet' && task.total_size === 0 ? own.tryThisLink : ''
}

function Poster({ task }: { task: Task }) {
  const picture = usePicture(task.film?.poster ?? '')
  return (
    <span className={classes(styles.kind, styles.poster)} aria-hidden="true">
      {picture === '' ? (
        task.is_multifile ? (
          <Folder strokeWidth={1.75} />
        ) : (
          <FileIcon name={task.name} />
        )
      ) : (
        <img src={picture} alt="" />
      )}
    </span>
  )
}

function stateOf(task: Task, words: DownloadWords, own: LinkWords): string {
  const size = sizeOfTask(task)
  if (task.is_done) return `${words.complete} · ${sizeOf(size)}`
  const part = size > 0 ? words.percent(Math.floor(percentOf(task.down_size, size))) + words.ofSize(sizeOf(size)) : ''
  const state = task.status === TaskStatus.stop ? words.stopped : isRunning(task) ? '' : own.failed
  return [state, part].filter((one) => one !== '').join(' · ') || words.starting
}
