/** Stores the changes that people make on the screens of this box, until the cloud of their realm has them. */
import { FilmChange } from '@homeport/contract/movie/watch-history.ts'
import { sql } from 'kysely'
import type { Db } from '../kit/db.ts'
import type { Viewer } from './viewer.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'

declare module '../kit/db.ts' {
  interface Tables {
    /** Changes that people made on the screens of this box, until their cloud has them; value: a FilmChange as JSON. A later change of the same thing takes the place of an earlier one, under a new number. */
    viewer_change: {
      change_id: number
      realm: Lang
      user_id: string
      kind: FilmChange['kind']
      movie_id: string
      value: string
    }
  }
}

export type ViewerChangeStore = ReturnType<typeof viewerChangeStore>

/** In the transaction of what it is about. It takes the place of an earlier change of the same thing. */
export async function addChange(tx: Db, { realm, user_id }: Viewer, change: FilmChange): Promise<void> {
  const { kind, id } = change
  // The database gives the next number.
  await sql`replace into viewer_change (realm, user_id, kind, movie_id, value)
    values (${realm}, ${user_id}, ${kind}, ${id}, ${JSON.stringify(change)})`.execute(tx)
}

export function viewerChangeStore(db: Db) {
  const changesOf = ({ realm, user_id }: Viewer) =>
    db.selectFrom('viewer_change').where('realm', '=', realm).where('user_id', '=', user_id)

  return {
    /** The oldest first, each with its number. */
    async after(viewer: Viewer, number: number, limit: number): Promise<{ number: number; change: FilmChange }[]> {
      const rows = await changesOf(viewer)
        .select(['change_id', 'value'])
        .where('change_id', '>', number)
        .orderBy('change_id')
        .limit(limit)
        .execute()
      return rows.map(({ change_id, value }) => ({ number: change_id, change: FilmChange.parse(JSON.parse(value)) }))
    },
    /** The cloud has those up to this number. */
    async taken({ realm, user_id }: Viewer, number: number): Promise<void> {
      await db
        .deleteFrom('viewer_change')
        .where('realm', '=', realm)
        .where('user_id', '=', user_id)
        .where('change_id', '<=', number)
        .execute()
    },
  }
}
