/** P42: removals that were begun are finished, whatever becomes of one of them. */
import { expect, it } from 'vitest'
import { aTaskRow } from '../../../testing/task-row.ts'
import type { TaskRow } from '../../table/store.ts'
import { EngineAway } from '../../engine/engine.ts'
import { createFinishRemovals } from './finish-removals.ts'

const rows: TaskRow[] = ['a', 'b', 'c'].map((task_id) => ({ ...aTaskRow, task_id, removing: 1 }))

it('P42: one that meets a fault, and one whose engine is away, hold up no other; they are tried again at the next whole look', async () => {
  const faults: unknown[] = []
  const tried: string[] = []
  const failures = new Map<string, Error>([
    ['a', new Error('broken')],
    ['b', new EngineAway()],
  ])
  const finish = createFinishRemovals({
    store: { removals: async (postponed) => rows.filter(({ task_id }) => !postponed.includes(task_id)) },
    removeNow: async ({ task_id }) => {
      tried.push(task_id)
      const failure = failures.get(task_id)
      if (failure) throw failure
    },
    onFault: (fault) => faults.push(fault),
  })
  await finish(false)
  expect(tried).toEqual(['a', 'b', 'c'])
  expect(faults).toEqual([failures.get('a')])
  await finish(false)
  // Only one that is done may come again.
  expect(tried).toEqual(['a', 'b', 'c', 'c'])
  await finish(true)
  expect(tried).toEqual(['a', 'b', 'c', 'c', 'a', 'b', 'c'])
})
