/** The head of a download's page: its film's poster and title once it is complete, until then its name. */
import type { Task } from '@homeport/contract/download/download.ts'
import { Folder } from 'lucide-react'
import { Fragment } from 'react'
import { now } from '../../kit/time/clock.ts'
import { formatMoment, sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { usePicture } from '../../shared/box-picture.ts'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import { FileIcon } from '../../shared/file-icon.tsx'
import { sizeOfTask } from '../summary.ts'
import { taskText } from './task-text.ts'
import styles from './task.module.css'

/** It breaks behind the signs that stand for spaces, and within a word only where that alone is too long for a line. */
function ReleaseName({ name }: { name: string }) {
  const words = name.match(/[^._\-/?&=]*[._\-/?&=]+|[^._\-/?&=]+/g) ?? [name]
  return words.map((word, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the words of a name have no other key
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {word}
    </Fragment>
  ))
}

export function Subject({ task }: { task: Task }) {
  const own = useText(taskText)
  const url = usePicture(task.film?.poster ?? '')
  const size = sizeOfTask(task)
  return (
    <div className={styles.subject}>
      <span className={styles.poster}>
        {url !== '' ? (
          <img src={url} alt="" decoding="async" />
        ) : task.is_multifile ? (
          <Folder strokeWidth={1.75} />
        ) : (
          <FileIcon name={task.name} />
        )}
      </span>
      <div className={layoutStyles.grow}>
        <h2>{task.film?.title || <ReleaseName name={task.name || task.url} />}</h2>
        <p className={classes(textStyles.secondary, textStyles.numeric)}>
          {[size > 0 ? sizeOf(size) : '', own.kinds[task.kind] ?? ''].filter(Boolean).join(' · ')}
        </p>
        <p className={classes(textStyles.caption, textStyles.numeric)}>
          {own.addedAt(formatMoment(task.created_at * 1000, now()))}
        </p>
      </div>
    </div>
  )
}
