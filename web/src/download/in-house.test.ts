/** The list of downloads that the box answers while the cloud is away: in the cloud's order, groups and filters. */
import { listTasks, type Task } from '@homeport/contract/download/download.ts'
import type { In } from '@homeport/contract/kit/operation.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aTask } from '../testing/samples.ts'
import { listOf } from './in-house.ts'

const queued = (place: number) => ({ reason: 'queued', place, tries: 0, next_at: null })
const taskOf = (task_id: string, more: Partial<Task>): Task => ({ ...aTask, speed_bytes: 0, task_id, name: task_id, ...more })
const tasks = [
  taskOf('running', { name: 'Metropolis 10.mkv', order: 2, speed_bytes: 5_000, category: 'Films' }),
  taskOf('fast', { name: 'metropolis 9.mkv', order: 1, speed_bytes: 90_000 }),
  taskOf('failed', { status: 3, order: 5 }),
  taskOf('third', { order: 4, wait: queued(2) }),
  taskOf('next', { name: 'Smørrebrød C++', order: 3, wait: queued(1), category: 'Films' }),
  taskOf('stopped', { status: 0, order: 7 }),
  taskOf('done', { status: 2, is_done: true, done_at: 200 }),
  taskOf('seeding', { status: 2, is_done: true, is_seeding: true, done_at: 300 }),
]
const list = (more: Partial<In<typeof listTasks.input>> = {}) =>
  listOf(tasks, z.parse(listTasks.input, { devid: 'D1', sort: 'queue', ...more }))
const ids = (more?: Partial<In<typeof listTasks.input>>) => list(more).data.map(({ task_id }) => task_id)

test('it is in the queue’s order with its groups, by pages', () => {
  const order = ['failed', 'fast', 'running', 'next', 'third', 'stopped', 'seeding', 'done']
  expect(ids()).toEqual(order)
  expect(ids({ is_done: false })).toEqual(order.slice(0, 6))
  expect(ids({ page: 2, limit: 3 })).toEqual(order.slice(3, 6))
  expect(ids({ is_up: true })).toEqual(order.toReversed())
  expect(list()).toMatchObject({
    total: 8,
    groups: { failed: 1, progress: 2, waiting: 3, done: 2 },
    counts: { all: 8, progress: 6, done: 2 },
  })
})

test('it is filtered by words, state and category, and sorted', () => {
  expect(ids({ q: 'METROPOLIS' })).toEqual(['fast', 'running'])
  for (const q of ['smorrebrod', 'Smørrebrød', 'c++']) expect(ids({ q }), q).toEqual(['next'])
  expect(ids({ state: 'waiting' })).toEqual(['next', 'third'])
  expect(ids({ category: 'Films' })).toEqual(['running', 'next'])
  expect(list({ category: 'Films' })).toMatchObject({ total: 2, counts: { all: 8 } })
  expect(ids({ sort: 'speed' })[0]).toBe('fast')
  expect(ids({ sort: 'name', q: 'metropolis' })).toEqual(['fast', 'running'])
})
