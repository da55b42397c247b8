/** The time line: dragged by a finger or a mouse; the film follows when it is let go. Times stand below. */
import { useEffect, useRef, useState, type RefObject } from 'react'
import { formatClock, formatLeft } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import type { PlayerPanel } from '../control/state.ts'
import type { Tv } from '../control/tv.ts'
import type { Showing } from '../film-player/state.ts'
import { Thumbnail } from '../view/player.tsx'
import { screenText } from '../text.ts'
import { classes } from '../../ui/classes.ts'
import stageStyles from '../tv-stage.module.css'
import styles from './here.module.css'

const thumbnailPx = 144
const stepMs = 1_000

type Props = { tv: Tv; panel: PlayerPanel; showing: Showing; video: RefObject<HTMLVideoElement | null> }

export function TimeLine({ tv, panel, showing, video }: Props) {
  const t = useText(screenText)
  const { duration } = showing
  const [dragged, setDragged] = useState<number | null>(null)
  const line = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const current = line.current
    // React's change is the browser's input: this one comes when the finger lets go.
    const letGo = () => {
      if (current && duration > 0) tv.seekTo(Number(current.value) / duration)
      setDragged(null)
    }
    current?.addEventListener('change', letGo)
    return () => current?.removeEventListener('change', letGo)
  }, [tv, duration])
  const point = dragged ?? showing.point
  const share = duration > 0 ? Math.min(1, point / duration) : 0
  const isSeeking = dragged !== null || panel.isSeeking
  return (
    <div className={classes(styles.line, stageStyles.numeric)}>
      <div className={styles.slider}>
        <i className={styles.track}>
          <i className={styles.loaded} style={{ width: `${bufferedShare(video.current, showing) * 100}%` }} />
          <i className={styles.done} style={{ width: `${share * 100}%` }} />
        </i>
        <input
          ref={line}
          type="range"
          aria-label={t.progress}
          aria-valuetext={formatClock(point)}
          min={0}
          max={Math.max(stepMs, duration)}
          step={stepMs}
          value={Math.round(point)}
          disabled={duration <= 0}
          onChange={({ currentTarget }) => setDragged(Number(currentTarget.value))}
        />
        {isSeeking && panel.sheet && <Thumbnail sheet={panel.sheet} point={point} share={share} wide={thumbnailPx} />}
      </div>
      <p className={styles.clockTimes}>
        <span>{formatClock(point)}</span>
        <span className={styles.remaining}>{formatLeft(point, duration)}</span>
        <span className={styles.whole}>{duration > 0 ? ` / ${formatClock(duration)}` : ''}</span>
      </p>
    </div>
  )
}

/** Up to where the browser has loaded the film. */
function bufferedShare(video: HTMLVideoElement | null, { load, duration }: Showing): number {
  if (!video || duration <= 0) return 0
  const { buffered, currentTime } = video
  for (let at = 0; at < buffered.length; at += 1)
    if (buffered.start(at) <= currentTime && currentTime <= buffered.end(at))
      return Math.min(1, (load.offset + buffered.end(at) * 1_000) / duration)
  return 0
}
