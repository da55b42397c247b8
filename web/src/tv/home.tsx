/** The library on the TV: the focused film at the top, rows of posters below; the focused row is always at the same height. */
import { useEffect, useRef } from 'react'
import { useObservable } from '../kit/observable.ts'
import { formatClock } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { art, Drawing } from '../ui/drawing.tsx'
import { Facts } from './facts.tsx'
import { Backdrop, Poster } from './poster.tsx'
import { filmAt, rowCount, slotsOf, type Shelf, type ShelfState } from './shelf.ts'
import { screenText } from './text.ts'
import { Top } from './top.tsx'
import type { Tv } from './control/tv.ts'

/** Row height: poster, title and gap. */
const rowHigh = 400
const rowsAround = 2

export function Home({ tv, shelf, box }: { tv: Tv; shelf: Shelf; box: string }) {
  const t = useText(screenText)
  const films = useObservable(shelf.state)
  const { row, column } = useObservable(tv.state)
  const slot = slotsOf(films, row)[column]
  const film = slot && filmAt(films, slot)
  if (!films.isKnown) return <Top name={box} />
  if (films.total === 0 && films.recent.length === 0)
    return (
      <>
        <Top name={box} />
        <main className="nothing">
          <div>
            <Drawing>{art.films}</Drawing>
            <h1>{t.empty}</h1>
            <p>{t.emptyText}</p>
          </div>
        </main>
      </>
    )
  const first = Math.max(0, row - 1)
  const rows = Array.from({ length: Math.min(rowCount(films), row + rowsAround) - first }, (_, at) => first + at)
  return (
    <>
      {film && <Backdrop film={film} />}
      <Top name={box} isOver={film?.poster !== ''} />
      <main>
        {film && (
          <section className="hero" aria-live="polite">
            <h1>{film.title || t.noTitle}</h1>
            <Facts film={film} />
            <p className="about">{film.overview}</p>
          </section>
        )}
        <h2 className="rowname">
          {slot?.list === 'recent' ? t.recent : t.all}
          {slot?.list === 'all' && <span className="count num">{countOf(films, row, t.ofAll)}</span>}
        </h2>
        {film && (
          <p className="hint">
            <b>{t.ok}</b> {slot?.list === 'recent' ? t.resumeFrom(formatClock(film.point)) : t.open}
          </p>
        )}
        <div className="rows">
          {rows.map((one) => (
            <Row key={one} row={one} tv={tv} films={films} top={(one - row) * rowHigh} focused={one === row ? column : -1} />
          ))}
        </div>
      </main>
    </>
  )
}

type RowProps = { row: number; tv: Tv; films: ShelfState; top: number; focused: number }

function Row({ row, tv, films, top, focused }: RowProps) {
  const t = useText(screenText)
  return (
    <ul className={top < 0 ? 'prow past' : 'prow'} style={{ transform: `translateY(${top}px)` }}>
      {slotsOf(films, row).map((slot, column) => {
        const film = filmAt(films, slot)
        return (
          <li key={column}>
            <Card isFocused={column === focused} label={film?.title || t.noTitle} choose={() => tv.choose(row, column)}>
              {film && <Poster film={film} key={film.id} />}
              {film && film.point > 0 && film.duration_ms !== null && <Progress share={film.point / film.duration_ms} />}
            </Card>
            <p className={column === focused ? 'name focused' : 'name'} aria-hidden="true">
              {film && (film.title || t.noTitle)}
            </p>
          </li>
        )
      })}
    </ul>
  )
}

type CardProps = { isFocused: boolean; label: string; choose: () => void; children: React.ReactNode }

function Card({ isFocused, label, choose, children }: CardProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFocused) button.current?.focus({ preventScroll: true })
  }, [isFocused])
  return (
    <button
      ref={button}
      type="button"
      tabIndex={isFocused ? 0 : -1}
      className={isFocused ? 'card focus' : 'card'}
      aria-label={label}
      onClick={choose}
    >
      {children}
    </button>
  )
}

function Progress({ share }: { share: number }) {
  return (
    <span className="pb">
      <i style={{ width: `${Math.min(100, share * 100)}%` }} />
    </span>
  )
}

function countOf(films: ShelfState, row: number, format: (from: string, to: string, total: string) => string): string {
  const slots = slotsOf(films, row)
  const whole = (n: number) => n.toLocaleString('en')
  return format(whole((slots[0]?.at ?? 0) + 1), whole((slots[slots.length - 1]?.at ?? 0) + 1), whole(films.total))
}
