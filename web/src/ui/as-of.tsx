/** The time of saved data on screen (P39, P46): shown beside outdated figures, and passed to the connection line. */
import { now } from '../kit/time/clock.ts'
import { connectionText } from '../kit/text/connection-text.ts'
import { oldestShownAt, useIsLive, useShownAt } from '../kit/call/connection.ts'
import { formatMoment } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import { useObservable } from '../kit/observable.ts'
import { classes } from './classes.ts'
import textStyles from './text.module.css'

/** at: ms, 0 while nothing is shown. Renders nothing while the figures are live. All parts of a screen say one time, the oldest. */
export function AsOf({ at }: { at: number }) {
  const words = useText(connectionText)
  const isLive = useIsLive()
  useShownAt(at)
  const oldest = useObservable(oldestShownAt) ?? at
  return isLive || at === 0 ? null : (
    <span className={classes(textStyles.caption, textStyles.numeric)}>{words.asOf(formatMoment(oldest, now()))}</span>
  )
}

/** For lists that show their age in the line only. */
export function ShownAt({ list }: { list: { dataUpdatedAt: number } }) {
  useShownAt(list.dataUpdatedAt)
  return null
}
