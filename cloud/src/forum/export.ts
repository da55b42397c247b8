/** What one wrote, keeps and reported in the forum, for the file of one's own data; times in ms. What others answered is theirs (P17). */
import type { Exporter } from '../kit/exporter.ts'
import { ownContent } from './query/export.query.ts'
import { memberRecordOf } from './model/person.store.ts'

export const forumExporter: Exporter = {
  name: 'forum',
  of: async (db, userId) => ({ standing: (await memberRecordOf(db, userId)) ?? null, ...(await ownContent(db, userId)) }),
}
