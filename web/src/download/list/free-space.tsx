/** Free disk space, with a warning when the running downloads do not fit or little is left. */
import type { Task } from '@homeport/contract/download/download.ts'
import { sizeOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { classes } from '../../ui/classes.ts'
import { WarnIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import { bytesToCome } from '../summary.ts'
import { downloadText } from '../text.ts'

const littleBytes = 2_000_000_000

/** free: bytes, null while unknown. */
export function Room({ free, running }: { free: number | null; running: Task[] }) {
  const words = useText(downloadText)
  if (free === null) return null
  const missing = bytesToCome(running) - free
  if (missing <= 0 && free >= littleBytes) return <span>{words.free(sizeOf(free))}</span>
  return (
    <span className={classes(textStyles.warning, layoutStyles.row, layoutStyles.gap4)}>
      <WarnIcon size={15} />
      {missing > 0 ? words.shortOf(sizeOf(missing)) : words.onlyFree(sizeOf(free))}
    </span>
  )
}
