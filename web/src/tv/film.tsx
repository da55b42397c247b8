/** One film on the TV: details, and play from the last position or the start. */
import { useEffect, useRef } from 'react'
import type { ScreenFilm } from '@homeport/contract/screen-page.ts'
import { formatClock } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { PlayIcon } from '../ui/icon.tsx'
import { startPointsOf } from './control/start-points.ts'
import { Facts } from './facts.tsx'
import { Backdrop, Poster } from './poster.tsx'
import { screenText } from './text.ts'
import { Top } from './top.tsx'

type Props = { film: ScreenFilm; button: number; box: string; choose: (button: number) => void }

export function Film({ film, button, box, choose }: Props) {
  const t = useText(screenText)
  return (
    <>
      <Backdrop film={film} isDim />
      <Top name={box} isOver={film.poster !== ''} />
      <main className="film">
        <div className="print">
          <Poster film={film} />
        </div>
        <div className="words">
          <h1>{film.title || t.noTitle}</h1>
          <Facts film={film} />
          <p className="about">{film.overview}</p>
          <p className="buttons">
            {startPointsOf(film).map((point, at, all) => (
              <Choice key={point} isFocused={at === button} isMain={at === 0} choose={() => choose(at)}>
                {at === 0 && <PlayIcon size={40} />}
                {point > 0 ? t.goOn(formatClock(point)) : all.length > 1 ? t.fromStart : t.play}
              </Choice>
            ))}
          </p>
        </div>
      </main>
    </>
  )
}

type ChoiceProps = { isFocused: boolean; isMain: boolean; choose: () => void; children: React.ReactNode }

function Choice({ isFocused, isMain, choose, children }: ChoiceProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFocused) button.current?.focus({ preventScroll: true })
  }, [isFocused])
  return (
    <button ref={button} type="button" className={`choice${isMain ? ' main' : ''}${isFocused ? ' focus' : ''}`} onClick={choose}>
      {children}
    </button>
  )
}
