/** A user's avatar; without a picture the initial on a colour of the user. */
import { firstLetter } from '../kit/format.ts'
import styles from './avatar.module.css'
import { classes } from './classes.ts'

const colours = ['#5B7A6B', '#8C6239', '#4F6794', '#8A5573', '#6E6A3B', '#7A5548']

/** src '' : no picture. The name is beside it, so it is hidden from screen readers. */
export function Avatar({ name, src, isSmall }: { name: string; src: string; isSmall?: boolean }) {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return (
    <span
      className={classes(styles.avatar, !isSmall && styles.large)}
      style={{ background: colours[sum % colours.length] }}
      aria-hidden="true"
    >
      {firstLetter(name)}
      {src !== '' && <img key={src} src={src} alt="" onError={({ currentTarget }) => currentTarget.remove()} />}
    </span>
  )
}
