/** The candidates of a film: poster, title, year, director, how sure it is and why; one is chosen. */
import type { FilmCandidate } from '@homeport/contract/movie/identify.ts'
import { useEffect, useRef } from 'react'
import { useText } from '../../kit/lang.ts'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import { Poster } from '../poster.tsx'
import { identifyText } from './identify-text.ts'
import styles from './identify.module.css'

type Props = {
  candidates: readonly FilmCandidate[]
  /** The entry that the film has now; '' for none. */
  present: string
  chosen: string
  onSelect: (tmdb: string) => void
}

export function Candidates({ candidates, present, chosen, onSelect }: Props) {
  const words = useText(identifyText)
  const list = useRef<HTMLDivElement>(null)
  const first = candidates[0]?.tmdb
  // The keyboard works at once: arrows choose, Enter takes.
  useEffect(() => {
    if (first === undefined || document.activeElement instanceof HTMLInputElement) return
    const radio = list.current?.querySelector<HTMLInputElement>('input:checked') ?? list.current?.querySelector('input')
    radio?.focus({ preventScroll: true })
  }, [first])
  return (
    <div ref={list} role="radiogroup" aria-label={words.candidates}>
      {candidates.map((one) => (
        <label key={one.tmdb} className={styles.candidate}>
          <span className={styles.poster}>
            <Poster poster={one.poster} title={one.title} />
          </span>
          <span className={layoutStyles.grow}>
            <span className={classes(styles.title, textStyles.twoLines)}>{one.title}</span>
            {one.original_title !== '' && one.original_title !== one.title && (
              <span className={classes(textStyles.caption, styles.line)}>{one.original_title}</span>
            )}
            <span className={classes(textStyles.caption, textStyles.numeric, styles.line)}>
              {[one.year, one.director, one.tmdb === present && words.chosenNow].filter(Boolean).join(' · ')}
            </span>
            <span className={classes(textStyles.caption, styles.line)}>
              <b className={classes(styles.level, one.level === 'sure' && textStyles.success)}>{words.levels[one.level]}</b> ·{' '}
              {words.reasons[one.reason]}
            </span>
          </span>
          <input
            type="radio"
            className={textStyles.visuallyHidden}
            name="candidate"
            value={one.tmdb}
            checked={one.tmdb === chosen}
            onChange={() => onSelect(one.tmdb)}
          />
          <i className={styles.radio} aria-hidden="true" />
        </label>
      ))}
    </div>
  )
}
