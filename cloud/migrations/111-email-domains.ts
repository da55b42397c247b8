/** E-mail addresses get the one spelling of their domain. Of two that become one, the account that has that spelling keeps it, otherwise the older one gets it; the other address stays as it is and is found no more. */
import type { Kysely } from 'kysely'
import { canonicalEmail } from '@homeport/contract/shape/email.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  // NOTE: a step uses the schema of its time, which today's table types do not describe.
  const old = db as Kysely<{ users: { user_id: string; email: string; created_at: number } }>
  const rows = await old
    .selectFrom('users')
    .select(['user_id', 'email'])
    .where('email', '<>', '')
    .orderBy('created_at')
    .orderBy('user_id')
    .execute()
  const present = new Set(rows.map(({ email }) => email))
  for (const { user_id, email } of rows) {
    const canonical = canonicalEmail(email).toLowerCase()
    // A domain that is none, from before the rule, is left as it is.
    if (canonical.endsWith('@') || present.has(canonical)) continue
    present.add(canonical)
    await old.updateTable('users').set({ email: canonical }).where('user_id', '=', user_id).execute()
  }
}
