/** A person's page as another user may see it, and the follow and block lists of a realm. */
import type { PersonPage } from '@homeport/contract/people.ts'
import type { Person, PersonRow } from '@homeport/contract/shape/person.ts'
import { sql, type Expression } from 'kysely'
import { isBlockedBetween } from '../shared/block.store.ts'
import type { Db } from '../kit/db.ts'
import { toPersonRow, relationsWith } from '../shared/relation.store.ts'

type Slice = { limit: number; offset: number }
type List<T> = { data: T[]; total: number }

const fields = ['users.user_id', 'users.username', 'users.nickname', 'users.avatar'] as const

/** A person's page for `asker`; undefined if the person does not exist, is erased, or blocked the asker. */
export async function personOf(db: Db, asker: string, userId: string): Promise<PersonPage | undefined> {
  const row = await db
    .selectFrom('users')
    .leftJoin('person_counts', 'person_counts.user_id', 'users.user_id')
    .leftJoin('forum_people', 'forum_people.user_id', 'users.user_id')
    .where('users.user_id', '=', userId)
    .where('users.username', '<>', '')
    .where((of) => of.not(isBlock({ by: sql.ref('users.user_id'), to: sql.val(asker) })))
    .select([...fields, 'users.gender', 'users.region', 'users.created_at', 'person_counts.fans', 'person_counts.follows'])
    .select(['forum_people.posts', 'forum_people.favorites'])
    .select((of) =>
      of
        .selectFrom('favorites')
        .whereRef('favorites.user_id', '=', 'users.user_id')
        .where('favorites.type', '=', 'thread')
        .select((counted) => counted.fn.countAll<number>().as('count'))
        .as('bookmarks'),
    )
    .select(relationsWith(asker))
    .executeTakeFirst()
  if (!row) return undefined
  const { gender, region, created_at, fans, follows, posts, favorites, bookmarks } = row
  return {
    ...toPersonRow(row),
    gender,
    region,
    joined_at: Math.floor(created_at / 1000),
    counts: {
      posts: posts ?? 0,
      fans: fans ?? 0,
      follows: follows ?? 0,
      favorites: favorites ?? 0,
      bookmarks: bookmarks ?? 0,
    },
  }
}

/** The person's followers (`fans`) or the people they follow, newest first, without people with whom the asker has a block. */
export async function listOf(
  db: Db,
  { asker, userId, side }: { asker: string; userId: string; side: 'fans' | 'follows' },
  { limit, offset }: Slice,
): Promise<List<PersonRow>> {
  const [ownColumn, other] = side === 'fans' ? (['user_id', 'by_id'] as const) : (['by_id', 'user_id'] as const)
  const rows = await db
    .selectFrom('follows')
    .innerJoin('users', 'users.user_id', `follows.${other}`)
    .where(`follows.${ownColumn}`, '=', userId)
    .where((of) => of.not(isBlockedBetween(sql.val(asker), sql.ref('users.user_id'))))
    .select(fields)
    .select(relationsWith(asker))
    .orderBy('follows.since', 'desc')
    .orderBy(`follows.${other}`, 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const counts = await db.selectFrom('person_counts').select(side).where('user_id', '=', userId).executeTakeFirst()
  // From the few blocks to the many follows, never the reverse: SQLite keeps the order of a cross join.
  const hidden = await db
    .selectFrom((of) =>
      of
        .selectFrom('blocks')
        .select('blocks.user_id as other_id')
        .where('blocks.by_id', '=', asker)
        .union(of.selectFrom('blocks').select('blocks.by_id as other_id').where('blocks.user_id', '=', asker))
        .as('wall'),
    )
    .crossJoin('follows')
    .whereRef(`follows.${other}`, '=', 'wall.other_id')
    .where(`follows.${ownColumn}`, '=', userId)
    .select((of) => of.fn.countAll<number>().as('n'))
    .executeTakeFirst()
  return { data: rows.map(toPersonRow), total: (counts?.[side] ?? 0) - (hidden?.n ?? 0) }
}

/** The people whom a user blocked, latest first. */
export async function blockedBy(db: Db, userId: string, { limit, offset }: Slice): Promise<List<Person>> {
  const all = db.selectFrom('blocks').where('blocks.by_id', '=', userId)
  const data = await all
    .innerJoin('users', 'users.user_id', 'blocks.user_id')
    .select(fields)
    .orderBy('blocks.since', 'desc')
    .orderBy('blocks.user_id')
    .limit(limit)
    .offset(offset)
    .execute()
  const count = await all.select((of) => of.fn.countAll<number>().as('n')).executeTakeFirst()
  return { data, total: count?.n ?? 0 }
}

function isBlock({ by, to }: { by: Expression<string>; to: Expression<string> }) {
  return sql<boolean>`exists (select 1 from blocks as edge where edge.by_id = ${by} and edge.user_id = ${to})`
}
