/** All queries and writes on the tables of films and their files. */
import type { Db } from '../kit/db.ts'
import { besideStore } from './beside/beside.store.ts'
import { fileQueries } from './film/file.query.ts'
import { filmChangesStore } from './film/film-changes.store.ts'
import { filmQueries } from './film/film.query.ts'
import { posterStore } from './picture/poster.store.ts'
import { probeStore } from './probe/probe.store.ts'
import { regroupStore } from './group/regroup.store.ts'
import { scanStore } from './scan/scan.store.ts'
import { unreadableStore } from './scan/unreadable.store.ts'

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
