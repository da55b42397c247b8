/** Bullet comments over the film; hidden from screen readers. */
import type { ScreenBullet } from '@homeport/contract/playback/screen-protocol.ts'
import { useMemo, useState } from 'react'
import { commentsAt, layOutComments, type CommentFlight } from '../../shared/bullet-layout.ts'
import { classes } from '../../ui/classes.ts'
import styles from './tv-bullets.module.css'

const letterPx = 36
const lanePx = 72
const lanes = 8
const width = 1920

const modes = { roll: styles.roll, top: styles.top, bottom: styles.bottom }

/** isLow: a note stands above. */
type Props = { bullets: readonly ScreenBullet[]; point: number; isRunning: boolean; isLow: boolean; turn: number }

export function Bullets({ bullets, point, isRunning, isLow, turn }: Props) {
  const flights = useMemo(() => layOutComments(bullets, { lanes, width, letterPx }), [bullets])
  return (
    <div className={classes(styles.bullets, !isRunning && styles.held, isLow && styles.low)} aria-hidden="true">
      {commentsAt(flights, point).map((comment) => (
        <Flying key={`${comment.bullet.id}.${turn}`} comment={comment} point={point} />
      ))}
    </div>
  )
}

function Flying({ comment, point }: { comment: CommentFlight<ScreenBullet>; point: number }) {
  const { bullet, lane, startMs, lifeMs } = comment
  // After a seek it may be in the middle of its way.
  const [alreadyMs] = useState(point - startMs)
  const times = { animationDuration: `${lifeMs}ms`, animationDelay: `${-alreadyMs}ms` }
  const position = bullet.mode === 'bottom' ? { bottom: 300 + lane * lanePx } : { top: 54 + lane * lanePx }
  return (
    <span className={classes(styles.bullet, modes[bullet.mode])} style={{ ...position, ...times }}>
      <b className={bullet.is_mine ? styles.mine : undefined} style={{ color: bullet.color, ...times }}>
        {bullet.text}
      </b>
    </span>
  )
}
