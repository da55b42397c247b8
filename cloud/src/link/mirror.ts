/** The mirror: keeps each realm's copy of a bound box's rows. Sends the stored position, writes acknowledged chunks, ignores old ones, deletes what is no longer bound. */
import { setTimeout as pause } from 'node:timers/promises'
import { mirrorChunkBytes, type MirrorRow, type Up } from '@homeport/contract/kit/link.ts'
import type { Lang } from '@homeport/contract/kit/promise.ts'
import type { Db, Trx } from '../kit/db.ts'
import type { MirrorConsumer, SaveChanges } from './mirror-consumer.ts'
import type { Log } from '../kit/log.ts'
import type { Realm } from '../kit/realm.ts'
import type { BoxRequests } from './box-requests.ts'
import { forgetBox, lockPosition, movePosition, positionOf } from './store.ts'

/** Boxes that synchronize at the same time; the others wait in a queue. */
export const boxesAtOnce = 8
/** A box with nothing to send does not reply: its turn ends after this time. */
const turnMs = 2_000
/** Rows read and written in one step. */
const sliceRows = 12
/** Pause between slices, so that other queries of a request rarely wait. */
const gapMs = 2

type Chunk = Extract<Up, { kind: 'mirror' }>
type Turn = { key: string; start: () => void; timer?: NodeJS.Timeout }

export type Mirror = ReturnType<typeof openMirror>

