/** The list of a box's tasks in every order, searched and filtered, from columns; progress that arrives in frames of many tasks. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { Task, TaskQuery } from '@homeport/contract/download/download.ts'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { readFile } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate, readSteps } from '../kit/db/migrate.ts'
import { silent } from '../kit/log.ts'
import type { Realm } from '../kit/realm.ts'
import { eachDb, type TestDb } from '../testing/db.ts'
import { stepsFolder } from '../testing/template.ts'
import { testTask } from '../testing/test-task.ts'
import { createProgress } from './progress.ts'
import { downloadConsumers } from './reports.ts'
import { countTasks, groupsOf, renewTask, saveTask, tasksOf, type TaskQuery as BoxQuery } from './store.ts'

const devsn = 'box'
const {
  base,
  tasks: rows,
  cases,
} = z
  .object({
    base: z.looseObject({}),
    tasks: z.array(z.looseObject({})),
    cases: z.array(z.looseObject({ ids: z.array(z.string()) })),
  })
  .parse(JSON.parse(await readFile(new URL('../../../contract/fixtures/tasks.json', import.meta.url), 'utf8')))
const tasks = rows.map((row) => z.parse(Task, { ...base, ...row }))

eachDb('the list of tasks', (open) => {
  let testDb: TestDb
  beforeEach(async () => {
    testDb = await open()
    await testDb.db.transaction().execute(async (trx) => {
      for (const task of tasks) await saveTask(trx, devsn, { key: task.task_id, rev: 1, value: task })
      await saveTask(trx, 'another', { key: 'x', rev: 1, value: testTask('x') })
    })
  })
  afterEach(() => testDb.drop())

  const queryOf = (more: Partial<BoxQuery> = {}): BoxQuery => ({
    devsn,
    page: 1,
    limit: 99,
    is_done: undefined,
    sort: 'queue',
    is_up: false,
    q: '',
    state: '',
    category: '',
    ...more,
  })
  const ids = async (more: Partial<BoxQuery> = {}) => (await tasksOf(testDb.db, queryOf(more))).map(({ task_id }) => task_id)

  test.each(cases)('as on the box (contract/fixtures/tasks.json): %o', async ({ ids: expected, ...given }) => {
    const query = { devsn, ...z.parse(TaskQuery, given) }
    expect((await tasksOf(testDb.db, query)).map(({ task_id }) => task_id)).toEqual(expected)
    const total = Object.values(await groupsOf(testDb.db, query)).reduce((sum, n) => sum + n)
    expect(total).toBeGreaterThanOrEqual(expected.length)
  })

  test('how many there are by state and category; the counts are of all tasks', async () => {
    expect(await groupsOf(testDb.db, queryOf())).toEqual({ failed: 1, progress: 3, waiting: 5, done: 2 })
    expect(await groupsOf(testDb.db, queryOf({ category: 'Films', state: 'waiting' }))).toEqual({
      failed: 0,
      progress: 0,
      waiting: 1,
      done: 0,
    })
    expect(await countTasks(testDb.db, devsn)).toEqual({ all: 11, progress: 9, done: 2 })
  })

  test('a frame with many tasks is stored where a place changes, and before the list is sorted by what it changes', async () => {
    const { db } = testDb
    const change: Realm['change'] = (work) => db.transaction().execute((trx) => work(trx, async () => {}))
    const realm: Realm = { lang: 'en', db, change }
    const progress = createProgress({ now: () => 0, log: silent })
    const send = async (...changed: Task[]) => {
      progress.handle(realm, devsn, { act: 'task_changes', dev: devsn, code: Code.ok, data: { tasks: changed, gone: [] } })
      await progress.settled()
    }
    const running = { ...testTask('running'), speed_bytes: 5_000 }
    const fast = { ...testTask('fast'), speed_bytes: 90_000 }
    await send(running, fast)
    await send({ ...running, speed_bytes: 100_000 }, { ...fast, speed_bytes: 1 }, testTask('next'))
    expect((await ids({ state: 'running' })).toSorted()).toEqual(['fast', 'next', 'running'])
    expect(progress.latest('en', devsn, running).speed_bytes).toBe(100_000)
    expect((await ids({ sort: 'speed' }))[0]).toBe('fast')
    await progress.store(realm, devsn)
    expect((await ids({ sort: 'speed' }))[0]).toBe('running')
  })

  test('a report waits, before its transaction, for the older progress of its box that is still being written', async () => {
    const { db } = testDb
    const change: Realm['change'] = (work) => db.transaction().execute((trx) => work(trx, async () => {}))
    const progress = createProgress({ now: () => 0, log: silent })
    const [tasksReport] = downloadConsumers(progress, () => 0)
    if (tasksReport === undefined) throw new Error('No report of tasks')
    const end = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    // Somebody else's transaction holds the row, so that what is written now waits.
    const other = db.transaction().execute(async (trx) => {
      await trx.updateTable('tasks').set({ words: '' }).where('devsn', '=', devsn).execute()
      held.resolve()
      await end.promise
    })
    await held.promise
    const older = testTask('running', { progress: 40 })
    const { handle } = progress
    handle({ lang: 'en', db, change }, devsn, { act: 'download_status', dev: devsn, code: Code.ok, data: older })
    const newer = testTask('running', { progress: 100, status: 2, is_done: true })
    let isRead = false
    const reading = tasksReport
      .read([{ key: 'running', rev: 9, value: newer }], {
        lang: 'en',
        devsn,
        wrong: () => {},
        giveWay: () => Promise.resolve(),
      })
      .finally(() => (isRead = true))
    for (let turn = 0; turn < 20; turn += 1) await setImmediate()
    const wasRead = isRead
    end.resolve()
    await other
    const save = await reading
    const rowOf = async () => (await tasksOf(db, queryOf({ q: 'running' })))[0]?.progress
    expect([wasRead, await rowOf()]).toEqual([false, 40])
    await db.transaction().execute((trx) => save(trx, { lang: 'en', devsn, emit: () => Promise.resolve(), from: 0 }))
    await progress.settled()
    expect(await rowOf()).toBe(100)
  })

  test('a name with signs or marks is found as people type it', async () => {
    await testDb.db.transaction().execute(async (trx) => {
      for (const name of ['Primer.C++.2020.mkv', 'Łódź Straße.mkv', 'Learning .NET', 'ｽﾀｰ.mkv', '基努·里维斯：街头之王.2008.mkv'])
        await saveTask(trx, devsn, { key: name, rev: 1, value: testTask(name, { name, url: '' }) })
    })
    expect(await ids({ q: 'c++' })).toEqual(['Primer.C++.2020.mkv', 'signs'])
    expect(await ids({ q: 'lodz strasse' })).toEqual(['Łódź Straße.mkv'])
    expect(await ids({ q: '.net' })).toEqual(['Learning .NET'])
    expect(await ids({ q: 'すたー' })).toEqual(['ｽﾀｰ.mkv'])
    for (const q of ['基努里维斯街头之王', '里维斯:街头', '街头之王 2008', '基努·里维斯'])
      expect(await ids({ q }), q).toEqual(['基努·里维斯：街头之王.2008.mkv'])
    expect(await ids({ q: '% _' })).toEqual(await ids({}))
  })

  test('rows of a version without these columns are read in from their JSON, as a report of today writes them', async () => {
    const { db } = testDb
    const all = () => db.selectFrom('tasks').selectAll().orderBy('devsn').orderBy('task_id').execute()
    const before = await all()
    for (const index of ['queue', 'filter', 'by_name_key', 'by_size_key', 'by_progress_key', 'by_speed_key', 'by_created_at'])
      await db.schema.dropIndex(`tasks_${index}`).execute()
    for (const column of [
      'state',
      'category',
      'name_key',
      'words',
      'queue_group',
      'queue_key',
      'size_key',
      'progress_key',
      'speed_key',
    ])
      await db.schema.alterTable('tasks').dropColumn(column).execute()
    const row = await sql`delete from schema_step where name = '104-task-list'`.execute(db)
    expect(row.numAffectedRows).toBe(1n)
    await migrate(db, testDb.address, { steps: await readSteps(stepsFolder), now: () => 0 })
    // An older version's tasks had neither a category nor an order, and did not tell whether they were seeding.
    const comparable = ({ category: _c, queue_key: _q, state, ...row }: (typeof before)[number]) => ({
      ...row,
      state: state === 'seeding' ? '' : state,
      // Both are written anew by what indexes all tasks.
      words: '',
      name_key: '',
    })
    const after = await all()
    expect(after.map(comparable)).toEqual(before.map(comparable))
    await renewTask(db, devsn, tasks[0] ?? testTask('x'))
    expect((await sql`select 1 from tasks where category = 'Films'`.execute(db)).rows.length).toBe(1)
  })
})
