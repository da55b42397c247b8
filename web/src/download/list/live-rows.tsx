/** The first downloads of the box, live, where a page has room for rows: those that are not finished, then the latest finished ones. */
import type { Device } from '@homeport/contract/device.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useIsLive } from '../../kit/call/connection.ts'
import { speedOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import sectionHeadStyles from '../../ui/section-head.module.css'
import textStyles from '../../ui/text.module.css'
import { downloadsPath, latestTasks, tasks } from '../data.ts'
import { RowSkeleton } from '../row/list-states.tsx'
import styles from './live-rows.module.css'
import { DownloadRow } from '../row/row.tsx'
import { summaryOf } from '../summary.ts'
import { downloadText } from '../text.ts'
import { useRowActions } from './use-row-actions.ts'

const maxRows = 6

export function LiveRows({ device }: { device: Device }) {
  const words = useText(downloadText)
  const list = useInfiniteQuery(tasks(device))
  const done = useQuery(latestTasks(device))
  const isLive = useIsLive()
  const actions = useRowActions()
  const unfinished = list.data?.pages.flatMap((page) => page.data) ?? []
  const { running, speed } = summaryOf(unfinished)
  const first = list.data?.pages[0]
  const rows = [...unfinished, ...(done.data?.data ?? [])].slice(0, maxRows)
  const isWaiting = list.isPending || done.isPending
  const { start, stop, lookAgain, first: toFront } = actions
  return (
    <section aria-busy={isWaiting || undefined}>
      <div className={classes(sectionHeadStyles.sectionHead, styles.head)}>
        <h2>{words.downloads}</h2>
        <span className={classes(layoutStyles.row, layoutStyles.gap12)}>
          {isLive && running > 0 && <b className={classes(textStyles.numeric, textStyles.accent)}>{speedOf(speed)}</b>}
          <AsOf at={first?.stale_at ? first.stale_at * 1000 : list.dataUpdatedAt} />
          <a href={`#${downloadsPath}`} aria-label={`${words.all} · ${words.downloads}`}>
            {words.all}
            <ChevronRight size={18} strokeWidth={1.75} />
          </a>
        </span>
      </div>
      {isWaiting ? (
        <RowSkeleton />
      ) : rows.length === 0 ? (
        <p className={textStyles.secondary}>{words.none}</p>
      ) : (
        <ul>
          {rows.map((task, index) => (
            <li key={task.task_id}>
              <DownloadRow
                task={task}
                isLined={index > 0}
                {...(device.online === 1 ? { start, stop, lookAgain, first: toFront } : {})}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
