/** Boxes bound in a realm: members, roles and each user's default box. */
import type { Db, Trx } from '../kit/db.ts'
import { newId } from '../kit/auth.ts'

type Role = 'owner' | 'member'

declare module '../kit/db.ts' {
  interface Tables {
    devices: { devid: string; devsn: string; name: string; created_at: number }
    bindings: { devid: string; user_id: string; role: Role; is_default: number; bound_at: number }
  }
}

export type DeviceRow = { devid: string; devsn: string; name: string; role: Role; is_default: number; bound_at: number }
export type Member = { user_id: string; role: Role; name: string }

/** A user's boxes: the default first, then in the order of binding. */
export async function devicesOf(db: Db, userId: string): Promise<DeviceRow[]> {
  return bound(db)
    .where('bindings.user_id', '=', userId)
    .orderBy('is_default', 'desc')
    .orderBy('bound_at')
    .orderBy('devices.devid')
    .execute()
}

/** One of a user's boxes by devid or devsn. */
export async function deviceOf(db: Db, userId: string, name: string): Promise<DeviceRow | undefined> {
  return bound(db)
    .where('bindings.user_id', '=', userId)
    .where((where) => where.or([where('devices.devid', '=', name), where('devices.devsn', '=', name)]))
    .executeTakeFirst()
}

/** The user's default box; the first one if none is marked. */
export async function defaultDeviceOf(db: Db, userId: string): Promise<DeviceRow | undefined> {
  return (await devicesOf(db, userId))[0]
}

/** Everyone who has the box bound in this realm, the owner first. */
export async function membersOf(db: Db, devsn: string): Promise<Member[]> {
  return db
    .selectFrom('bindings')
    .innerJoin('devices', 'devices.devid', 'bindings.devid')
    .innerJoin('users', 'users.user_id', 'bindings.user_id')
    .where('devices.devsn', '=', devsn)
    .select(['bindings.user_id', 'bindings.role', 'users.nickname as name'])
    .orderBy('bindings.role', 'desc')
    .orderBy('bindings.bound_at')
    .execute()
}

/** The most sign-ins that a box is sent: the latest used. */
const maxTokens = 500

/** Hashes of the members' tokens that have not ended. */
export async function tokensOf(db: Db, devsn: string, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('bindings')
    .innerJoin('devices', 'devices.devid', 'bindings.devid')
    .innerJoin('sessions', 'sessions.user_id', 'bindings.user_id')
    .where('devices.devsn', '=', devsn)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.expires_at', '>', now)
    .select('sessions.token_hash')
    .orderBy('sessions.seen_at', 'desc')
    .limit(maxTokens)
    .execute()
  return rows.map(({ token_hash }) => token_hash)
}

/** The household's name for the box in this realm; '' if nobody has it bound. */
export async function nameOf(db: Db, devsn: string): Promise<string> {
  const row = await db.selectFrom('devices').select('name').where('devsn', '=', devsn).executeTakeFirst()
  return row?.name ?? ''
}

/** The members as they see each other; since in ms. */
export async function householdOf(db: Db, devid: string): Promise<(Member & { since: number })[]> {
  return db
    .selectFrom('bindings')
    .innerJoin('users', 'users.user_id', 'bindings.user_id')
    .where('bindings.devid', '=', devid)
    .select(['bindings.user_id', 'bindings.role', 'users.nickname as name', 'bindings.bound_at as since'])
    .orderBy('bindings.role', 'desc')
    .orderBy('bindings.bound_at')
    .orderBy('bindings.user_id')
    .execute()
}

/** The user's role in the box's household, locked until this transaction ends; undefined if they are not a member. */
export async function lockRole(trx: Trx, userId: string, devid: string): Promise<Role | undefined> {
  await lockBox(trx, devid)
  return (await deviceOf(trx, userId, devid))?.role
}

export async function renameBox(trx: Trx, devid: string, name: string): Promise<void> {
  await trx.updateTable('devices').set({ name }).where('devid', '=', devid).execute()
}

/** The name of a box that nobody has named yet. */
export function firstNameOf(devsn: string): string {
  return `Homeport ${devsn.slice(-4)}`
}

/** Binds a user to a box: owner if nobody is bound in this realm, else member; an existing binding stays. The user's first box becomes their default. */
export async function bindUser(trx: Trx, userId: string, { devsn, now }: { devsn: string; now: number }): Promise<DeviceRow> {
  await trx
    .insertInto('devices')
    .values({ devid: newId(), devsn, name: firstNameOf(devsn), created_at: now })
    .onConflict((on) => on.column('devsn').doNothing())
    .execute()
  // Two parallel bindings wait for each other here, so that one of them becomes owner.
  const { devid } = await trx
    .updateTable('devices')
    .set((row) => ({ devsn: row.ref('devsn') }))
    .where('devsn', '=', devsn)
    .returning('devid')
    .executeTakeFirstOrThrow()
  const already = await deviceOf(trx, userId, devid)
  if (already) return already
  const members = await trx.selectFrom('bindings').select('role').where('devid', '=', devid).execute()
  const own = await trx.selectFrom('bindings').select('devid').where('user_id', '=', userId).where('is_default', '=', 1).execute()
  await trx
    .insertInto('bindings')
    .values({
      devid,
      user_id: userId,
      role: members.some(({ role }) => role === 'owner') ? 'member' : 'owner',
      is_default: own.length === 0 ? 1 : 0,
      bound_at: now,
    })
    .execute()
  const row = await deviceOf(trx, userId, devid)
  if (!row) throw new Error('a binding that was just written is not there')
  return row
}

/** Ends a binding. If the owner leaves, the oldest member becomes owner; if the last one leaves, the box's row is deleted. The user's next box becomes their default. */
export async function unbindUser(trx: Trx, userId: string, devid: string): Promise<void> {
  await lockBox(trx, devid)
  await trx.deleteFrom('bindings').where('devid', '=', devid).where('user_id', '=', userId).execute()
  const remaining = await trx
    .selectFrom('bindings')
    .selectAll()
    .where('devid', '=', devid)
    .orderBy('bound_at')
    .orderBy('user_id')
    .execute()
  const [oldest] = remaining
  if (!oldest) await trx.deleteFrom('devices').where('devid', '=', devid).execute()
  else if (!remaining.some(({ role }) => role === 'owner'))
    await trx
      .updateTable('bindings')
      .set({ role: 'owner' })
      .where('devid', '=', devid)
      .where('user_id', '=', oldest.user_id)
      .execute()
  const next = await defaultDeviceOf(trx, userId)
  if (next && next.is_default === 0) await setDefault(trx, userId, next.devid)
}

export async function setDefault(trx: Trx, userId: string, devid: string): Promise<void> {
  await trx.updateTable('bindings').set({ is_default: 0 }).where('user_id', '=', userId).where('devid', '!=', devid).execute()
  await trx.updateTable('bindings').set({ is_default: 1 }).where('user_id', '=', userId).where('devid', '=', devid).execute()
}

/** Row lock: changes to one box's household run one after the other. */
async function lockBox(trx: Trx, devid: string): Promise<void> {
  await trx
    .updateTable('devices')
    .set((row) => ({ devsn: row.ref('devsn') }))
    .where('devid', '=', devid)
    .execute()
}

function bound(db: Db) {
  return db
    .selectFrom('bindings')
    .innerJoin('devices', 'devices.devid', 'bindings.devid')
    .select(['devices.devid', 'devices.devsn', 'devices.name', 'bindings.role', 'bindings.is_default', 'bindings.bound_at'])
}
