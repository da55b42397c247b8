/** Tables of playback: pending plays and sleep timers. */
import type { Db } from '../kit/db.ts'
import type { PendingRow } from '../kit/tables.ts'

export type { PendingRow }
export type PendingStore = ReturnType<typeof pendingStore>
export type SleepStore = ReturnType<typeof sleepStore>

export function pendingStore(db: Db) {
  return {
    /** Latest request last. */
    all: (): Promise<PendingRow[]> => db.selectFrom('pending_play').selectAll().orderBy('until').execute(),
    async keep(row: PendingRow): Promise<void> {
      await db.replaceInto('pending_play').values(row).execute()
    },
    async remove(screen_id: string): Promise<void> {
      await db.deleteFrom('pending_play').where('screen_id', '=', screen_id).execute()
    },
  }
}

/** until: ms, or the end of the film. */
export function sleepStore(db: Db) {
  /** Writes run one after the other. */
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<unknown>): Promise<void> => {
    const done = last.then(work, work).then(() => undefined)
    last = done
    return done
  }
  return {
    async all(): Promise<{ screen_id: string; until: number | 'end' }[]> {
      const rows = await db.selectFrom('sleep_timer').selectAll().execute()
      return rows.map(({ screen_id, until_ms }) => ({ screen_id, until: until_ms === 0 ? 'end' : until_ms }))
    },
    keep: (screen_id: string, until: number | 'end') =>
      inTurn(() =>
        db
          .replaceInto('sleep_timer')
          .values({ screen_id, until_ms: until === 'end' ? 0 : until })
          .execute(),
      ),
    remove: (screen_id: string) => inTurn(() => db.deleteFrom('sleep_timer').where('screen_id', '=', screen_id).execute()),
    /** Resolves when all is written. */
    written: () => last.then(() => undefined),
  }
}
