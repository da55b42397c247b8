/** The TV page: a stage of 1920 × 1080 scaled to any TV, with one of: waiting face, library, film or player. */
import { useEffect, useRef, useState } from 'react'
import { useObservable } from '../kit/observable.ts'
import { useText } from '../kit/lang.ts'
import { newHome } from './control/views.ts'
import type { TvPageState } from './control/state.ts'
import { Film } from './view/film.tsx'
import { Films } from './view/films.tsx'
import { Home } from './view/home.tsx'
import { SubtitleLayer } from './film-player/subtitle-layer.tsx'
import type { Subtitles } from './film-player/subtitle-state.ts'
import { IdleScreen, MenuList, StillWatching, ViewerQuestion } from './view/overlays.tsx'
import { PlayerOverlay } from './view/player.tsx'
import { Search } from './view/search.tsx'
import { screenText } from './text.ts'
import type { Tv } from './control/tv.ts'
import { Volume } from './view/volume.tsx'
import { Wait } from './view/pairing-screens.tsx'
import { classes } from '../ui/classes.ts'
import styles from './tv-stage.module.css'

const wide = 1920
const high = 1080

type Props = { tv: Tv; subtitles: Subtitles; watch: (video: HTMLVideoElement) => void }

export function App({ tv, subtitles, watch }: Props) {
  const state = useObservable(tv.state)
  const t = useText(screenText)
  const scale = useScale()
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    if (video.current) watch(video.current)
  }, [watch])
  return (
    <div
      className={classes(styles.stage, state.menu && styles.under)}
      style={{
        transform: `translate(${(innerWidth - wide * scale) / 2}px, ${(innerHeight - high * scale) / 2}px) scale(${scale})`,
      }}
    >
      <section
        className={classes(styles.video, state.showing && styles.shown, state.showing?.isUnseen && styles.unseen)}
        aria-label={t.film}
      >
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the page draws subtitles itself, below */}
        <video ref={video} playsInline />
      </section>
      <SubtitleLayer
        subtitles={subtitles}
        showing={state.showing}
        video={video}
        isRaised={state.isOverlayOn || state.showing?.state === 'paused'}
      />
      <Page tv={tv} state={state} />
      {state.menu && <MenuList tv={tv} menu={state.menu} />}
      <div role="status">
        {state.sound.isShown && <Volume volume={state.sound.volume} isMuted={state.sound.sound === 'muted'} />}
        {state.refused !== '' && <p className={styles.notice}>{refusedWord(t.refused, state.refused)}</p>}
      </div>
      {state.isIdle && <IdleScreen box={state.face?.box ?? ''} />}
    </div>
  )
}

function Page({ tv, state }: { tv: Tv; state: TvPageState }) {
  const t = useText(screenText)
  const { showing, face, line, isForgotten, isNextComing, viewerAt, views } = state
  if (showing) return <PlayerOverlay tv={tv} state={state} showing={showing} />
  if (face?.face !== 'inside' || line !== 'open' || isForgotten) return <Wait state={state} press={() => tv.press('ok')} />
  if (state.asking !== '') return <StillWatching tv={tv} />
  if (isNextComing)
    return (
      <main className={styles.black}>
        <p className={styles.waiting}>{t.loading}</p>
      </main>
    )
  if (viewerAt >= 0) return <ViewerQuestion tv={tv} state={state} />
  const view = views[views.length - 1] ?? newHome
  if (view.kind === 'film') return <Film tv={tv} view={view} box={face.box} />
  if (view.kind === 'films') return <Films tv={tv} view={view} box={face.box} />
  if (view.kind === 'search') return <Search tv={tv} view={view} box={face.box} />
  return <Home tv={tv} view={view} box={face.box} />
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
