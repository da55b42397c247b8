/** Since when what is shown is so (P39, P46): said where figures stand still, and to the one line on the connection. */
import { now } from '../kit/clock.ts'
import { useIsLive, useShownAt } from '../kit/connection.ts'
import { connectionText } from '../kit/connection-text.ts'
import { momentOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'

/** at: ms, 0 while nothing is shown. Nothing while the figures are of this moment. */
export function AsOf({ at }: { at: number }) {
  const words = useText(connectionText)
  const isLive = useIsLive()
  useShownAt(at)
  return isLive || at === 0 ? null : <span className="cap num">{words.asOf(momentOf(at, now()))}</span>
}

/** For what says its age by the line alone. */
export function ShownAt({ list }: { list: { dataUpdatedAt: number } }) {
  useShownAt(list.dataUpdatedAt)
  return null
}
