/** What a feature holds of a person, for the file of one's own data (P12: nothing secret, nothing of anybody else). */
import type { Db } from './db.ts'

/** name: the key in the file. Answers plain JSON; undefined where there is nothing. */
export type Exporter = { name: string; of: (db: Db, userId: string) => Promise<unknown> }
