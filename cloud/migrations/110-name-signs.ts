/** Usernames that differ by marks and signs only look alike too: every skeleton is made anew, and the oldest of those that look alike keeps others from the look. */
import type { Kysely } from 'kysely'
import { skeletonOf } from '../src/account/name-skeleton.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  // NOTE: a step uses the schema of its time, which today's table types do not describe.
  const old = db as Kysely<{
    users: { user_id: string; username: string; created_at: number; name_skeleton: string | null }
  }>
  await old.updateTable('users').set({ name_skeleton: null }).execute()
  const rows = await old
    .selectFrom('users')
    .select(['user_id', 'username'])
    .where('username', '<>', '')
    .orderBy('created_at')
    .orderBy('user_id')
    .execute()
  const taken = new Set<string>()
  for (const { user_id, username } of rows) {
    const name_skeleton = skeletonOf(username)
    if (taken.has(name_skeleton)) continue
    taken.add(name_skeleton)
    await old.updateTable('users').set({ name_skeleton }).where('user_id', '=', user_id).execute()
  }
}
