/** Bullet comments over the video, hidden from screen readers, which have the list below. */
import type { Bullet } from '@homeport/contract/guide.ts'
import { useMemo, useState } from 'react'
import { classes } from '../ui/classes.ts'
import styles from './danmaku-layer.module.css'
import { layOutComments, commentsAt, type CommentFlight } from '../shared/bullet-layout.ts'

const modes = { roll: styles.roll, top: styles.top, bottom: styles.bottom }

const letterPx = 18
const lanePx = 30

type Props = {
  bullets: readonly Bullet[]
  positionMs: number
  isRunning: boolean
  /** Changes after a seek: animations restart. */
  turn: number
  size: { width: number; height: number }
}

export function DanmakuLayer({ bullets, positionMs, isRunning, turn, size }: Props) {
  const lanes = Math.max(1, Math.floor((size.height * 0.7) / lanePx))
  const flights = useMemo(() => layOutComments(bullets, { lanes, width: size.width, letterPx }), [bullets, lanes, size.width])
  return (
    <div className={classes(styles.layer, !isRunning && styles.held)} aria-hidden="true">
      {size.width > 0 &&
        commentsAt(flights, positionMs).map((flight) => (
          <Fly key={`${flight.bullet.id}.${turn}`} flight={flight} positionMs={positionMs} width={size.width} />
        ))}
    </div>
  )
}

function Fly({ flight, positionMs, width }: { flight: CommentFlight<Bullet>; positionMs: number; width: number }) {
  const { bullet, lane, startMs, lifeMs } = flight
  // elapsed time when it is mounted: after a seek it may be in the middle of its path
  const [alreadyMs] = useState(positionMs - startMs)
  const position = bullet.mode === 'bottom' ? { bottom: 8 + lane * lanePx } : { top: 8 + lane * lanePx }
  return (
    <span
      className={classes(styles.bullet, modes[bullet.mode], bullet.is_mine && styles.mine)}
      // a rolling comment's path: the video's width plus its own
      style={{
        ...position,
        ...(bullet.mode === 'roll' && { width }),
        animationDuration: `${lifeMs}ms`,
        animationDelay: `${-alreadyMs}ms`,
      }}
    >
      <b style={{ color: bullet.color, animationDuration: `${lifeMs}ms`, animationDelay: `${-alreadyMs}ms` }}>{bullet.text}</b>
    </span>
  )
}
