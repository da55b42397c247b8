/** How a feature hears the mirror rows of a box: one Hearing per report kind, given to the link at start. */
import type { Out, Report, Shape } from '@homeport/contract/kit/promise.ts'
import type { Trx } from './db.ts'

/** `value` null is a tombstone. */
export type HeardRow<T> = { key: string; rev: number; value: T | null }

export type Hearing = {
  report: Report
  /** Keeps the rows in the transaction that also moves the mirror's position; a row that breaks the report's schema throws. */
  keep(trx: Trx, devsn: string, rows: readonly HeardRow<unknown>[]): Promise<void>
  /** A new epoch, or nobody is bound any more: what was heard of this box goes. */
  forget(trx: Trx, devsn: string): Promise<void>
}

export function hear<S extends Shape>(
  report: Report<S>,
  { keep, forget }: { keep: (trx: Trx, devsn: string, rows: HeardRow<Out<S>>[]) => Promise<void>; forget: Hearing['forget'] },
): Hearing {
  return {
    report,
    forget,
    keep: (trx, devsn, rows) =>
      keep(
        trx,
        devsn,
        rows.map((row) => ({ ...row, value: row.value === null ? null : report.row.parse(row.value) })),
      ),
  }
}
