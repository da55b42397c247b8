/** Draws the cues of the present point over the picture: at the bottom, above the overlay when that is shown, or where the file places them. */
import { useEffect, useState, type CSSProperties, type RefObject } from 'react'
import { later } from '../../kit/clock.ts'
import { useText } from '../../kit/lang.ts'
import { useObservable } from '../../kit/observable.ts'
import { cuesAt, type CuePlace, type SubtitleCue } from './subtitle-cues.ts'
import './subtitle-layer.css'
import type { SubtitleState, Subtitles } from './subtitle-state.ts'
import { subtitleText } from './subtitle-text.ts'
import type { Showing } from './state.ts'

const lookEveryMs = 80
/** A text that comes sooner needs no note. */
const slowMs = 700

type Props = { subtitles: Subtitles; showing: Showing | null; video: RefObject<HTMLVideoElement | null>; isRaised: boolean }

export function SubtitleLayer({ subtitles, showing, video, isRaised }: Props) {
  const state = useObservable(subtitles.state)
  const load = showing?.load
  if (!load || showing.isUnseen || !state.subtitle || state.play_id !== load.play_id) return null
  if (!state.cues) return <Loading key={state.subtitle.url} />
  return <Cues state={state} cues={state.cues} offset={load.offset} video={video} isRaised={isRaised} />
}

type CuesProps = Pick<Props, 'video' | 'isRaised'> & { state: SubtitleState; cues: readonly SubtitleCue[]; offset: number }

function Cues({ state, cues, offset, video, isRaised }: CuesProps) {
  const later = state.subtitle?.offset_ms ?? 0
  const current = useCurrentCues(cues, () => offset + (video.current?.currentTime ?? 0) * 1000 - later)
  const isPlaced = ({ place }: SubtitleCue) => place.line !== null || place.position !== null
  const size = state.subtitle?.size ?? 'm'
  return (
    <div className={`subtitles ${size} ${isRaised ? 'raised' : ''}`} lang={state.subtitle?.language || undefined}>
      <div className="below">
        {current
          .filter((cue) => !isPlaced(cue))
          .map((cue) => (
            <Cue key={cue.index} cue={cue} />
          ))}
      </div>
      {current.filter(isPlaced).map((cue) => (
        <div key={cue.index} className="placed" style={styleOf(cue.place)}>
          <Cue cue={cue} />
        </div>
      ))}
    </div>
  )
}

function Cue({ cue: { spans, place } }: { cue: SubtitleCue }) {
  return (
    <p style={{ textAlign: place.align === 'start' ? 'left' : place.align === 'end' ? 'right' : 'center' }}>
      {spans.map(({ text, isBold, isItalic, isUnderlined, color }, index) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- the spans of a cue never change
          key={index}
          className={[isBold && 'bold', isItalic && 'italic', isUnderlined && 'underlined', color].filter(Boolean).join(' ')}
        >
          {text}
        </span>
      ))}
    </p>
  )
}

/** Looks again many times a second: the video element's own events are too rare for speech. */
function useCurrentCues(cues: readonly SubtitleCue[], point: () => number): SubtitleCue[] {
  const [current, setCurrent] = useState<SubtitleCue[]>([])
  useEffect(() => {
    const look = () =>
      setCurrent((before) => {
        const next = cuesAt(cues, point())
        return isSame(before, next) ? before : next
      })
    look()
    const timer = setInterval(look, lookEveryMs)
    return () => clearInterval(timer)
  })
  return current
}

function isSame(a: readonly SubtitleCue[], b: readonly SubtitleCue[]): boolean {
  return a.length === b.length && a.every((cue, index) => cue === b[index])
}

const shift: Record<string, number> = { start: 0, center: -50, end: -100, 'line-left': 0, 'line-right': -100 }

/** Within the safe area. */
function styleOf({ line, lineAlign, position, positionAlign }: CuePlace): CSSProperties {
  const across = shift[positionAlign] ?? -50
  const down = line === null ? -100 : (shift[lineAlign] ?? 0)
  return {
    left: `${position ?? 50}%`,
    top: `${line ?? 100}%`,
    transform: `translate(${across}%, ${down}%)`,
  }
}

function Loading() {
  const texts = useText(subtitleText)
  const [isSlow, setSlow] = useState(false)
  useEffect(() => later(slowMs, () => setSlow(true)), [])
  return isSlow ? (
    <p className="subtitle-note" role="status">
      {texts.loading}
    </p>
  ) : null
}
