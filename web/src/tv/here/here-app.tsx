/** The page of a person who came from the app to watch here: the film with controls for a finger, or one sentence on why there is none, and the way back. */
import { useEffect, useRef, useState } from 'react'
import { later } from '../../kit/time/clock.ts'
import { useObservable } from '../../kit/observable.ts'
import { classes } from '../../ui/classes.ts'
import { SubtitleLayer } from '../film-player/subtitle-layer.tsx'
import type { Subtitles } from '../film-player/subtitle-state.ts'
import type { Tv } from '../control/tv.ts'
import type { TvPageState } from '../control/state.ts'
import styles from './here.module.css'
import { HereFace, type FaceKind } from './here-face.tsx'
import { HereControls } from './here-controls.tsx'
import { useFullScreen } from './full-screen.ts'
import { listenToKeys } from './here-keys.ts'
import { FilmArea } from './film-area.tsx'
import { useShown } from './use-shown.ts'

/** The box says sooner why a film ended. */
const overWithinMs = 600

export type HereProps = {
  tv: Tv
  subtitles: Subtitles
  watch: (video: HTMLVideoElement) => void
  canPlay: boolean
  /** Asks the box for the film once more. */
  again: () => void
  leave: () => void
}

export function HereApp({ tv, subtitles, watch, canPlay, again, leave }: HereProps) {
  const state = useObservable(tv.state)
  const video = useRef<HTMLVideoElement>(null)
  const [refused, forgetRefusal] = useRefusal(state)
  const [isSheetOpen, openSheet] = useState(false)
  const { showing } = state
  if (!showing && isSheetOpen) openSheet(false)
  const isPaused = showing?.state === 'paused'
  const shown = useShown(isPaused || isSheetOpen || showing?.state === 'loading')
  const fullScreen = useFullScreen(video)
  useEffect(() => {
    if (video.current && canPlay) watch(video.current)
  }, [watch, canPlay])
  const close = useClose({ tv, leave, isShown: showing !== null, isNothingShown: isOver(state, refused) })
  useEffect(() => {
    const toggleFullScreen = () => fullScreen?.toggle()
    return listenToKeys({ tv, show: shown.show, toggleFullScreen, close, isSheetOpen, closeSheet: () => openSheet(false) })
  })
  const face = faceOf(state, { refused, canPlay })
  const tryAgain = () => {
    if (face === 'away') return tv.press('ok')
    tv.forgetRefusal()
    forgetRefusal()
    again()
  }
  return (
    <div
      className={classes(styles.here, face && styles.faced, shown.isOn ? styles.on : styles.off)}
      onPointerMove={({ pointerType }) => pointerType === 'mouse' && shown.show()}
    >
      <FilmArea tv={tv} state={state} shown={shown} toggleFullScreen={() => fullScreen?.toggle()}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the page draws subtitles itself, below */}
        <video ref={video} playsInline />
        <SubtitleLayer subtitles={subtitles} showing={showing} video={video} isRaised={shown.isOn} />
      </FilmArea>
      {showing && !face ? (
        <HereControls {...{ tv, state, showing, video, fullScreen, isSheetOpen, openSheet, onClose: close }} />
      ) : (
        <HereFace kind={face ?? 'loading'} reason={refused} onRetry={tryAgain} onClose={close} />
      )}
    </div>
  )
}

/** undefined while the film can be shown, or comes. */
function faceOf(state: TvPageState, { refused, canPlay }: { refused: string; canPlay: boolean }): FaceKind | undefined {
  const { line, isForgotten, showing } = state
  if (!canPlay) return 'cannot'
  if (isForgotten) return 'over'
  if (line === 'away') return 'away'
  if (showing) return undefined
  if (refused !== '') return 'refused'
  if (line === 'lost') return 'lost'
  return line === 'open' ? undefined : 'connecting'
}

/** The latest refusal, until a film is shown: the TV page shows it for seconds only. */
function useRefusal({ refused, showing }: TvPageState): [reason: string, forget: () => void] {
  const [latest, setLatest] = useState('')
  const reason = showing ? '' : refused || latest
  if (reason !== latest) setLatest(reason)
  return [reason, () => setLatest('')]
}

/** A film was shown and none follows. */
function isOver({ showing, isNextComing, isForgotten, line }: TvPageState, refused: string): boolean {
  return !showing && !isNextComing && !isForgotten && line === 'open' && refused === ''
}

type Closing = { tv: Tv; leave: () => void; isShown: boolean; isNothingShown: boolean }

/** Back to the app: by hand, and when the film has ended. */
function useClose({ tv, leave, isShown, isNothingShown }: Closing): () => void {
  const hasShown = useRef(false)
  useEffect(() => {
    if (isShown) hasShown.current = true
    return isNothingShown && hasShown.current ? later(overWithinMs, leave) : undefined
  }, [isShown, isNothingShown, leave])
  const isLeaving = useRef(false)
  return () => {
    // A second way back would go past the film's page.
    if (isLeaving.current) return
    isLeaving.current = true
    hasShown.current = false
    tv.exit()
    leave()
  }
}
