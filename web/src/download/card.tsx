/** All downloads of the current box in one card: how many, how fast, how far, and who needs someone. */
import type { Device } from '@homeport/contract/device.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { durationOf, speedOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { Bar } from '../ui/bar.tsx'
import { DownloadIcon, WarnIcon } from '../ui/icon.tsx'
import { tasks } from './data.ts'
import { summaryOf } from './summary.ts'
import { downloadText } from './text.ts'

export const downloadsPath = '/pages/device/download/list'

export function DownloadsCard({ device }: { device: Device }) {
  const words = useText(downloadText)
  const list = useInfiniteQuery(tasks(device, 'progress'))
  const { running, needYou, speed, percent, secondsLeft } = summaryOf(list.data?.pages.flatMap((page) => page.data) ?? [])
  const counts = list.data?.pages[0]?.counts
  const line =
    running > 0
      ? words.downloading(running)
      : counts && counts.progress > 0
        ? words.waitingCount(counts.progress)
        : counts && counts.done > 0
          ? words.doneCount(counts.done)
          : words.none
  return (
    <a className="card ent" href={`#${downloadsPath}`}>
      <div className="hd">
        <span className="tile">
          <DownloadIcon />
        </span>
        <div className="grow">
          <h2 className="label">{words.downloads}</h2>
          <p className="sub num">{line}</p>
        </div>
        {running > 0 && <p className={speed >= 1 ? 'num red label' : 'num cap'}>{speedOf(speed)}</p>}
      </div>
      {running > 0 && <Bar percent={percent} tone="live" label={words.downloads} />}
      {(running > 0 || needYou > 0) && (
        <p className="cap num fx between">
          <span>{secondsLeft === null ? (running > 0 ? words.starting : '') : words.left(durationOf(secondsLeft))}</span>
          {needYou > 0 && (
            <span className="warn fx g4">
              <WarnIcon size={15} />
              {words.needYou(needYou)}
            </span>
          )}
        </p>
      )}
    </a>
  )
}
