/** Data export of a user's forum posts, favourites and reports; times in ms. Replies of others belong to them (P17). */
import type { Exporter } from '../kit/exporter.ts'
import { ownContent } from './query/export.query.ts'
import { memberRecordOf } from './model/person.store.ts'

export const forumExporter: Exporter = {
  name: 'forum',
  of: async (db, userId) => ({ standing: (await memberRecordOf(db, userId)) ?? null, ...(await ownContent(db, userId)) }),
}
