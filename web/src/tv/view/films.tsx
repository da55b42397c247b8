/** All films, or those of a person or genre, with choices of kind, genre, watched and order above them. */
import { useLang, useText } from '../../kit/lang.ts'
import { chosenOf, filmChips, filmsFocus, type FilmChip } from '../control/films.ts'
import type { Tv } from '../control/tv.ts'
import type { FilmsView } from '../control/views.ts'
import { FilmRow } from './film-row.tsx'
import { Focusable } from './focusable.tsx'
import { genreWord } from './genre-word.ts'
import { filmAt, rowLength, shelfRowLength, shelfRows } from '../shelf.ts'
import { screenText } from '../text.ts'
import { Top } from './top-bar.tsx'
import { classes } from '../../ui/classes.ts'
import styles from './tv-films.module.css'
import stageStyles from '../tv-stage.module.css'

const rowHigh = 400

export function Films({ tv, view, box }: { tv: Tv; view: FilmsView; box: string }) {
  const t = useText(screenText)
  const name = useChoiceName()
  const state = view.shelf.state.get()
  const { chip, row, column } = filmsFocus(view)
  const shown = Array.from({ length: Math.min(shelfRows(state), row + 3) }, (_, at) => at).slice(Math.max(0, row - 1))
  return (
    <>
      <Top name={box} />
      <main>
        <h1 className={styles.title}>
          {view.title === '' || /^\w+:/.test(view.title) ? t.all : view.title}
          {state.isKnown && <span className={classes(stageStyles.count, stageStyles.numeric)}>{t.filmCount(state.total)}</span>}
        </h1>
        <div className={styles.chips}>
          {filmChips.map((one, at) => (
            <Focusable
              key={one}
              isFocused={at === chip}
              className={classes(styles.chip, chosenOf(view, one) !== '' && styles.inUse)}
              onSelect={() => tv.clickChip(at)}
            >
              <span className={styles.chipName}>{t.chips[one]}</span> {name(one, chosenOf(view, one))}
            </Focusable>
          ))}
        </div>
        {state.isKnown && state.total === 0 && <p className={styles.none}>{t.noneSuch}</p>}
        <div className={classes(stageStyles.rows, stageStyles.grid)}>
          {shown.map((one) => (
            <FilmRow
              key={one}
              length={shelfRowLength(state, one)}
              film={(at) => filmAt(state, one * rowLength + at)}
              focused={chip < 0 && one === row ? column : -1}
              top={(one - row) * rowHigh}
              onSelect={(at) => tv.clickFilms({ row: one, column: at, film: filmAt(state, one * rowLength + at) })}
            />
          ))}
        </div>
      </main>
    </>
  )
}

/** The name of a value of one of the choices. */
export function useChoiceName(): (chip: FilmChip, value: string) => string {
  const t = useText(screenText)
  const lang = useLang()
  return (chip, value) => (chip === 'genre' && value !== '' ? genreWord(value, lang) : (t.choices[chip][value] ?? value))
}
