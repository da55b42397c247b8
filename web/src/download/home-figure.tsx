/** The speed of all downloads, as one of the two numbers of the home card. */
import type { Device } from '@homeport/contract/device.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { durationOf, parted, speedOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { Bar } from '../ui/bar.tsx'
import { tasks } from './data.ts'
import { summaryOf } from './summary.ts'
import { downloadText } from './text.ts'

export function HomeFigure({ device }: { device: Device }) {
  const words = useText(downloadText)
  const list = useInfiniteQuery(tasks(device, 'progress'))
  const { running, speed, percent, secondsLeft } = summaryOf(list.data?.pages.flatMap((page) => page.data) ?? [])
  const [value, unit] = parted(speedOf(speed))
  return (
    <div>
      <p className="v">
        {value}
        {unit && <small>{unit}</small>}
      </p>
      <Bar percent={running > 0 ? percent : 0} tone="live" label={words.downloads} />
      <p className="cap num">
        {words.downloading(running)}
        {secondsLeft !== null && <span className="drop">{` · ${words.timeLeft(durationOf(secondsLeft))}`}</span>}
      </p>
    </div>
  )
}
