/** The player overlay: title, position, paused or not; hidden after some time without a key. */
import type { Sound } from '@homeport/contract/shape/remote.ts'
import { useEffect, useState } from 'react'
import { later } from '../kit/clock.ts'
import { formatClock } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { PauseIcon } from '../ui/icon.tsx'
import type { Showing } from './film-player/state.ts'
import type { SocketState } from './line.ts'
import { screenText } from './text.ts'

const slowMs = 500

type Props = { showing: Showing; isOverlayOn: boolean; sound: Sound; line: SocketState }

export function PlayerOverlay({ showing, isOverlayOn, sound, line }: Props) {
  const t = useText(screenText)
  const { load, state, point, duration } = showing
  const isOn = isOverlayOn || state === 'paused'
  const share = duration > 0 ? Math.min(1, point / duration) : 0
  return (
    <main className="player">
      <div className={isOn ? 'over on' : 'over'} aria-hidden={!isOn}>
        <h1>{load.title || t.noTitle}</h1>
        <p className="state">
          {state === 'paused' && (
            <>
              <PauseIcon size={44} /> {t.paused}
            </>
          )}
        </p>
        <div className="bar">
          <progress aria-label={t.progress} max={1} value={share} />
          <i style={{ left: `${share * 100}%` }} />
        </div>
        <p className="times num">
          <span>{formatClock(point)}</span>
          <span>{duration > 0 ? formatClock(duration) : ''}</span>
        </p>
      </div>
      {state === 'loading' && <Slow word={t.loading} />}
      {line === 'lost' && state !== 'playing' && <p className="note">{t.lost}</p>}
      {sound === 'blocked' && <p className="note">{t.noSound}</p>}
    </main>
  )
}

function Slow({ word }: { word: string }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => later(slowMs, () => setSlow(true)), [])
  return isSlow ? <p className="slow">{word}</p> : null
}
