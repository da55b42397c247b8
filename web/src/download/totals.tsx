/** The foot of the list of downloads: the speed of all, the free space, and the buttons that add more. */
import type { Task } from '@homeport/contract/download.ts'
import type { ReactNode } from 'react'
import { useIsLive } from '../kit/connection.ts'
import { speedOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { AsOf } from '../ui/as-of.tsx'
import { DownloadIcon } from '../ui/icon.tsx'
import { Room } from './free-space.tsx'
import { summaryOf } from './summary.ts'
import { downloadText } from './text.ts'

/** asOf: when the running ones were last heard of, in ms. */
type Props = { running: Task[]; free: number | null; asOf: number; children: ReactNode }

export function Totals({ running, free, asOf, children }: Props) {
  const words = useText(downloadText)
  const isLive = useIsLive()
  const { running: count, speed } = summaryOf(running)
  return (
    <footer className="foot totals">
      <p className="cap num grow">
        {isLive && count === 0 ? (
          <b className="fx">{words.downloading(0)}</b>
        ) : (
          <b className="fx g4">
            <DownloadIcon size={18} />
            {isLive ? speedOf(speed) : <AsOf at={asOf} />}
          </b>
        )}
        <Room free={free} running={running} />
      </p>
      {children}
    </footer>
  )
}
