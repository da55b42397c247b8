/** People of a realm. */
import type { BindInfo, genders, Profile } from '@homeport/contract/account.ts'
import type { Db, Trx } from '../kit/db.ts'

declare module '../kit/db.ts' {
  interface Tables {
    users: UserRow
  }
}

export type UserRow = {
  user_id: string
  username: string
  name_key: string
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
}

/** Names that look alike are one name: width, case and composition do not count. */
export function nameKeyOf(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase()
}

/** False where the name is taken. */
export async function addUser(
  trx: Trx,
  user: Pick<UserRow, 'user_id' | 'username' | 'password_hash' | 'created_at'>,
): Promise<boolean> {
  const blank = {
    nickname: user.username,
    avatar: '',
    gender: 'private',
    birthday: '',
    region: '',
    phone: '',
    area_code: '',
    email: '',
  } as const
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('users')
    .values({ ...user, ...blank, name_key: nameKeyOf(user.username) })
    .onConflict((on) => on.column('name_key').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function userByName(db: Db, username: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('name_key', '=', nameKeyOf(username)).executeTakeFirst()
}

export async function profileOf(db: Db, userId: string): Promise<Profile> {
  const { created_at, ...row } = await db.selectFrom('users').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()
  return { ...row, created_at: Math.floor(created_at / 1000) }
}

/** How many boxes, and the default one. */
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
