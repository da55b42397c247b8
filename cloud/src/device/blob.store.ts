/** Blob rows, their owners and read access: the household of the owner. Film pictures are kept as long as a film of their box uses them. */
import { sql, type ExpressionBuilder } from 'kysely'
import type { Db, Tables } from '../kit/db.ts'

declare module '../kit/db.ts' {
  interface Tables {
    blobs: { blob_id: string; owner: string; size: number; put_at: number }
  }
}

export const blobLifeMs = 24 * 60 * 60 * 1000

export type Putter = { kind: 'user'; id: string } | { kind: 'box'; id: string }

export function ownerOf({ kind, id }: Putter): string {
  return `${kind}:${id}`
}

export async function addBlob(db: Db, blob: { blob_id: string; owner: string; size: number; put_at: number }): Promise<void> {
  await db
    .insertInto('blobs')
    .values(blob)
    .onConflict((on) => on.columns(['blob_id', 'owner']).doUpdateSet({ size: blob.size, put_at: blob.put_at }))
    .execute()
}

/** owner: one of them, or with isWhole the beginning of many. */
export async function bytesOf(db: Db, owner: string, { isWhole = false } = {}): Promise<number> {
  const { total } = await db
    .selectFrom('blobs')
    .where('owner', isWhole ? 'like' : '=', isWhole ? `${owner}%` : owner)
    .select((row) => row.fn.sum<number | string | null>('size').as('total'))
    .executeTakeFirstOrThrow()
  return Number(total ?? 0)
}

export async function hasBox(db: Db, userId: string): Promise<boolean> {
  return (await db.selectFrom('bindings').select('devid').where('user_id', '=', userId).executeTakeFirst()) !== undefined
}

/** The owner of the newest copy that this reader may read; undefined if there is none. */
export async function readableOwner(
  db: Db,
  reader: Putter,
  { blobId, now }: { blobId: string; now: number },
): Promise<string | undefined> {
  const household = await householdOf(db, reader)
  const row = await db
    .selectFrom('blobs')
    .select('owner')
    .where('blob_id', '=', blobId)
    .where('owner', 'in', household)
    .where((eb) => eb.or([eb('put_at', '>', now - blobLifeMs), isPicture(eb)]))
    .orderBy('put_at', 'desc')
    .executeTakeFirst()
  return row?.owner
}

export async function oldBlobs(db: Db, now: number): Promise<{ blob_id: string; owner: string }[]> {
  return db
    .selectFrom('blobs')
    .select(['blob_id', 'owner'])
    .where('put_at', '<=', now - blobLifeMs)
    .where((eb) => eb.not(isPicture(eb)))
    .limit(1000)
    .execute()
}

/** True if a film or episode of the owning box uses the blob as a picture. */
function isPicture(eb: ExpressionBuilder<Tables, 'blobs'>) {
  return eb.exists(
    eb
      .selectFrom('film_pictures')
      .select('film_pictures.blob_id')
      .whereRef('film_pictures.blob_id', '=', 'blobs.blob_id')
      .where(sql`'box:' || film_pictures.devsn`, '=', eb.ref('blobs.owner')),
  )
}

export async function dropBlob(db: Db, { blob_id, owner }: { blob_id: string; owner: string }, now: number): Promise<void> {
  await db
    .deleteFrom('blobs')
    .where('blob_id', '=', blob_id)
    .where('owner', '=', owner)
    .where('put_at', '<=', now - blobLifeMs)
    .execute()
}

export async function isBound(db: Db, devsn: string): Promise<boolean> {
  return (await db.selectFrom('devices').select('devid').where('devsn', '=', devsn).executeTakeFirst()) !== undefined
}

/** Owner keys of the reader's boxes and of all members of those boxes. */
async function householdOf(db: Db, reader: Putter): Promise<string[]> {
  const boxes = await db
    .selectFrom('bindings')
    .innerJoin('devices', 'devices.devid', 'bindings.devid')
    .select(['devices.devid', 'devices.devsn'])
    .where(reader.kind === 'user' ? 'bindings.user_id' : 'devices.devsn', '=', reader.id)
    .execute()
  const devids = boxes.map(({ devid }) => devid)
  const people =
    devids.length === 0 ? [] : await db.selectFrom('bindings').select('user_id').distinct().where('devid', 'in', devids).execute()
  return [
    ...new Set([ownerOf(reader), ...boxes.map(({ devsn }) => `box:${devsn}`), ...people.map(({ user_id }) => `user:${user_id}`)]),
  ]
}
