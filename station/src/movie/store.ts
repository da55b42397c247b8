/** All queries and writes on the tables of films and their files. */
import type { Db } from '../kit/db.ts'
import { besideStore } from './beside.store.ts'
import { fileQueries } from './file.query.ts'
import { filmChangesStore } from './film-changes.store.ts'
import { filmQueries } from './film.query.ts'
import { posterStore } from './poster.store.ts'
import { probeStore } from './probe.store.ts'
import { regroupStore } from './regroup.store.ts'
import { scanStore } from './scan.store.ts'
import { unreadableStore } from './unreadable.store.ts'

export type MovieStore = ReturnType<typeof movieStore>

export function movieStore(db: Db) {
  return {
    ...filmQueries(db),
    ...fileQueries(db),
    ...scanStore(db),
    ...probeStore(db),
    ...posterStore(db),
    ...filmChangesStore(db),
    ...regroupStore(db),
    ...besideStore(db),
    ...unreadableStore(db),
  }
}
