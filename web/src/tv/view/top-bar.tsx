/** The top bar: the box's name, on the first page its buttons, and the time. */
import { now } from '../../kit/time/clock.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { Mark } from '../../ui/icon.tsx'
import { topButtons, type TopButton } from '../control/home-rows.ts'
import type { Tv } from '../control/tv.ts'
import { Focusable } from './focusable.tsx'
import { PersonMark, SearchMark, ShelfMark } from '../icons.tsx'
import { screenText } from '../text.ts'
import { useNow } from '../use-now.ts'
import { classes } from '../../ui/classes.ts'
import stageStyles from '../tv-stage.module.css'
import styles from './tv-top-bar.module.css'

const lookMs = 5_000
const marks = { search: SearchMark, films: ShelfMark, viewer: PersonMark }

/** isOver: it is on top of a picture. focused: of the buttons, -1: none. person: who watches. */
type Props = { name: string; isOver?: boolean; buttons?: number; focused?: number; person?: string; tv?: Tv }

export function Top({ name, isOver, buttons = 0, focused = -1, person = '', tv }: Props) {
  const locale = useLang() === 'zh' ? 'zh-CN' : 'en-GB'
  useNow(lookMs)
  return (
    <header className={styles.bar}>
      <span className={styles.mark}>
        <Mark size={48} />
        <b>{name}</b>
      </span>
      {tv && buttons > 0 && (
        <span className={styles.buttons}>
          {topButtons.slice(0, buttons).map((button, at) => (
            <Button
              key={button}
              button={button}
              person={person}
              isFocused={at === focused}
              onSelect={() => tv.clickHome('top', at)}
            />
          ))}
        </span>
      )}
      <time className={classes(stageStyles.numeric, isOver && styles.pill)}>
        {new Date(now()).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit', hour12: false })}
      </time>
    </header>
  )
}

type ButtonProps = { button: TopButton; person: string; isFocused: boolean; onSelect: () => void }

function Button({ button, person, isFocused, onSelect }: ButtonProps) {
  const t = useText(screenText)
  const Icon = marks[button]
  return (
    <Focusable isFocused={isFocused} className={styles.button} onSelect={onSelect}>
      <Icon size={36} />
      {button === 'viewer' ? person || t.viewerShort : t.top[button]}
    </Focusable>
  )
}
