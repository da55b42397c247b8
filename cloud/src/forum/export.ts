/** What one wrote, keeps and reported in the forum, for the file of one's own data; times in ms. What others answered is theirs (P17). */
import type { Exporter } from '../kit/exporter.ts'
import { ownOf } from './query/export.query.ts'
import { standingOf } from './model/person.store.ts'

export const forumExporter: Exporter = {
  name: 'forum',
  of: async (db, userId) => ({ standing: (await standingOf(db, userId)) ?? null, ...(await ownOf(db, userId)) }),
}
