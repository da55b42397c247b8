/** The actions of one download. While the box is offline, only those that need no box. */
import type { Task } from '@homeport/contract/download/download.ts'
import { Files, Info, Link2, ListVideo, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { classes } from '../../ui/classes.ts'
import { ConnectionNote } from '../../ui/connection-line.tsx'
import { PauseIcon, PlayIcon, RetryIcon, VideoIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import styles from '../actions.module.css'
import { rowText } from '../row/row-text.ts'
import { isRunning, needsYou } from '../summary.ts'
import { downloadText } from '../text.ts'

export type Action = 'play' | 'detail' | 'start' | 'stop' | 'videos' | 'files' | 'copy' | 'remove' | 'film'

/** hasFilms: links to film pages are available. canPlay: a screen may be chosen to play on. */
type Props = {
  task: Task | null
  isOnline: boolean
  hasFilms: boolean
  hasDetail: boolean
  canPlay: boolean
  onClose: () => void
  act: (action: Action, task: Task) => void
}

export function ActionsSheet({ task, isOnline, hasFilms, hasDetail, canPlay, onClose, act }: Props) {
  const words = useText(downloadText)
  const own = useText(rowText)
  const name = task ? task.name || task.url : ''
  const row = (action: Action, icon: ReactNode, label: string) => (
    <button
      type="button"
      className={classes(styles.action, action === 'remove' && textStyles.accent, action === 'remove' && styles.danger)}
      onClick={() => {
        onClose()
        if (task) act(action, task)
      }}
    >
      {icon}
      <span className={layoutStyles.grow}>{label}</span>
    </button>
  )
  return (
    <Sheet isOpen={task !== null} onClose={onClose} title={words.actions} closeLabel={useText(commonText).close}>
      <p className={classes(textStyles.secondary, styles.subject)}>{name}</p>
      {!isOnline && (
        <div className={styles.subject}>
          <ConnectionNote />
        </div>
      )}
      {task && (
        <div className={styles.actions}>
          {isOnline && canPlay && task.can_play && row('play', <PlayIcon />, own.playNow)}
          {hasDetail && row('detail', <Info strokeWidth={1.75} />, own.detail)}
          {hasFilms && task.film && row('film', <VideoIcon />, words.film)}
          {isOnline && task.is_done && row('videos', <ListVideo strokeWidth={1.75} />, words.videos)}
          {isOnline && isRunning(task) && row('stop', <PauseIcon />, words.stopIt)}
          {isOnline &&
            !task.is_done &&
            !isRunning(task) &&
            row('start', needsYou(task) ? <RetryIcon /> : <PlayIcon />, needsYou(task) ? words.retryIt : words.startIt)}
          {isOnline && task.is_multifile && row('files', <Files strokeWidth={1.75} />, words.filesOf)}
          {row('copy', <Link2 strokeWidth={1.75} />, words.copyLink)}
          {isOnline && row('remove', <Trash2 strokeWidth={1.75} />, words.removeIt)}
        </div>
      )}
    </Sheet>
  )
}
