/** User accounts of a realm. */
import { domainToUnicode } from 'node:url'
import type { BindInfo, genders, postChoices, Profile } from '@homeport/contract/account.ts'
import { canonicalEmail } from '@homeport/contract/shape/email.ts'
import type { Db, Trx } from '../kit/db.ts'
import { skeletonOf } from './name-skeleton.ts'
import { wechatSince } from './wechat/wechat.store.ts'

declare module '../kit/db.ts' {
  interface Tables {
    users: UserRow
  }
}

export type UserRow = {
  user_id: string
  username: string
  name_key: string
  /** skeletonOf(username); null for an erased account, and for one that looked like an older one when this column came. */
  name_skeleton: string | null
  password_hash: string
  nickname: string
  avatar: string
  gender: (typeof genders)[number]
  birthday: string
  region: string
  phone: string
  area_code: string
  email: string
  created_at: number
  /** ms; 0 if no cancellation is pending. */
  erase_at: number
  erase_posts: '' | (typeof postChoices)[number]
}

/** Key for the uniqueness of usernames: width, case and Unicode composition are ignored. */
export function nameKeyOf(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase()
}

/** Values of a new account, and again of an erased one. */
const blank = {
  nickname: '',
  avatar: '',
  gender: 'private',
  birthday: '',
  region: '',
  phone: '',
  area_code: '',
  email: '',
  erase_at: 0,
  erase_posts: '',
} as const

/** password_hash '': no password yet. False if the phone, the name or one that looks like it is taken. */
export async function addUser(
  trx: Trx,
  user: Pick<UserRow, 'user_id' | 'username' | 'password_hash' | 'created_at'> & Partial<Pick<UserRow, 'area_code' | 'phone'>>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('users')
    .values({
      ...blank,
      nickname: user.username,
      ...user,
      name_key: nameKeyOf(user.username),
      name_skeleton: skeletonOf(user.username),
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Erased ones do not count. */
export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('user_id').where('username', '<>', '').limit(1).executeTakeFirst()) !== undefined
}

/** Normalized e-mail address: one spelling of the domain; case is ignored, as mail hosts do; the rest is kept. */
export function mailKeyOf(email: string): string {
  return canonicalEmail(email).toLowerCase()
}

/** With the domain in its own letters, as people write it. */
function shownEmail(email: string): string {
  const at = email.lastIndexOf('@') + 1
  return `${email.slice(0, at)}${domainToUnicode(email.slice(at))}`
}

export async function userByPhone(
  db: Db,
  { area_code, phone }: Pick<UserRow, 'area_code' | 'phone'>,
): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('area_code', '=', area_code).where('phone', '=', phone).executeTakeFirst()
}

export async function userByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', mailKeyOf(email)).executeTakeFirst()
}

export async function userById(db: Db, userId: string): Promise<UserRow> {
  return db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()
}

export async function setPassword(trx: Trx, userId: string, password_hash: string): Promise<void> {
  await trx.updateTable('users').set({ password_hash }).where('user_id', '=', userId).execute()
}

/** False if another account has that phone or address. */
export async function setContact(
  trx: Trx,
  userId: string,
  contact: Pick<UserRow, 'area_code' | 'phone'> | Pick<UserRow, 'email'>,
): Promise<boolean> {
  const taken =
    'email' in contact
      ? trx.selectFrom('users').select('user_id').where('email', '=', contact.email)
      : trx.selectFrom('users').select('user_id').where('area_code', '=', contact.area_code).where('phone', '=', contact.phone)
  if (await taken.where('user_id', '!=', userId).executeTakeFirst()) return false
  await trx.updateTable('users').set(contact).where('user_id', '=', userId).execute()
  return true
}

/** Absent fields stay unchanged. */
export async function saveProfileOf(
  trx: Trx,
  userId: string,
  changes: { [K in 'nickname' | 'gender' | 'birthday' | 'region']?: UserRow[K] | undefined },
): Promise<void> {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  if (Object.keys(given).length > 0) await trx.updateTable('users').set(given).where('user_id', '=', userId).execute()
}

/** False if the account is gone. */
export async function setAvatar(trx: Trx, userId: string, avatar: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set({ avatar })
    .where('user_id', '=', userId)
    // blankUser sets an empty username on an erased account.
    .where('username', '<>', '')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** False if nothing changes: no cancellation to undo, or the account is gone. */
export async function setErase(trx: Trx, userId: string, erase: Pick<UserRow, 'erase_at' | 'erase_posts'>): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    .set(erase)
    .where('user_id', '=', userId)
    .where('erase_at', erase.erase_at === 0 ? '>' : '>=', 0)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function dueToErase(db: Db, now: number): Promise<Pick<UserRow, 'user_id' | 'erase_posts'>[]> {
  return db
    .selectFrom('users')
    .select(['user_id', 'erase_posts'])
    .where('erase_at', '>', 0)
    .where('erase_at', '<=', now)
    .limit(100)
    .execute()
}

/** Erases all data of the person; the row stays for their posts that others answered. Name and number are free again. */
export async function blankUser(trx: Trx, userId: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('users')
    // No username can begin with '#'.
    .set({ ...blank, username: '', name_key: `#${userId}`, name_skeleton: null, password_hash: '' })
    .where('user_id', '=', userId)
    .where('erase_at', '>', 0)
    .where('erase_at', '<=', now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function userByName(db: Db, username: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('name_key', '=', nameKeyOf(username)).executeTakeFirst()
}

export async function profileOf(db: Db, userId: string): Promise<Profile> {
  const { created_at, password_hash, erase_at, email, ...row } = await userById(db, userId)
  const wechatAt = await wechatSince(db, userId)
  const standing = await db.selectFrom('forum_people').select('role').where('user_id', '=', userId).executeTakeFirst()
  return {
    ...row,
    email: shownEmail(email),
    role: standing?.role ?? '',
    created_at: Math.floor(created_at / 1000),
    has_password: password_hash !== '',
    wechat_since: wechatAt === null ? null : Math.floor(wechatAt / 1000),
    erase_at: erase_at === 0 ? null : Math.floor(erase_at / 1000),
  }
}

/** The number of bound boxes, and the default one. */
export async function bindInfoOf(db: Db, userId: string): Promise<BindInfo> {
  const rows = await db
    .selectFrom('bindings')
    .innerJoin('devices', 'devices.devid', 'bindings.devid')
    .where('user_id', '=', userId)
    .select(['devices.devid', 'devices.devsn'])
    .orderBy('is_default', 'desc')
    .orderBy('bound_at')
    .execute()
  return { devices: rows.length, devid: rows[0]?.devid ?? '', devsn: rows[0]?.devsn ?? '' }
}
