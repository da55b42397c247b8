/** The total download speed, one of the two figures of the home card. */
import type { Device } from '@homeport/contract/device.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useIsLive } from '../../kit/call/connection.ts'
import { durationOf, parted, speedOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import styles from '../../shared/box-card.module.css'
import { AsOf } from '../../ui/as-of.tsx'
import { Bar } from '../../ui/bar.tsx'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/text.module.css'
import { tasks } from '../data.ts'
import { summaryOf } from '../summary.ts'
import { homeDownloadText } from '../home-download-text.ts'

export function HomeFigure({ device }: { device: Device }) {
  const words = useText(homeDownloadText)
  const list = useInfiniteQuery(tasks(device))
  const { running, needYou, lackRoom, speed, percent, secondsLeft } = summaryOf(
    list.data?.pages.flatMap((page) => page.data) ?? [],
  )
  const isLive = useIsLive()
  const counts = list.data?.pages[0]?.counts
  const [value, unit] = isLive ? parted(speedOf(speed)) : ['–', '']
  if (isLive && list.data && running === 0)
    return (
      <div>
        <p className={classes(styles.value, styles.rests)}>
          {needYou > 0
            ? words.needYou(needYou)
            : lackRoom > 0
              ? words.lackRoom(lackRoom)
              : counts && counts.progress > 0
                ? words.waitingCount(counts.progress)
                : words.none}
        </p>
        <Bar percent={0} tone="rest" label={words.downloads} />
        <p className={classes(textStyles.caption, textStyles.numeric)}>
          {counts && counts.done > 0 ? words.doneCount(counts.done) : '\u00a0'}
        </p>
      </div>
    )
  return (
    <div>
      <p className={styles.value}>
        {value}
        {unit && <small>{unit}</small>}
      </p>
      <Bar percent={running > 0 ? percent : 0} tone={isLive ? 'live' : 'old'} label={words.downloads} />
      <p className={classes(textStyles.caption, textStyles.numeric)}>
        {isLive ? words.downloading(running) : <AsOf at={list.dataUpdatedAt} />}
        {isLive && secondsLeft !== null && (
          <span className={textStyles.optional}>{` · ${words.timeLeft(durationOf(secondsLeft))}`}</span>
        )}
      </p>
    </div>
  )
}
