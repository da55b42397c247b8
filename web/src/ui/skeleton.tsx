/** The place of something that loads: as large as what will stand there. */
import { classes } from './classes.ts'
import styles from './skeleton.module.css'

type Length = number | string
type Props = {
  /** As wide as its place without one. */
  width?: Length
  height: Length
  radius?: number
  isRound?: boolean
  /** Space above and below. */
  above?: number
  below?: number
  /** Shown only after half a second. */
  isLate?: boolean
}

export function Skeleton({ width, height, radius, isRound, above, below, isLate }: Props) {
  const shape = isRound ? { borderRadius: '50%', flex: 'none' } : { borderRadius: radius }
  return (
    <span
      className={classes(styles.skeleton, isLate && styles.late)}
      style={{ ...shape, width, height, marginTop: above, marginBottom: below }}
    />
  )
}
