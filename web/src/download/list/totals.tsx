/** The foot of the list of downloads: the speed of all, the free space, and the buttons that add more. */
import type { Task } from '@homeport/contract/download/download.ts'
import { HardDrive } from 'lucide-react'
import type { ReactNode } from 'react'
import { useIsLive } from '../../kit/call/connection.ts'
import { sizeOf, speedOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { AsOf } from '../../ui/as-of.tsx'
import barsStyles from '../../ui/bars.module.css'
import { classes } from '../../ui/classes.ts'
import { DownloadIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import styles from '../download-list.module.css'
import { Room } from './free-space.tsx'
import { summaryOf } from '../summary.ts'
import { downloadText } from '../text.ts'

/** isFull: the disk with this free space is full. asOf: when the running ones were last heard of, in ms. */
type Props = { running: Task[]; free: number | null; isFull: boolean; asOf: number; children: ReactNode }

export function Totals({ running, free, isFull, asOf, children }: Props) {
  const words = useText(downloadText)
  const isLive = useIsLive()
  const { running: count, speed } = summaryOf(running)
  return (
    <footer className={classes(barsStyles.bottomBar, styles.totals)}>
      <p className={classes(textStyles.caption, textStyles.numeric, layoutStyles.grow)}>
        {isFull ? (
          <b className={classes(textStyles.warning, layoutStyles.row, layoutStyles.gap4)}>
            <HardDrive size={18} strokeWidth={1.75} />
            {words.diskFull}
          </b>
        ) : isLive && count === 0 ? (
          <b className={layoutStyles.row}>{words.downloading(0)}</b>
        ) : (
          <b className={classes(layoutStyles.row, layoutStyles.gap4)}>
            {/* The sign of a speed, which a time is not. */}
            {isLive && <DownloadIcon size={18} />}
            {isLive ? speedOf(speed) : <AsOf at={asOf} />}
          </b>
        )}
        {isFull && free !== null ? <span>{words.free(sizeOf(free))}</span> : <Room free={free} running={running} />}
      </p>
      {children}
    </footer>
  )
}
