/** A summary card of the current box's downloads: count, speed, progress, and failures. */
import type { Device } from '@homeport/contract/device.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useIsLive } from '../../kit/call/connection.ts'
import { durationOf, sizeOf, speedOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { AsOf } from '../../ui/as-of.tsx'
import { Bar } from '../../ui/bar.tsx'
import cardStyles from '../../ui/card.module.css'
import { classes } from '../../ui/classes.ts'
import { DownloadIcon, WarnIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import quickCardStyles from '../../ui/quick-card.module.css'
import textStyles from '../../ui/text.module.css'
import tileStyles from '../../ui/tile.module.css'
import { downloadsPath, tasks } from '../data.ts'
import { summaryOf } from '../summary.ts'
import { downloadText } from '../text.ts'

export function DownloadsCard({ device }: { device: Device }) {
  const words = useText(downloadText)
  const list = useInfiniteQuery(tasks(device))
  const { running, needYou, lackRoom, speed, percent, secondsLeft, size } = summaryOf(
    list.data?.pages.flatMap((page) => page.data) ?? [],
  )
  const first = list.data?.pages[0]
  const counts = first?.counts
  const isLive = useIsLive()
  const unfinished = (counts?.progress ?? 0) - needYou - lackRoom
  const line =
    running > 0 && !isLive
      ? words.waitingCount(counts?.progress ?? running)
      : running > 0
        ? words.downloading(running)
        : lackRoom > 0
          ? words.lackRoom(lackRoom)
          : unfinished > 0
            ? words.waitingCount(unfinished)
            : needYou > 0
              ? words.downloading(0)
              : counts && counts.done > 0
                ? words.doneCount(counts.done)
                : words.none
  return (
    <a className={classes(cardStyles.card, quickCardStyles.card)} href={`#${downloadsPath}`}>
      <div className={quickCardStyles.head}>
        <span className={tileStyles.tile}>
          <DownloadIcon />
        </span>
        <div className={layoutStyles.grow}>
          <h2 className={textStyles.label}>{words.downloads}</h2>
          <p className={classes(textStyles.secondary, textStyles.numeric)}>{line}</p>
        </div>
        {isLive && running > 0 && (
          <p
            className={classes(
              textStyles.numeric,
              speed >= 1 && textStyles.accent,
              speed >= 1 && textStyles.label,
              !(speed >= 1) && textStyles.caption,
            )}
          >
            {speedOf(speed)}
          </p>
        )}
        <AsOf at={first?.stale_at ? first.stale_at * 1000 : list.dataUpdatedAt} />
      </div>
      {running > 0 && <Bar percent={percent} tone={isLive ? 'live' : 'old'} label={words.downloads} />}
      {(running > 0 || needYou > 0) && (
        <p className={classes(textStyles.caption, textStyles.numeric, layoutStyles.row, layoutStyles.between)}>
          <span>
            {running > 0 && !isLive
              ? `${words.percent(Math.floor(percent))}${words.ofSize(sizeOf(size))}`
              : secondsLeft === null
                ? running > 0
                  ? words.starting
                  : ''
                : words.left(durationOf(secondsLeft))}
          </span>
          {needYou > 0 && (
            <span className={classes(textStyles.warning, layoutStyles.row, layoutStyles.gap4)}>
              <WarnIcon size={15} />
              {words.needYou(needYou)}
            </span>
          )}
        </p>
      )}
    </a>
  )
}
