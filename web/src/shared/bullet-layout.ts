/** Layout of bullet comments: lane, start time, duration. Comments never overlap; where it is too dense, later ones are left out. */
import type { bulletModes } from '@homeport/contract/shape/film/bullet.ts'

/** The facts by which a bullet comment of a guide or of a film is placed. */
export type BulletShape = { id: string; text: string; time_ms: number; mode: (typeof bulletModes)[number]; is_mine: boolean }
/** lane counts from the top, for `bottom` from the bottom. */
export type CommentFlight<T extends BulletShape = BulletShape> = { bullet: T; lane: number; startMs: number; lifeMs: number }
/** width in px of the picture, letterPx: the height of the text. */
type Sky = { lanes: number; width: number; letterPx: number }

export const rollMs = 8_000
export const standMs = 4_000
/** Between the end of one comment and the start of the next. */
const gapPx = 24

type Last = { endsMs: number; tailInMs: number }

export function layOutComments<T extends BulletShape>(
  bullets: readonly T[],
  { lanes, width, letterPx }: Sky,
): CommentFlight<T>[] {
  const last = { roll: new Map<number, Last>(), top: new Map<number, Last>(), bottom: new Map<number, Last>() }
  const flights: CommentFlight<T>[] = []
  for (const bullet of [...bullets].sort((a, b) => a.time_ms - b.time_ms)) {
    const startMs = bullet.time_ms
    const taken = last[bullet.mode]
    const flight = bullet.mode === 'roll' ? rolling(widthOf(bullet.text, letterPx), width) : standing
    const lane = firstLane(bullet.mode === 'roll' ? lanes : Math.ceil(lanes / 2), (at) => {
      const before = taken.get(at)
      if (!before) return true
      // the one before has fully entered, and leaves before this one could reach it
      return before.tailInMs <= startMs && before.endsMs <= startMs + flight.headOutMs
    })
    if (lane === null) {
      // the user's own comment is always shown, even if it overlaps
      if (!bullet.is_mine) continue
      flights.push({ bullet, lane: 0, startMs, lifeMs: flight.lifeMs })
      continue
    }
    taken.set(lane, { endsMs: startMs + flight.lifeMs, tailInMs: startMs + flight.tailInMs })
    flights.push({ bullet, lane, startMs, lifeMs: flight.lifeMs })
  }
  return flights
}

/** The comments on screen at a position of the video. */
export function commentsAt<T extends BulletShape>(flights: readonly CommentFlight<T>[], positionMs: number): CommentFlight<T>[] {
  return flights.filter(({ startMs, lifeMs }) => startMs <= positionMs && positionMs < startMs + lifeMs)
}

/** Estimated text width: CJK characters are square, others narrower. */
export function widthOf(text: string, letterPx: number): number {
  const wide = /[\u1100-\u11ff\u2e80-\uffef]|[\u{1f000}-\u{3ffff}]/u
  return [...text].reduce((sum, letter) => sum + (wide.test(letter) ? 1 : 0.6), 0) * letterPx
}

/** All take the same time to cross, so longer ones move faster. */
function rolling(textPx: number, width: number) {
  const pxPerMs = (width + textPx) / rollMs
  return { lifeMs: rollMs, tailInMs: (textPx + gapPx) / pxPerMs, headOutMs: width / pxPerMs }
}

const standing = { lifeMs: standMs, tailInMs: standMs, headOutMs: standMs }

function firstLane(lanes: number, isFree: (lane: number) => boolean): number | null {
  for (let lane = 0; lane < lanes; lane += 1) if (isFree(lane)) return lane
  return null
}
