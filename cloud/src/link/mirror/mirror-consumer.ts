/** MirrorConsumer: how a feature receives the mirror rows of a box; one per report kind, passed to the link at start. */
import type { Lang, Out, Report, Shape } from '@homeport/contract/kit/promise.ts'
import type { Trx } from '../../kit/db.ts'

/** `value` null is a tombstone. */
export type MirrorChange<T> = { key: string; rev: number; value: T | null }

/** lang: of the realm that the rows are for. */
export type MirroredBox = { devsn: string; lang: Lang }

export type MirrorConsumer = {
  report: Report
  /** Parses rows by the report's schema, before any transaction; keys of invalid rows go to `wrong`. */
  read(rows: readonly MirrorChange<unknown>[], wrong: (key: string) => void): SaveChanges
  /** Deletes the box's rows: a new epoch began, or nobody has the box bound any more. */
  forget(trx: Trx, devsn: string): Promise<void>
}

/** Saves the parsed rows newer than `from`, in the transaction that also moves the mirror's position. */
export type SaveChanges = (trx: Trx, at: { lang: Lang; devsn: string; from: number }) => Promise<void>

export function mirrorConsumer<S extends Shape>(
  report: Report<S>,
  {
    keep,
    forget,
  }: {
    keep: (trx: Trx, box: MirroredBox, rows: MirrorChange<Out<S>>[]) => Promise<void>
    forget: MirrorConsumer['forget']
  },
): MirrorConsumer {
  return {
    report,
    forget,
    read(rows, wrong) {
      const changes = rows.flatMap(({ key, rev, value }): MirrorChange<Out<S>>[] => {
        if (value === null) return [{ key, rev, value }]
        const read = report.row.safeParse(value)
        if (read.success) return [{ key, rev, value: read.data }]
        wrong(key)
        return []
      })
      return async (trx, { lang, devsn, from }) => {
        const newer = changes.filter(({ rev }) => rev > from)
        if (newer.length > 0) await keep(trx, { devsn, lang }, newer)
      }
    },
  }
}
