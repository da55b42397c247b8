/** The mirror: keeps each realm's copy of a bound box's rows. Sends the stored position, writes acknowledged chunks, ignores old ones, deletes what is no longer bound. */
import { setTimeout as pause } from 'node:timers/promises'
import { mirrorChunkBytes, type MirrorRow, type FromBox } from '@homeport/contract/kit/connection.ts'
import { createOneAtATimeByKey } from '@homeport/contract/kit/one-at-a-time.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Db, Trx } from '../../kit/db.ts'
import type { MirrorConsumer, MirroredBox, SaveChanges } from './mirror-consumer.ts'
import type { Log } from '../../kit/log.ts'
import type { OpenRequests } from '../../kit/http/in-flight-requests.ts'
import type { Realm } from '../../kit/realm.ts'
import type { BoxRequests } from '../requests/box-requests.ts'
import { createSyncQueue } from './sync-queue.ts'
import { forgetBox, lockPosition, movePosition, mirrorPositionOf } from '../base/store.ts'

/** Rows read and written in one step. */
const sliceRows = 12
/** Pause between slices, so that other queries of a request rarely wait. */
const gapMs = 2
/** For as long a slice, and the preparation of two rows, give way to requests that wait for their answer. */
const giveWayMs = { slice: 20, rows: 5 }

type Chunk = Extract<FromBox, { kind: 'mirror' }>

export type Mirror = ReturnType<typeof createMirror>

export function createMirror({
  realms,
  boxRequests,
  openRequests,
  isBound,
  membersOf,
  log,
}: {
  realms: readonly Realm[]
  boxRequests: BoxRequests
  openRequests: OpenRequests
  membersOf: (db: Db, devsn: string) => Promise<readonly unknown[]>
  isBound: (lang: Lang, devsn: string) => Promise<boolean>
  log: Log
}) {
  let consumers: readonly MirrorConsumer[] = []
  const queue = createSyncQueue()
  /** The epoch of each box's hello; a chunk with another epoch is late. */
  const epochs = new Map<string, string>()
  /** Chunks of one box are written in order. */
  const oneAtATime = createOneAtATimeByKey()
  const keyOf = (lang: Lang, devsn: string) => `${lang}/${devsn}`
  const realmOf = (lang: Lang) => realms.find((realm) => realm.lang === lang)

  /** A bound box connected, or was just bound: it may send its new rows as soon as there is a free slot. */
  function begin(lang: Lang, devsn: string, epoch?: string): void {
    const key = keyOf(lang, devsn)
    if (epoch !== undefined) epochs.set(key, epoch)
    queue.add(key, () => void requestRows(lang, devsn))
  }

  async function requestRows(lang: Lang, devsn: string): Promise<void> {
    const realm = realmOf(lang)
    if (!realm) return
    try {
      boxRequests.send({ devsn, lang }, { kind: 'mirror_from', ...(await mirrorPositionOf(realm.db, devsn)) })
    } catch (error) {
      log.warn({ err: error, devsn }, 'A mirror could not begin')
      queue.end(keyOf(lang, devsn))
    }
  }

  function handle(lang: Lang, devsn: string, chunk: Chunk): Promise<void> {
    const key = keyOf(lang, devsn)
    const isRunning = queue.extend(key)
    return oneAtATime(key, async () => {
      await saveChunk(lang, devsn, chunk).catch((error: unknown) =>
        log.error({ err: error, devsn }, 'A mirror chunk could not be kept'),
      )
      if (isRunning && JSON.stringify(chunk.rows).length < mirrorChunkBytes / 2) queue.end(key)
    })
  }

  async function saveChunk(lang: Lang, devsn: string, chunk: Chunk): Promise<void> {
    const realm = realmOf(lang)
    if (!realm || !(await isBound(lang, devsn))) return
    if ((epochs.get(keyOf(lang, devsn)) ?? chunk.epoch) !== chunk.epoch) return
    let reached = 0
    for (const { rows, rev, isFirst, isLast } of slicesOf(chunk)) {
      const savers = await readRows({ devsn, lang }, rows)
      await openRequests.settled(giveWayMs.slice)
      const isSaved = await realm.change(async (trx, emit) => {
        const position = await lockPosition(trx, devsn)
        const isNew = position.epoch !== chunk.epoch
        if (isNew && !(chunk.first && isFirst)) return false
        if (isNew) await forgetRows(consumers, trx, devsn)
        const from = isNew ? 0 : position.rev
        for (const save of savers) await save(trx, { lang, devsn, emit, from })
        reached = Math.max(rev, from)
        await movePosition(trx, devsn, { epoch: chunk.epoch, rev: reached })
        return true
      })
      if (!isSaved) return requestRows(lang, devsn)
      // Let other queries and responses run.
      if (!isLast) await pause(gapMs)
    }
    boxRequests.send({ devsn, lang }, { kind: 'mirror_ack', epoch: chunk.epoch, rev: reached })
  }

  async function readRows({ devsn, lang }: MirroredBox, rows: readonly MirrorRow[]): Promise<SaveChanges[]> {
    const savers: SaveChanges[] = []
    for (const consumer of consumers) {
      const own = rows.filter(({ report }) => report === consumer.report.name)
      // An invalid row never blocks those behind it.
      const wrong = (key: string) => log.warn({ devsn, report: consumer.report.name, key }, 'A mirrored row is not understood')
      if (own.length > 0)
        savers.push(await consumer.read(own, { devsn, lang, wrong, giveWay: () => openRequests.settled(giveWayMs.rows) }))
    }
    return savers
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
      queue.end(keyOf(lang, devsn))
      epochs.delete(keyOf(lang, devsn))
    },
    /** Deletes all rows of a box that is no longer bound in this realm. */
    async forgetUnbound(lang: Lang, devsn: string): Promise<void> {
      await realmOf(lang)?.change(async (trx) => {
        await lockPosition(trx, devsn)
        if ((await membersOf(trx, devsn)).length > 0) return
        await forgetRows(consumers, trx, devsn)
        await forgetBox(trx, devsn)
      })
    },
    stop: () => queue.stop(),
  }
}

async function forgetRows(consumers: readonly MirrorConsumer[], trx: Trx, devsn: string): Promise<void> {
  for (const consumer of consumers) await consumer.forget(trx, devsn)
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
