/** The first page: the focused film at the top, rows of posters below; the focused row is always at the same height. */
import type { ScreenFilm } from '@homeport/contract/playback/screen-protocol.ts'
import { useObservable } from '../../kit/observable.ts'
import { formatClock } from '../../kit/text/format.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { art } from '../../ui/drawing.tsx'
import { Drawing } from '../../ui/frame-drawing.tsx'
import { buttonsOf, homeFocus } from '../control/home.ts'
import { isBegun, type HomeRow, type HomeRows } from '../control/home-rows.ts'
import type { Tv } from '../control/tv.ts'
import type { HomeView } from '../control/views.ts'
import { Facts, isLong } from './facts.tsx'
import { FilmRow } from './film-row.tsx'
import { BelowMark } from '../icons.tsx'
import { genreWord } from './genre-word.ts'
import { Backdrop } from './poster.tsx'
import { rowLength } from '../shelf.ts'
import { screenText } from '../text.ts'
import { Top } from './top-bar.tsx'
import { classes } from '../../ui/classes.ts'
import heroStyles from './tv-hero.module.css'
import styles from './tv-home.module.css'
import stageStyles from '../tv-stage.module.css'

/** Row height: poster, title and gap. */
const rowHigh = 400

export function Home({ tv, view, box }: { tv: Tv; view: HomeView; box: string }) {
  const t = useText(screenText)
  const nameOf = useRowName()
  const filmRows = useObservable(tv.rows.state)
  const shelf = useObservable(tv.shelf.state)
  const { face, viewer } = useObservable(tv.state)
  const people = face?.people ?? []
  const { rows, index, row, column } = homeFocus(tv, view)
  const top = { name: box, buttons: buttonsOf(people.length), focused: row.kind === 'top' ? column : -1, tv }
  const person = people.filter(({ id }) => id === viewer)[0]?.name ?? ''
  const isKnown = filmRows.isKnown && shelf.isKnown
  const isDamaged = face?.is_damaged === true && !(isKnown && shelf.total > 0)
  if (!isKnown && !isDamaged) return <Top name={box} />
  if (isDamaged || shelf.total === 0)
    return (
      <>
        <Top name={box} />
        <main className={styles.nothing}>
          <div>
            <Drawing>{art.films}</Drawing>
            <h1>{isDamaged ? t.damaged : t.empty}</h1>
            <p>{isDamaged ? t.damagedText : t.emptyText}</p>
          </div>
        </main>
      </>
    )
  const heroRow = row.kind === 'top' ? rows.at(1) : row
  const film = row.kind === 'top' ? heroRow.film(0) : row.film(column)
  const shown = Array.from({ length: Math.min(rows.count, index + 3) }, (_, at) => at).slice(Math.max(1, index - 1))
  const focusedRow = Math.max(1, index)
  return (
    <>
      {film && <Backdrop film={film} />}
      <Top {...top} person={person} isOver={film !== undefined && (film.poster !== '' || film.backdrop !== '')} />
      <main>
        {film && <Hero film={film} />}
        <RowName row={heroRow} name={nameOf(heroRow)} below={belowOf(rows, { row: focusedRow, nameOf })} total={shelf.total} />
        {film && row.kind !== 'top' && <Hint row={row} film={film} />}
        <div className={stageStyles.rows}>
          {shown.map((one) => {
            const each = rows.at(one)
            return (
              <FilmRow
                key={each.key}
                length={each.length}
                film={each.film}
                focused={one === index ? column : -1}
                top={(one - focusedRow) * rowHigh}
                onSelect={(at) => tv.clickHome(each.key, at)}
                more={
                  each.last === 'all' && each.row ? t.allOf(each.row.total) : each.last === 'remove' ? t.removeFrom : undefined
                }
              />
            )
          })}
        </div>
      </main>
    </>
  )
}

function Hero({ film }: { film: ScreenFilm }) {
  const t = useText(screenText)
  const { episode } = film
  return (
    <section className={classes(heroStyles.hero, isLong(film.title) && heroStyles.long)} aria-live="polite">
      <h1>{film.title || t.noTitle}</h1>
      {episode ? (
        <p className={classes(heroStyles.facts, stageStyles.numeric)}>
          {[t.episodeOf(episode.season, episode.episode), episode.title].filter((part) => part !== '').join(' · ')}
        </p>
      ) : (
        <Facts film={film} />
      )}
      <p className={heroStyles.about}>{film.overview}</p>
    </section>
  )
}

type RowNameProps = { row: HomeRow; name: string; below: string; total: number }

/** below: the name of the row that follows, '' for none: its posters stand at the edge, which many TVs cut. */
function RowName({ row, name, below, total }: RowNameProps) {
  const t = useText(screenText)
  const from = Number(row.key.slice('all:'.length)) * rowLength
  const whole = (n: number) => n.toLocaleString('en')
  return (
    <div className={styles.rowName}>
      <h2>
        {name}
        {row.kind === 'all' && (
          <span className={classes(stageStyles.count, stageStyles.numeric)}>
            {t.ofAll(whole(from + 1), whole(from + row.length), whole(total))}
          </span>
        )}
      </h2>
      {below !== '' && (
        <h2 className={styles.below}>
          <BelowMark size={28} />
          {below}
        </h2>
      )}
    </div>
  )
}

function useRowName(): (row: HomeRow) => string {
  const t = useText(screenText)
  const lang = useLang()
  return ({ kind, row }) => (row?.kind === 'genre' ? genreWord(row.genre, lang) : kind === 'top' ? '' : t.rows[kind])
}

/** The rows of the library have one name together. */
function belowOf(rows: HomeRows, { row, nameOf }: { row: number; nameOf: (row: HomeRow) => string }): string {
  if (row + 1 >= rows.count) return ''
  const next = rows.at(row + 1)
  return next.kind === 'all' && next.key !== 'all:0' ? '' : nameOf(next)
}

function Hint({ row, film }: { row: HomeRow; film: ScreenFilm }) {
  const t = useText(screenText)
  return (
    <p className={classes(stageStyles.hint, stageStyles.numeric)}>
      <b>{t.ok}</b> {isBegun(row) ? (film.point > 0 ? t.resumeFrom(formatClock(film.point)) : t.play) : t.open}
    </p>
  )
}
