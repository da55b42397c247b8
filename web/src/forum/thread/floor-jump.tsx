/** The current floor in a long thread, and a jump to any other floor. */
import { useState, type FormEvent } from 'react'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/field.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { formatExact } from '../base/format-count.ts'
import { forumText } from '../base/text.ts'
import styles from './replies.module.css'

/** The beginning and the quarters; the end has its own name. */
const shares = [0, 0.25, 0.5, 0.75]

/** stopped: the last floor read in an earlier visit, 0 for none. */
type Props = { at: number; last: number; stopped: number; go: (floor: number) => void }

export function FloorJump({ at, last, stopped, go }: Props) {
  const words = useText(forumText)
  const [isOpen, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const marks = [...new Set(shares.map((share) => Math.max(1, Math.round(last * share))))]

  function goTo(floor: number) {
    setOpen(false)
    setTyped('')
    go(Math.min(last, Math.max(1, floor)))
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (/^\d+$/.test(typed.trim())) goTo(Number(typed))
  }

  return (
    <>
      <button
        type="button"
        className={classes(styles.position, textStyles.numeric)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <span>
          <span className={textStyles.visuallyHidden}>{words.goToFloor}: </span>
          {`${formatExact(at)} / ${formatExact(last)}`}
        </span>
      </button>
      <Sheet isOpen={isOpen} onClose={() => setOpen(false)} title={words.goToFloor} closeLabel={useText(commonText).close}>
        <div className={styles.jumps}>
          {stopped > 0 && (
            <Button variant="line" isSmall onClick={() => goTo(stopped)}>
              {words.whereStopped(stopped)}
            </Button>
          )}
          <Button variant="line" isSmall onClick={() => goTo(last)}>
            {words.lastOne(last)}
          </Button>
        </div>
        <ul className={styles.jumps}>
          {marks.map((floor) => (
            <li key={floor}>
              <Button variant="line" isSmall onClick={() => goTo(floor)}>
                {words.floor(floor)}
              </Button>
            </li>
          ))}
        </ul>
        <form noValidate onSubmit={submit}>
          <Field
            label={words.floorField(formatExact(last))}
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="go"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" isWide>
            {words.go}
          </Button>
        </form>
      </Sheet>
    </>
  )
}
