/** How a feature hears the mirror rows of a box: one Hearing per report kind, given to the link at start. */
import type { Out, Report, Shape } from '@homeport/contract/kit/promise.ts'
import type { Trx } from '../kit/db.ts'

/** `value` null is a tombstone. */
export type HeardRow<T> = { key: string; rev: number; value: T | null }

export type Hearing = {
  report: Report
  /** Reads rows by the report's schema, before any transaction; the keys of those that break it go to `wrong`. */
  read(rows: readonly HeardRow<unknown>[], wrong: (key: string) => void): Keep
  /** A new epoch, or nobody is bound any more: what was heard of this box goes. */
  forget(trx: Trx, devsn: string): Promise<void>
}

/** Keeps what was read and is newer than `from`, in the transaction that also moves the mirror's position. */
export type Keep = (trx: Trx, at: { devsn: string; from: number }) => Promise<void>

export function hear<S extends Shape>(
  report: Report<S>,
  { keep, forget }: { keep: (trx: Trx, devsn: string, rows: HeardRow<Out<S>>[]) => Promise<void>; forget: Hearing['forget'] },
): Hearing {
  return {
    report,
    forget,
    read(rows, wrong) {
      const heard = rows.flatMap(({ key, rev, value }): HeardRow<Out<S>>[] => {
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
