/** Relations of the asker to the people of a list: follows, followed by, blocked. Read with the people in one query. */
import type { Person, PersonRow } from '@homeport/contract/shape/person.ts'
import { sql, type Expression } from 'kysely'

type Ends = { by: Expression<string>; to: Expression<string> }

/** As numbers: SQLite has no booleans. Scalar subqueries per shown row: for an `exists` PostgreSQL would read all edges of a person at once. */
export function relationsWith(asker: string) {
  const [me, other] = [sql.val(asker), sql.ref<string>('users.user_id')]
  const flag = (table: 'follows' | 'blocks', { by, to }: Ends) =>
    sql<number>`coalesce((select 1 from ${sql.table(table)} as edge where edge.by_id = ${by} and edge.user_id = ${to}), 0)`
  return [
    flag('follows', { by: me, to: other }).as('is_followed'),
    flag('follows', { by: other, to: me }).as('follows_me'),
    flag('blocks', { by: me, to: other }).as('is_blocked'),
  ] as const
}

export type PersonWithRelations = Person & { is_followed: number; follows_me: number; is_blocked: number }

export function toPersonRow({ user_id, username, nickname, avatar, ...related }: PersonWithRelations): PersonRow {
  return {
    user_id,
    username,
    nickname,
    avatar,
    is_followed: related.is_followed === 1,
    follows_me: related.follows_me === 1,
    is_blocked: related.is_blocked === 1,
  }
}
