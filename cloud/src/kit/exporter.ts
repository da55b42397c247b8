/** A feature's part of the data export (P12: no secrets, no data of other people). */
import type { Db } from './db.ts'

/** name: the key in the file. Returns plain JSON; undefined if there is nothing. */
export type Exporter = { name: string; of: (db: Db, userId: string) => Promise<unknown> }
