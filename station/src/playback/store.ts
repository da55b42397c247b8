/** Tables of playback: pending plays and sleep timers. */
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { Db } from '../kit/db.ts'
import type { SteadyClock } from '../kit/monotonic.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'

declare module '../kit/db.ts' {
  interface Tables {
    /** until_ms: when the timer pauses the film; 0: at the end of this film. */
    sleep_timer: { screen_id: string; until_ms: number }
    pending_play: PendingRow
  }
}

/** A play that waits for its screen to connect. */
export type PendingRow = {
  screen_id: string
  file_id: string
  /** Absolute path of the file. */
  path: string
  point_ms: number
  is_paused: number
  /** Realm of the user who requested it; '' if started on the TV. */
  realm: Lang | ''
  /** The user who requested it; '' if started on the TV. */
  user_id: string
  until: number
}

export type PendingStore = ReturnType<typeof pendingStore>
type Clock = Pick<SteadyClock, 'wallOf' | 'steadyOf'>
export type SleepStore = ReturnType<typeof sleepStore>

/** Times are of the steady clock, in the rows of the wall clock. */
export function pendingStore(db: Db, { wallOf, steadyOf }: Clock) {
  return {
    /** Latest request last. */
    async all(): Promise<PendingRow[]> {
      const rows = await db.selectFrom('pending_play').selectAll().orderBy('until').execute()
      return rows.map((row) => ({ ...row, until: steadyOf(row.until) }))
    },
    async keep(row: PendingRow): Promise<void> {
      await db
        .replaceInto('pending_play')
        .values({ ...row, until: wallOf(row.until) })
        .execute()
    },
    async remove(screen_id: string): Promise<void> {
      await db.deleteFrom('pending_play').where('screen_id', '=', screen_id).execute()
    },
  }
}

/** until: ms of the steady clock (in the rows of the wall clock), or the end of the film. */
export function sleepStore(db: Db, { wallOf, steadyOf }: Clock) {
  /** Writes run one after the other. */
  const oneAtATime = createOneAtATime()
  return {
    async all(): Promise<{ screen_id: string; until: number | 'end' }[]> {
      const rows = await db.selectFrom('sleep_timer').selectAll().execute()
      return rows.map(({ screen_id, until_ms }) => ({ screen_id, until: until_ms === 0 ? 'end' : steadyOf(until_ms) }))
    },
    keep: (screen_id: string, until: number | 'end') =>
      oneAtATime(() =>
        db
          .replaceInto('sleep_timer')
          .values({ screen_id, until_ms: until === 'end' ? 0 : wallOf(until) })
          .execute(),
      ),
    remove: (screen_id: string) => oneAtATime(() => db.deleteFrom('sleep_timer').where('screen_id', '=', screen_id).execute()),
    /** Resolves when all is written. */
    written: oneAtATime.idle,
  }
}
