/** The box lists the downloads of contract/fixtures/tasks.json as the cloud does (cloud/src/download/task-list.test.ts). */
import { readFile } from 'node:fs/promises'
import { Task, TaskQuery } from '@homeport/contract/download/download.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { countTurns } from '../../../../testing/count-turns.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { pageOfTasks } from './task-page.ts'

const fixture = setUpDownloads()

const text = await readFile(new URL('../../../../contract/fixtures/tasks.json', import.meta.url), 'utf8')
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
  .parse(JSON.parse(text))
const tasks = rows.map((row) => z.parse(Task, { ...base, ...row }))

test.each(cases)('%o', async ({ ids, ...given }) => {
  const query = z.parse(TaskQuery, given)
  const ofStore = tasks.filter(
    ({ is_done, category }) => (query.is_done ?? is_done) === is_done && (query.category || category) === category,
  )
  expect((await pageOfTasks(ofStore, query)).data.map(({ task_id }) => task_id)).toEqual(ids)
})

test('the groups are those of all that was found, of whatever page', async () => {
  const { groups, total } = await pageOfTasks(tasks, z.parse(TaskQuery, { sort: 'queue', limit: 2 }))
  expect(groups).toEqual({ failed: 1, progress: 3, waiting: 5, done: 2 })
  expect(total).toBe(tasks.length)
})

test.each([
  // One is found: there is nothing to sort.
  ['searched', { q: '片名 9999', sort: 'name' }, 1],
  ['sorted', { sort: 'added' }, 10_000],
])('P43: others are served while 10,000 names are %s', async (_, query, matching) => {
  const [task] = tasks
  if (!task) throw new Error('no task')
  const many = Array.from({ length: 10_000 }, (_item, at) => ({ ...task, task_id: String(at), name: `很长的片名 ${at}` }))
  const turns = await countTurns(async () => expect((await pageOfTasks(many, z.parse(TaskQuery, query))).total).toBe(matching))
  expect(turns).toBeGreaterThan(4)
})

test('an app in the house gets a page of what is found, with the counts of all', async () => {
  await fixture.open({ searchPath: '', packaged: '' })
  await fixture.box.act('save_download_config', { max_running: 1 })
  const body = Buffer.alloc(1_000_000, 7)
  const server = await fixture.serve({ '/Metropolis.mkv': { body }, '/Sunrise.mkv': { body } }, { bytesPerSecond: 1_000 })
  await fixture.start(`${server.url}/Metropolis.mkv`)
  const waiting = await fixture.start(`${server.url}/Sunrise.mkv`)
  const { data } = await fixture.box.act('task_query', { sort: 'queue', q: 'SUNRISE', is_done: false })
  expect(data).toMatchObject({
    data: [{ task_id: waiting, wait: { reason: 'queued' } }],
    total: 1,
    counts: { all: 2, progress: 2, done: 0 },
    groups: { failed: 0, progress: 0, waiting: 1, done: 0 },
  })
})
