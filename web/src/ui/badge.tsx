/** A red count of new items, at most 99 (spec 9), the true number for screen readers. Nothing at zero. */
import styles from './badge.module.css'
import textStyles from './text.module.css'

export function Badge({ count, label }: { count: number; label: string }) {
  if (count <= 0) return null
  return (
    <b className={styles.count}>
      <span aria-hidden="true">{Math.min(count, 99)}</span>
      <span className={textStyles.visuallyHidden}>{label}</span>
    </b>
  )
}
