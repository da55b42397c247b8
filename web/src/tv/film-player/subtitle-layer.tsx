/** Draws the cues of the present point over the picture: at the bottom, above the overlay when that is shown, or where the file puts them. */
import { useEffect, useState, type CSSProperties, type RefObject } from 'react'
import { later } from '../../kit/time/clock.ts'
import { useText } from '../../kit/lang.ts'
import { useObservable } from '../../kit/observable.ts'
import { classes } from '../../ui/classes.ts'
import { cuesAt, type CuePosition, type SubtitleCue } from './subtitle-cues.ts'
import styles from './subtitle-layer.module.css'
import type { SubtitleState, Subtitles } from './subtitle-state.ts'
import { subtitleText } from './subtitle-text.ts'
import type { Showing } from './state.ts'

const lookEveryMs = 80
const none: readonly SubtitleCue[] = []
/** A text that comes sooner needs no note. */
const slowMs = 700
const sizes = { s: styles.small, m: undefined, l: styles.large }
const colors: Readonly<Record<string, string | undefined>> = {
  lime: styles.lime,
  cyan: styles.cyan,
  red: styles.red,
  yellow: styles.yellow,
  magenta: styles.magenta,
  blue: styles.blue,
  black: styles.black,
}

type Props = { subtitles: Subtitles; showing: Showing | null; video: RefObject<HTMLVideoElement | null>; isRaised: boolean }

export function SubtitleLayer({ subtitles, showing, video, isRaised }: Props) {
  const first = useObservable(subtitles.state)
  const second = useObservable(subtitles.secondary)
  const load = showing?.load
  if (!load || showing.isUnseen || !first.subtitle || first.play_id !== load.play_id) return null
  if (!first.cues) return <Loading key={first.subtitle.url} />
  return <Cues first={first} second={second.subtitle ? second : null} offset={load.offset} video={video} isRaised={isRaised} />
}

type CuesProps = Pick<Props, 'video' | 'isRaised'> & { first: SubtitleState; second: SubtitleState | null; offset: number }

/** Two subtitles stand over each other, whatever their lines: then only those that a file places in the upper half have a place of their own. */
function Cues({ first, second, offset, video, isRaised }: CuesProps) {
  const point = () => offset + (video.current?.currentTime ?? 0) * 1000
  const current = useCurrentCues(first, point)
  const above = useCurrentCues(second, point)
  const isPositioned = ({ position: { line, position } }: SubtitleCue) =>
    second ? line !== null && line < 50 : line !== null || position !== null
  const size = first.subtitle?.size ?? 'm'
  return (
    <div
      className={classes(styles.subtitles, sizes[size], isRaised && styles.raised)}
      lang={first.subtitle?.language || undefined}
    >
      <div className={classes(styles.below, second && styles.two)}>
        <Lines cues={current.filter((cue) => !isPositioned(cue))} />
        {second && (
          <div className={styles.secondary} lang={second.subtitle?.language || undefined}>
            <Lines cues={above} />
          </div>
        )}
      </div>
      {current.filter(isPositioned).map((cue) => (
        <div key={cue.index} className={styles.positioned} style={styleOf(cue.position)}>
          <Cue cue={cue} />
        </div>
      ))}
    </div>
  )
}

/** The first one lowest. */
function Lines({ cues }: { cues: readonly SubtitleCue[] }) {
  return (
    <div className={styles.lines}>
      {cues.map((cue) => (
        <Cue key={cue.index} cue={cue} />
      ))}
    </div>
  )
}

function Cue({ cue: { spans, position } }: { cue: SubtitleCue }) {
  return (
    <p style={{ textAlign: position.align === 'start' ? 'left' : position.align === 'end' ? 'right' : 'center' }}>
      {spans.map(({ text, isBold, isItalic, isUnderlined, color }, index) => (
        <span
          // oxlint-disable-next-line react/no-array-index-key -- the spans of a cue never change
          key={index}
          className={classes(
            isBold && styles.bold,
            isItalic && styles.italic,
            isUnderlined && styles.underlined,
            color && colors[color],
          )}
        >
          {text}
        </span>
      ))}
    </p>
  )
}

/** Looks again many times a second: the video element's own events are too rare for speech. */
function useCurrentCues(state: SubtitleState | null, point: () => number): SubtitleCue[] {
  const cues = state?.cues ?? none
  const laterMs = state?.subtitle?.offset_ms ?? 0
  const [current, setCurrent] = useState<SubtitleCue[]>([])
  useEffect(() => {
    const look = () =>
      setCurrent((before) => {
        const next = cuesAt(cues, point() - laterMs)
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
function styleOf({ line, lineAlign, position, positionAlign }: CuePosition): CSSProperties {
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
    <p className={styles.note} role="status">
      {texts.loading}
    </p>
  ) : null
}
