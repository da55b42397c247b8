/** The tasks that may have written hold room on the disk: they are asked for whenever one looks for room, with thousands waiting too. */
import { join } from 'node:path'
import { sql } from 'kysely'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Db } from '../../kit/db.ts'
import { openTestDb } from '../../testing/db.ts'
import { clear, testFolder } from '../../testing/downloads.ts'
import { aTaskRow } from '../../testing/task-row.ts'
import { waitsForSpace } from './task-queue.store.ts'
import { taskSpace } from './task-space.store.ts'

let folder: string
let db: Db
beforeEach(async () => {
  folder = testFolder()
  db = await openTestDb(join(folder, 'station.db'))
})
afterEach(async () => {
  await db.destroy()
  clear(folder)
})

it('a task that runs, or waits for anything but space, holds room once its files are begun', async () => {
  const rows = {
    runs: {},
    retries: { next_at: 5, reason: 'slow' },
    'waits for space': { next_at: 5, reason: waitsForSpace },
    'is not begun': { has_begun: 0 },
    'has no size yet': { download_size: 0 },
    'is stopped': { status: TaskStatus.stop },
    'is done': { status: TaskStatus.done },
  }
  for (const [seq, [task_id, row]] of Object.entries(rows).entries())
    await db
      .insertInto('task')
      .values({ ...aTaskRow, ...row, task_id, key: task_id, seq })
      .execute()
  const begun = await taskSpace(db).begun()
  expect(begun.map(({ task_id }) => task_id)).toEqual(['runs', 'retries'])
})

it('those that wait are not read for it', async () => {
  const plan = sql<{
    detail: string
  }>`explain query plan select task_id from task where removing is null and status = ${1} and has_begun = ${1}`
  expect((await plan.execute(db)).rows.map(({ detail }) => detail).join()).toContain('task_begun (status=? AND has_begun=?)')
})
