/** The list of a box's tasks in every order, searched and filtered, from columns; progress that arrives in frames of many tasks. */
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { type Task, taskSorts } from '@homeport/contract/download/download.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate, readSteps } from '../kit/db/migrate.ts'
import { silent } from '../kit/log.ts'
import type { Realm } from '../kit/realm.ts'
import { eachDb, type TestDb } from '../testing/db.ts'
import { stepsFolder } from '../testing/template.ts'
import { testTask } from '../testing/test-task.ts'
import { createProgress } from './progress.ts'
import { countTasks, groupsOf, renewTask, saveTask, tasksOf, type TaskQuery } from './store.ts'

const devsn = 'box'
const queued = (place: number) => ({ reason: 'queued', place, tries: 0, next_at: null })
const film = (title: string) => ({ movie_id: 'm', title, poster: '' })

const tasks = [
  testTask('running', {
    name: 'Metropolis 10.mkv',
    order: 2,
    speed_bytes: 5_000,
    progress: 40.5,
    download_size: 900,
    created_at: 1_700_000_100,
    category: 'Films',
  }),
  testTask('fast', { name: 'metropolis 9.mkv', order: 1, speed_bytes: 90_000, progress: 40.25, download_size: 50 }),
  testTask('failed', { name: 'Sunrise', status: 3, order: 5, reason: 'not_found', code: TaskCode.notStarted }),
  testTask('third', { name: '马路天使.Street.Angel.1937.mkv', order: 4, wait: queued(2) }),
  testTask('next', { name: '[寻梦环游记].Coco.mkv', order: 3, wait: queued(1), category: 'Films' }),
  testTask('retry', { name: 'tears', order: 6, wait: { reason: 'retry', place: 0, tries: 4, next_at: 1 } }),
  testTask('stopped', { name: 'Ångström 100%', status: 0, order: 7 }),
  testTask('done', { name: 'x.mkv', status: 2, is_done: true, done_at: 1_700_000_200, progress: 100, film: film('大都會') }),
  testTask('seeding', { status: 2, is_done: true, is_seeding: true, done_at: 1_700_000_300, progress: 100, category: 'Films' }),
]

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

  const queryOf = (more: Partial<TaskQuery> = {}): TaskQuery => ({
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
  const ids = async (more: Partial<TaskQuery> = {}) => (await tasksOf(testDb.db, queryOf(more))).map(({ task_id }) => task_id)

  test('in the order of the queue: failed ones, those in progress, those that wait or are stopped, then complete ones, latest first', async () => {
    const order = ['failed', 'fast', 'running', 'retry', 'next', 'third', 'stopped', 'seeding', 'done']
    expect(await ids()).toEqual(order)
    expect(await ids({ is_done: false })).toEqual(order.slice(0, 7))
    expect(await ids({ is_done: false, is_up: true })).toEqual(order.slice(0, 7).toReversed())
    expect(await ids({ page: 3, limit: 2 })).toEqual(order.slice(4, 6))
  })

  test('by name with numbers as numbers and Chinese by pinyin, by size, progress, speed and time, both ways', async () => {
    expect(await ids({ sort: 'name', is_done: false })).toEqual([
      'stopped',
      'third',
      'fast',
      'running',
      'failed',
      'retry',
      'next',
    ])
    expect((await ids({ sort: 'size' }))[0]).toBe('running')
    expect((await ids({ sort: 'size', is_up: true }))[0]).toBe('fast')
    expect((await ids({ sort: 'progress', is_done: false })).slice(0, 2)).toEqual(['running', 'fast'])
    expect((await ids({ sort: 'speed' })).slice(0, 2)).toEqual(['fast', 'running'])
    expect((await ids({ sort: 'added' }))[0]).toBe('running')
    for (const sort of taskSorts.filter((one) => one !== 'queue'))
      expect(await ids({ sort, is_up: true })).toEqual((await ids({ sort })).toReversed())
  })

  test.each([
    ['METROPOLIS', ['fast', 'running']],
    ['metropolis 10', ['running']],
    ['10 mkv metro', ['running']],
    ['天使', ['third']],
    ['malutianshi', ['third']],
    ['大都会', ['done']],
    ['angstrom', ['stopped']],
    ['http://example.org/retry', ['retry']],
    ['%', ['failed', 'fast', 'running', 'retry', 'next', 'third', 'stopped', 'seeding', 'done']],
    ['nowhere', []],
  ])('words in the name, the title or the link: %s', async (q, expected) => {
    expect(await ids({ q })).toEqual(expected)
    expect(Object.values(await groupsOf(testDb.db, queryOf({ q }))).reduce((sum, n) => sum + n)).toBe(expected.length)
  })

  test('a magnet is not known by its trackers, and by its name though it is written in percent', async () => {
    const url = 'magnet:?xt=urn:btih:0123&dn=%E5%A4%A7%E9%83%BD%E4%BC%9A&tr=http%3A%2F%2Ftracker.example%2Fannounce'
    await testDb.db
      .transaction()
      .execute((trx) => saveTask(trx, devsn, { key: 'm', rev: 1, value: testTask('m', { url, name: 'm' }) }))
    expect(await ids({ q: 'tracker' })).toEqual([])
    expect(await ids({ q: '大都会', is_done: false })).toEqual(['m'])
  })

  test('by state and category, with how many there are; the counts are of all tasks', async () => {
    expect(await ids({ state: 'running' })).toEqual(['fast', 'running'])
    expect(await ids({ state: 'waiting' })).toEqual(['retry', 'next', 'third'])
    expect(await ids({ state: 'stopped' })).toEqual(['stopped'])
    expect(await ids({ state: 'failed' })).toEqual(['failed'])
    expect(await ids({ state: 'seeding' })).toEqual(['seeding'])
    expect(await ids({ category: 'Films' })).toEqual(['running', 'next', 'seeding'])
    expect(await groupsOf(testDb.db, queryOf())).toEqual({ failed: 1, progress: 3, waiting: 3, done: 2 })
    expect(await groupsOf(testDb.db, queryOf({ category: 'Films', state: 'waiting' }))).toEqual({
      failed: 0,
      progress: 0,
      waiting: 1,
      done: 0,
    })
    expect(await countTasks(testDb.db, devsn)).toEqual({ all: 9, progress: 7, done: 2 })
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

  test('a name with signs or marks is found as people type it', async () => {
    await testDb.db.transaction().execute(async (trx) => {
      for (const name of ['Primer.C++.2020.mkv', 'Łódź Straße.mkv', 'Learning .NET'])
        await saveTask(trx, devsn, { key: name, rev: 1, value: testTask(name, { name, url: '' }) })
    })
    expect(await ids({ q: 'c++' })).toEqual(['Primer.C++.2020.mkv'])
    expect(await ids({ q: 'lodz strasse' })).toEqual(['Łódź Straße.mkv'])
    expect(await ids({ q: '.net' })).toEqual(['Learning .NET'])
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
    await migrate(db, testDb.place, { steps: await readSteps(stepsFolder), now: () => 0 })
    // An older version's tasks had neither a category nor an order, and did not tell whether they were seeding.
    const known = ({ category: _c, queue_key: _q, state, name_key, ...row }: (typeof before)[number]) => ({
      ...row,
      // Written anew by what reindexes all tasks.
      name_key: name_key.replaceAll('  ', ' '),
      state: state === 'seeding' ? '' : state,
      words: '',
    })
    const after = await all()
    expect(after.map(known)).toEqual(before.map(known))
    await renewTask(db, devsn, tasks[0] ?? testTask('x'))
    expect((await sql`select 1 from tasks where category = 'Films'`.execute(db)).rows.length).toBe(1)
  })
})
