/** A user's avatar; without a picture the initial on a colour of the user. */
import { firstLetter } from '../kit/text/format.ts'
import styles from './avatar.module.css'
import { classes } from './classes.ts'

const colours = ['#5B7A6B', '#8C6239', '#4F6794', '#8A5573', '#6E6A3B', '#7A5548']

/** src '': no picture. The name is beside it, so it is hidden from screen readers. colour: of `avatarColours`, where several people stand together. */
type Props = { name: string; src: string; isSmall?: boolean; colour?: string | undefined }

export function Avatar({ name, src, isSmall, colour = colourOf(name) }: Props) {
  return (
    <span className={classes(styles.avatar, !isSmall && styles.large)} style={{ background: colour }} aria-hidden="true">
      {firstLetter(name)}
      {src !== '' && <img key={src} src={src} alt="" onError={({ currentTarget }) => currentTarget.remove()} />}
    </span>
  )
}

/** A colour for each of these people, in their order: their own one, or the next that is free; nobody shares one while there are enough. */
export function avatarColours(names: readonly string[]): string[] {
  const taken: string[] = []
  for (const name of names) {
    const first = colours.indexOf(colourOf(name))
    const inTurn = [...colours.slice(first), ...colours.slice(0, first)]
    taken.push(inTurn.find((colour) => !taken.includes(colour)) ?? colourOf(name))
  }
  return taken
}

function colourOf(name: string): string {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0)
  return colours[sum % colours.length] ?? ''
}
