/** A row of posters: it moves so that the focused one is in sight. */
import type { ScreenFilm } from '@homeport/contract/playback/screen-protocol.ts'
import { useText } from '../../kit/lang.ts'
import { CheckIcon } from '../../ui/icon.tsx'
import { Focusable } from './focusable.tsx'
import { FavoriteMark } from '../icons.tsx'
import { Poster, Progress } from './poster.tsx'
import { screenText } from '../text.ts'
import { classes } from '../../ui/classes.ts'
import posterStyles from './tv-poster.module.css'
import styles from './tv-row.module.css'
import stageStyles from '../tv-stage.module.css'

/** Poster with its gap. */
const step = 252
const inSight = 7
/** Posters drawn on each side of those in sight. */
const around = 2

type Props = {
  length: number
  film: (column: number) => ScreenFilm | undefined
  /** -1: another row has the focus. */
  focused: number
  top: number
  onSelect: (column: number) => void
  /** The text of the last entry, which opens all films of the row. */
  more?: string | undefined
}

export function FilmRow({ length, film, focused, top, onSelect, more }: Props) {
  const first = Math.max(0, Math.min(focused - inSight + 2, length - inSight))
  const from = Math.max(0, first - around)
  const columns = Array.from({ length: Math.max(0, Math.min(length, first + inSight + around) - from) }, (_, at) => from + at)
  return (
    <ul className={classes(styles.row, top < 0 && styles.past)} style={{ transform: `translate(${-first * step}px, ${top}px)` }}>
      {columns.map((column) => (
        <li key={column} style={{ left: column * step }}>
          <FilmCard film={film(column)} isFocused={column === focused} onSelect={() => onSelect(column)} more={more} />
        </li>
      ))}
    </ul>
  )
}

/** The marks of the person who watches; '' for none. */
export function statesOf(
  { is_favorite, is_watched, point }: Pick<ScreenFilm, 'is_favorite' | 'is_watched' | 'point'>,
  words: { favorite: string; watched: string },
): string {
  return [is_favorite ? words.favorite : '', is_watched && point === 0 ? words.watched : ''].filter(Boolean).join(', ')
}

type CardProps = { film: ScreenFilm | undefined; isFocused: boolean; onSelect: () => void; more: string | undefined }

function FilmCard({ film, isFocused, onSelect, more }: CardProps) {
  const t = useText(screenText)
  const name = film ? film.title || t.noTitle : (more ?? '')
  const episode = film?.episode
  const state = film && !episode ? statesOf(film, t) : ''
  const title = episode ? `${name} ${t.episodeOf(episode.season, episode.episode)}` : name
  return (
    <>
      <Focusable
        isFocused={isFocused}
        className={styles.card}
        label={[title, state].filter(Boolean).join(', ')}
        onSelect={onSelect}
      >
        {film ? (
          <Poster film={film} />
        ) : (
          more !== undefined && <span className={classes(posterStyles.tile, styles.more)}>{more}</span>
        )}
        {state !== '' && film && (
          <span className={stageStyles.mark}>{film.is_favorite ? <FavoriteMark size={26} /> : <CheckIcon size={28} />}</span>
        )}
        {film && <Progress point={film.point} duration={film.duration_ms} />}
      </Focusable>
      <p className={classes(stageStyles.name, isFocused && stageStyles.focused)} aria-hidden="true">
        {episode ? t.episodeShort(episode.season, episode.episode) : film ? name : ''}
      </p>
    </>
  )
}
