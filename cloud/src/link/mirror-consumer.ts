/** How a feature hears the mirror rows of a box: one consumer per report kind, given to the link at its start. */
import type { Out, Report, Shape } from '@homeport/contract/kit/promise.ts'
import type { Trx } from '../kit/db.ts'

/** `value` null is a tombstone. */
export type MirrorChange<T> = { key: string; rev: number; value: T | null }

export type MirrorConsumer = {
  report: Report
  /** Reads rows by the report's schema, before any transaction; the keys of those that break it go to `wrong`. */
  read(rows: readonly MirrorChange<unknown>[], wrong: (key: string) => void): SaveChanges
  /** A new epoch, or nobody is bound any more: what was heard of this box goes. */
  forget(trx: Trx, devsn: string): Promise<void>
}

/** Keeps what was read and is newer than `from`, in the transaction that also moves the mirror's position. */
export type SaveChanges = (trx: Trx, at: { devsn: string; from: number }) => Promise<void>

export function mirrorConsumer<S extends Shape>(
  report: Report<S>,
  {
    keep,
    forget,
  }: { keep: (trx: Trx, devsn: string, rows: MirrorChange<Out<S>>[]) => Promise<void>; forget: MirrorConsumer['forget'] },
): MirrorConsumer {
  return {
    report,
    forget,
    read(rows, wrong) {
      const heard = rows.flatMap(({ key, rev, value }): MirrorChange<Out<S>>[] => {
        if (value === null) return [{ key, rev, value }]
        const read = report.row.safeParse(value)
        if (read.success) return [{ key, rev, value: read.data }]
        wrong(key)
        return []
      })
      return async (trx, { devsn, from }) => {
        const fresh = heard.filter(({ rev }) => rev > from)
        if (fresh.length > 0) await keep(trx, devsn, fresh)
      }
    },
  }
}
