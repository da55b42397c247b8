/** P36: account cancellation can be undone for seven days; after that no data of the person is left. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancel, cancelDays, login, profile, undoCancel } from '@homeport/contract/account.ts'
import { startTestCloud } from '../testing/cloud.ts'
import { openDb } from '../kit/db.ts'
import { blankUser, dueToErase } from './store.ts'

let cloud: Awaited<ReturnType<typeof startTestCloud>>
let clock = Date.now()
beforeAll(async () => {
  cloud = await startTestCloud({}, { now: () => clock })
})
afterAll(() => cloud.stop())

const days = (n: number) => n * 24 * 60 * 60_000

test('P36: it wants the password, says when, and is taken back', async () => {
  const { token, user_id } = await cloud.signUp('undecided')
  const other = (await cloud.ask(login, { username: 'undecided', password: 'undecided-secret', agreed: 1 })).data.token
  expect((await cloud.ask(cancel, { posts: 'delete', password: 'wrong one' }, { token })).code).toBe(4001)
  const { data } = await cloud.ask(cancel, { posts: 'delete', password: 'undecided-secret' }, { token })
  expect(data.erase_at).toBe(Math.floor((clock + days(cancelDays)) / 1000))
  expect((await cloud.ask(profile, {}, { token: other })).code).toBe(1004)
  expect((await cloud.ask(profile, {}, { token })).data.erase_at).toBe(data.erase_at)
  expect((await cloud.ask(undoCancel, {}, { token })).data).toMatchObject({ user_id, erase_at: null })
  expect((await cloud.ask(undoCancel, {}, { token })).code).toBe(4004)
})

test('P36: nobody is due before the day, and a blanked row tells nothing of the person; the name is free again', async () => {
  const { token, user_id } = await cloud.signUp('leaving')
  await cloud.ask(cancel, { posts: 'anonymise', password: 'leaving-secret' }, { token })
  const db = openDb({ kind: 'sqlite', path: join(cloud.folder, 'cloud', 'en.db') })
  expect(await dueToErase(db, clock + days(cancelDays) - 1)).toEqual([])
  const at = clock + days(cancelDays)
  expect(await dueToErase(db, at)).toEqual([{ user_id, erase_posts: 'anonymise' }])
  expect(await db.transaction().execute((trx) => blankUser(trx, user_id, at))).toBe(true)
  expect(await db.transaction().execute((trx) => blankUser(trx, user_id, at))).toBe(false)
  await db.destroy()
  const file = new DatabaseSync(join(cloud.folder, 'cloud', 'en.db'), { readOnly: true })
  expect(JSON.stringify(file.prepare('select * from users').all())).not.toMatch(/leaving/i)
  file.close()
  expect((await cloud.signUp('leaving')).user_id).not.toBe(user_id)
})
