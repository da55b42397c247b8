/** MirrorConsumer: how a feature receives the mirror rows of a box; one per report kind, passed to the connection at start. */
import { setImmediate } from 'node:timers/promises'
import type { Lang, Out, Report, Shape } from '@homeport/contract/kit/operation.ts'
import type { Trx } from '../../kit/db.ts'
import type { Emit } from '../../kit/realm.ts'

/** `value` null is a tombstone. */
export type MirrorChange<T> = { key: string; rev: number; value: T | null }

/** lang: of the realm that the rows are for. */
export type MirroredBox = { devsn: string; lang: Lang }
/** emit: for what follows from the rows, in their transaction. */
export type SavedBox = MirroredBox & { emit: Emit }

export type MirrorConsumer = {
  report: Report
  /** Reads rows by the report's schema and prepares them, before any transaction and in short turns; keys of invalid rows go to `wrong`. */
  read(rows: readonly MirrorChange<unknown>[], options: ReadOptions): Promise<SaveChanges>
  /** Deletes the box's rows: a new epoch began, or nobody has the box bound any more. */
  forget(trx: Trx, devsn: string): Promise<void>
}

/** giveWay: resolves when no request waits for its answer, or after a short while. */
export type ReadOptions = MirroredBox & { wrong: (key: string) => void; giveWay: () => Promise<void> }

/** Saves the prepared rows newer than `from`, in the transaction that also moves the mirror's position. */
export type SaveChanges = (trx: Trx, at: SavedBox & { from: number }) => Promise<void>

/** Rows prepared in one turn of the event loop. */
export const rowsPerTurn = 2

type Keep<P> = (trx: Trx, box: SavedBox, rows: MirrorChange<P>[]) => Promise<void>

/** before: waits, outside the transaction, for older writes of this box. */
export function mirrorConsumer<S extends Shape>(
  report: Report<S>,
  {
    before,
    keep,
    forget,
  }: { before?: (box: MirroredBox) => Promise<void>; keep: Keep<Out<S>>; forget: MirrorConsumer['forget'] },
): MirrorConsumer {
  return {
    report,
    forget,
    async read(rows, { wrong, lang, devsn }) {
      await before?.({ lang, devsn })
      return saverOf(parsedRows(report, rows, wrong), keep)
    },
  }
}

/** For rows that take long to prepare: a few of them in each turn, so that other requests run between them and none waits in a transaction. */
export function preparingConsumer<S extends Shape, P>(
  report: Report<S>,
  {
    prepare,
    keep,
    forget,
  }: {
    prepare: (row: { key: string; value: Out<S> }, lang: Lang) => Promise<P>
    keep: Keep<P>
    forget: MirrorConsumer['forget']
  },
): MirrorConsumer {
  return {
    report,
    forget,
    async read(rows, { lang, wrong, giveWay }) {
      const prepared: MirrorChange<P>[] = []
      for (const { key, rev, value } of parsedRows(report, rows, wrong)) {
        prepared.push({ key, rev, value: value === null ? null : await prepare({ key, value }, lang) })
        if (prepared.length % rowsPerTurn !== 0) continue
        await setImmediate()
        await giveWay()
      }
      return saverOf(prepared, keep)
    },
  }
}

function parsedRows<S extends Shape>(
  report: Report<S>,
  rows: readonly MirrorChange<unknown>[],
  wrong: (key: string) => void,
): MirrorChange<Out<S>>[] {
  return rows.flatMap(({ key, rev, value }): MirrorChange<Out<S>>[] => {
    if (value === null) return [{ key, rev, value }]
    const read = report.row.safeParse(value)
    if (read.success) return [{ key, rev, value: read.data }]
    wrong(key)
    return []
  })
}

function saverOf<P>(changes: readonly MirrorChange<P>[], keep: Keep<P>): SaveChanges {
  return async (trx, { from, ...box }) => {
    const newer = changes.filter(({ rev }) => rev > from)
    if (newer.length > 0) await keep(trx, box, newer)
  }
}
