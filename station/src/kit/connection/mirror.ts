/** Replicates the box's rows to each realm: acknowledged chunks in revision order, from the cloud's last position. */
import { mirrorChunkBytes, type MirrorRow, type FromBox } from '@homeport/contract/kit/connection.ts'
import type { Lang, Out, Report, Shape } from '@homeport/contract/kit/operation.ts'
import { fitRow, type Fitting } from './fit-packet.ts'
import type { MirrorStore } from './mirror.store.ts'

/** Roughly what fits into one chunk. */
const rowsAtOnce = 120
/** A chunk without acknowledgement is sent again after this time. */
const ackWithinMs = 30_000

type Position = { rev: number; first: boolean; sent?: { rev: number; at: number } }
/** By their keys. */
type Rows<T> = Iterable<readonly [string, T]> | AsyncIterable<readonly [string, T]>
export type Mirror = ReturnType<typeof createMirror>

export function createMirror({
  epoch: firstEpoch,
  store,
  now,
  send,
  onTooLong,
}: Fitting & {
  epoch: string
  store: MirrorStore
  now: () => number
  send: (realm: Lang, up: FromBox) => void
}) {
  let epoch = firstEpoch
  const positions = new Map<Lang, Position>()
  /** Realms whose chunk is being read; true: requested again meanwhile. */
  const reading = new Map<Lang, boolean>()
  const takers = new Set<(realm: Lang) => void>()

  /** Sends the next chunk if there are new rows and none is in flight. */
  async function flow(realm: Lang): Promise<void> {
    if (reading.has(realm)) return void reading.set(realm, true)
    try {
      do {
        reading.set(realm, false)
        await sendNext(realm)
      } while (reading.get(realm))
    } finally {
      reading.delete(realm)
    }
  }

  /** Called with a new position from the cloud. */
  async function flowOn(realm: Lang): Promise<void> {
    await flow(realm)
    const position = positions.get(realm)
    if (position && !position.sent) for (const taken of takers) taken(realm)
  }

  async function sendNext(realm: Lang): Promise<void> {
    const position = positions.get(realm)
    if (!position || (position.sent && now() - position.sent.at < ackWithinMs)) return
    const changed = await store.after(position.rev, rowsAtOnce)
    const rows = chunkOf(changed.map((row) => fitRow(row, { onTooLong })))
    if (positions.get(realm) !== position || (rows.length === 0 && !position.first)) return
    const rev = rows.at(-1)?.rev ?? position.rev
    position.sent = { rev, at: now() }
    send(realm, { kind: 'mirror', epoch, first: position.first, rev, rows })
  }

  return {
    epoch: () => epoch,
    /** From the next connection on every realm gets all rows anew. */
    renew(next: string): void {
      epoch = next
      positions.clear()
    },
    /** Writes one changed row; null deletes it. */
    async put<S extends Shape>(report: Report<S>, key: string, value: Out<S> | null): Promise<void> {
      if (await store.putMany(report.name, new Map([[key, value]]))) await Promise.all([...positions.keys()].map(flow))
    },
    /** Writes many changed rows in one transaction; null deletes. */
    async putMany<S extends Shape>(report: Report<S>, rows: ReadonlyMap<string, Out<S> | null>): Promise<void> {
      if (await store.putMany(report.name, rows)) await Promise.all([...positions.keys()].map(flow))
    },
    /** Replaces all rows of a report; rows that are not among these are deleted. They are read one by one, and kept as text, before any is written. */
    async replaceAll<S extends Shape>(report: Report<S>, rows: Rows<Out<S>>): Promise<void> {
      const values = new Map<string, string>()
      for await (const [key, value] of rows) values.set(key, JSON.stringify(value))
      if (await store.replaceAll(report.name, values)) await Promise.all([...positions.keys()].map(flow))
    },
    /** The cloud's last position, received on connect; another epoch means: send all. */
    async from(realm: Lang, message: { epoch: string; rev: number }): Promise<void> {
      positions.set(realm, message.epoch === epoch ? { rev: message.rev, first: false } : { rev: 0, first: true })
      await flowOn(realm)
    },
    async acknowledged(realm: Lang, ack: { epoch: string; rev: number }): Promise<void> {
      const position = positions.get(realm)
      if (!position || ack.epoch !== epoch || ack.rev < position.rev) return
      positions.set(realm, { rev: ack.rev, first: false })
      await flowOn(realm)
    },
    /** Calls the listener whenever a realm has acknowledged all rows. */
    onTaken: (listener: (realm: Lang) => void) => void takers.add(listener),
    /** No user is bound in this realm any more, or the connection is down. */
    stop(realm: Lang): void {
      positions.delete(realm)
    },
    /** Sends unacknowledged chunks again. */
    async tick(): Promise<void> {
      await Promise.all([...positions.keys()].map(flow))
    },
  }
}

function chunkOf(rows: MirrorRow[]): MirrorRow[] {
  // 512 bytes are reserved for the envelope of the rows.
  let remaining = mirrorChunkBytes - 512
  const cut = rows.findIndex((row) => (remaining -= Buffer.byteLength(JSON.stringify(row)) + 1) < 0)
  return cut === -1 ? rows : rows.slice(0, Math.max(1, cut))
}
