/** A thin progress bar: live (moving), rest, warn (amber: the user must act), or old (last known value, no animation). */
import styles from './bar.module.css'
import { classes } from './classes.ts'
import textStyles from './text.module.css'

export type BarTone = 'live' | 'rest' | 'warn' | 'old'

const tones = { live: styles.live, rest: undefined, warn: styles.warning, old: styles.old }

export function Bar({ percent, tone = 'rest', label }: { percent: number; tone?: BarTone; label: string }) {
  const value = Math.round(percent)
  return (
    <div className={classes(styles.bar, tones[tone])}>
      <progress className={textStyles.visuallyHidden} aria-label={label} value={value} max={100} />
      {/* Does not animate backwards when emptied. */}
      <i style={{ width: `${percent}%`, ...(percent === 0 && { transition: 'none' }) }} />
    </div>
  )
}
