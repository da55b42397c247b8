import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestDb } from '../../testing/db.ts'
import { clear, testFolder } from '../../testing/downloads.ts'
import { besideStore } from '../beside/beside.store.ts'
import { filmNameQueries } from '../identify/film-name.query.ts'
import { posterStore } from '../picture/poster.store.ts'
import { probeStore } from '../probe/probe.store.ts'

test('P43: what is next is found however many files and films are passed over, as after a disk is gone', async () => {
  const folder = testFolder()
  const db = await openTestDb(join(folder, 'station.db'))
  const skipped = Array.from({ length: 40_000 }, (_, at) => `film-${at}`)
  const next = { of: undefined, skipped, limit: 10 }
  expect(await probeStore(db).unread(next)).toEqual([])
  expect(await posterStore(db).unpictured(next)).toEqual([])
  expect(await besideStore(db).besideChanged(next)).toEqual([])
  expect(await filmNameQueries(db, { now: () => 0 }).toSearch(next)).toEqual([])
  await db.destroy()
  clear(folder)
})