export function openMirror({
  realms,
  boxRequests,
  isBound,
  membersOf,
  log,
}: {
  realms: readonly Realm[]
  boxRequests: BoxRequests
  membersOf: (db: Db, devsn: string) => Promise<readonly unknown[]>
  isBound: (lang: Lang, devsn: string) => Promise<boolean>
  log: Log
}) {
  let consumers: readonly MirrorConsumer[] = []
  const running = new Map<string, Turn>()
  const queue: Turn[] = []
  /** The epoch of each box's hello; a chunk with another epoch is late. */
  const epochs = new Map<string, string>()
  const last = new Map<string, Promise<void>>()
  const keyOf = (lang: Lang, devsn: string) => `${lang}/${devsn}`
  const realmOf = (lang: Lang) => realms.find((realm) => realm.lang === lang)

  /** A bound box connected, or was just bound: it may send its new rows as soon as there is a free slot. */
  function begin(lang: Lang, devsn: string, epoch?: string): void {
    const key = keyOf(lang, devsn)
    if (epoch !== undefined) epochs.set(key, epoch)
    if (running.has(key) || queue.some((turn) => turn.key === key)) end(key)
    queue.push({ key, start: () => void askFrom(lang, devsn) })
    fill()
  }

  function fill(): void {
    for (let turn = queue[0]; turn && running.size < boxesAtOnce; turn = queue[0]) {
      queue.shift()
      running.set(turn.key, turn)
      wait(turn)
      turn.start()
    }
  }

  function wait(turn: Turn): void {
    clearTimeout(turn.timer)
    turn.timer = setTimeout(() => end(turn.key), turnMs).unref()
  }

  function end(key: string): void {
    clearTimeout(running.get(key)?.timer)
    running.delete(key)
    const place = queue.findIndex((turn) => turn.key === key)
    if (place >= 0) queue.splice(place, 1)
    fill()
  }

  async function askFrom(lang: Lang, devsn: string): Promise<void> {
    const realm = realmOf(lang)
    if (!realm) return
    try {
      boxRequests.send({ devsn, lang }, { kind: 'mirror_from', ...(await positionOf(realm.db, devsn)) })
    } catch (error) {
      log.warn({ err: error, devsn }, 'A mirror could not begin')
      end(keyOf(lang, devsn))
    }
  }

  /** Chunks of one box are written in order. */
  function handle(lang: Lang, devsn: string, chunk: Chunk): Promise<void> {
    const key = keyOf(lang, devsn)
    const turn = running.get(key)
    if (turn) wait(turn)
    const done = (last.get(key) ?? Promise.resolve())
      .then(() => keep(lang, devsn, chunk))
      .catch((error: unknown) => log.error({ err: error, devsn }, 'A mirror chunk could not be kept'))
      .then(() => {
        if (turn && JSON.stringify(chunk.rows).length < mirrorChunkBytes / 2) end(key)
        if (last.get(key) === done) last.delete(key)
      })
    last.set(key, done)
    return done
  }

  async function keep(lang: Lang, devsn: string, chunk: Chunk): Promise<void> {
    const realm = realmOf(lang)
    if (!realm || !(await isBound(lang, devsn))) return
    if ((epochs.get(keyOf(lang, devsn)) ?? chunk.epoch) !== chunk.epoch) return
    let reached = 0
    for (const { rows, rev, isFirst, isLast } of slicesOf(chunk)) {
      const keepRows = readRows(devsn, rows)
      const isKept = await realm.change(async (trx) => {
        const position = await lockPosition(trx, devsn)
        const isNew = position.epoch !== chunk.epoch
        if (isNew && !(chunk.first && isFirst)) return false
        if (isNew) await forgetRows(trx, devsn)
        const from = isNew ? 0 : position.rev
        for (const keepSome of keepRows) await keepSome(trx, { devsn, from })
        reached = Math.max(rev, from)
        await movePosition(trx, devsn, { epoch: chunk.epoch, rev: reached })
        return true
      })
      if (!isKept) return askFrom(lang, devsn)
      // Let other queries and responses run.
      if (!isLast) await pause(gapMs)
    }
    boxRequests.send({ devsn, lang }, { kind: 'mirror_ack', epoch: chunk.epoch, rev: reached })
  }

  function readRows(devsn: string, rows: readonly MirrorRow[]): SaveChanges[] {
    return consumers.map((consumer) =>
      consumer.read(
        rows.filter(({ report }) => report === consumer.report.name),
        // An invalid row never blocks those behind it.
        (key) => log.warn({ devsn, report: consumer.report.name, key }, 'A mirrored row is not understood'),
      ),
    )
  }

  async function forgetRows(trx: Trx, devsn: string): Promise<void> {
    for (const consumer of consumers) await consumer.forget(trx, devsn)
  }

  return {
    /** Call before the first box connects. */
    start(readers: readonly MirrorConsumer[]): void {
      consumers = readers
    },
    begin,
    handle,
    /** The box disconnected: its slot is free. */
    leave(lang: Lang, devsn: string): void {
      end(keyOf(lang, devsn))
      epochs.delete(keyOf(lang, devsn))
    },
    /** Deletes all rows of a box that is no longer bound in this realm. */
    async forgetUnbound(lang: Lang, devsn: string): Promise<void> {
      await realmOf(lang)?.change(async (trx) => {
        await lockPosition(trx, devsn)
        if ((await membersOf(trx, devsn)).length > 0) return
        await forgetRows(trx, devsn)
        await forgetBox(trx, devsn)
      })
    },
    running: () => running.size,
    stop(): void {
      for (const { timer } of running.values()) clearTimeout(timer)
      running.clear()
      queue.length = 0
    },
  }
}

/** In the order of the rows; `rev` is the mirror's position after the slice. An empty chunk is one empty slice. */
function slicesOf({ rows, rev }: Chunk): { rows: MirrorRow[]; rev: number; isFirst: boolean; isLast: boolean }[] {
  if (rows.length === 0) return [{ rows, rev, isFirst: true, isLast: true }]
  return Array.from({ length: Math.ceil(rows.length / sliceRows) }, (_, at) => {
    const some = rows.slice(at * sliceRows, (at + 1) * sliceRows)
    const isLast = (at + 1) * sliceRows >= rows.length
    return { rows: some, rev: isLast ? rev : (some.at(-1)?.rev ?? rev), isFirst: at === 0, isLast }
  })
}
