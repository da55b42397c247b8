/** The TV page: a stage of 1920 × 1080 scaled to any TV, with one of: waiting face, library, film or player. */
import { useEffect, useRef, useState } from 'react'
import { useObservable } from '../kit/observable.ts'
import { useText } from '../kit/lang.ts'
import { Film } from './film.tsx'
import { Home } from './home.tsx'
import { SubtitleLayer } from './film-player/subtitle-layer.tsx'
import type { Subtitles } from './film-player/subtitle-state.ts'
import { PlayerOverlay } from './player.tsx'
import type { Shelf } from './shelf.ts'
import { screenText } from './text.ts'
import type { Tv } from './control/tv.ts'
import { Volume } from './volume.tsx'
import { Wait } from './wait.tsx'

const wide = 1920
const high = 1080

type Props = { tv: Tv; shelf: Shelf; subtitles: Subtitles; watch: (video: HTMLVideoElement) => void }

export function App({ tv, shelf, subtitles, watch }: Props) {
  const state = useObservable(tv.state)
  const t = useText(screenText)
  const scale = useScale()
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) watch(video.current)
  }, [watch])
  const isIn = state.face?.face === 'inside' && state.line !== 'away' && !state.isForgotten
  return (
    <div className="stage" style={{ transform: `scale(${scale})` }}>
      <section className={state.showing ? 'video on' : 'video'} aria-label={t.film}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the page draws subtitles itself, below */}
        <video ref={video} playsInline />
      </section>
      <SubtitleLayer
        subtitles={subtitles}
        showing={state.showing}
        video={video}
        isRaised={state.isOverlayOn || state.showing?.state === 'paused'}
      />
      {state.showing ? (
        <PlayerOverlay showing={state.showing} isOverlayOn={state.isOverlayOn} sound={state.sound.sound} line={state.line} />
      ) : isIn && state.line === 'open' ? (
        state.film ? (
          <Film film={state.film} button={state.button} box={state.face?.box ?? ''} choose={tv.point} />
        ) : (
          <Home tv={tv} shelf={shelf} box={state.face?.box ?? ''} />
        )
      ) : (
        <Wait state={state} press={() => tv.press('ok')} />
      )}
      <div role="status">
        {state.sound.isShown && <Volume volume={state.sound.volume} isMuted={state.sound.sound === 'muted'} />}
        {state.refused !== '' && <p className="note">{refusedWord(t.refused, state.refused)}</p>}
      </div>
    </div>
  )
}

function refusedWord(words: Record<string, string>, reason: string): string {
  return words[reason] ?? words['failed'] ?? ''
}

function useScale(): number {
  const [scale, setScale] = useState(scaleNow)
  useEffect(() => {
    const fit = () => setScale(scaleNow())
    addEventListener('resize', fit)
    return () => removeEventListener('resize', fit)
  }, [])
  return scale
}

function scaleNow(): number {
  return Math.min(innerWidth / wide, innerHeight / high)
}
