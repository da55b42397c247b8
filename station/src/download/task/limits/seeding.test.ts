/** The bytes that a finished torrent sends to others, as the box counts them. */
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { expect, it } from 'vitest'
import type { Job } from '../../engine/engine.ts'
import type { TaskRow } from '../../table/store.ts'
import { newRow } from '../start/new-row.ts'
import { createSeeding } from './seeding.ts'

const accepted = {
  kind: 'magnet',
  url: 'magnet:?xt=1',
  key: 'one',
  name: 'Harbour',
  size: 0,
  login: '',
  infoHash: 'a'.repeat(40),
} as const
const begun = newRow({ id: 'one', accepted, select: undefined, oldTaskId: '', size: 0, named: undefined, now: 1_000 })

it('what was sent between the last look and the end by its own ratio is counted', async () => {
  let row: TaskRow = { ...begun, seq: 1, status: TaskStatus.done }
  let job: Job = {
    gid: begun.task_id,
    state: 'seeding',
    total_bytes: 100,
    done_bytes: 100,
    speed_bytes: 0,
    peers: 1,
    error: 0,
    error_text: '',
    up_bytes: 30,
  }
  let time = 0
  const seeding = createSeeding({
    store: {
      byIds: async () => [row],
      change: async (_, change) => void (row = { ...row, ...change }),
    },
    engine: {
      isUp: () => true,
      active: async () => [job].filter(({ state }) => state === 'seeding'),
      job: async () => job,
      forget: async () => undefined,
    },
    now: () => (time += 10_000),
  })
  expect(await seeding.look()).toMatchObject([{ isState: true }])
  expect(seeding.of(begun.task_id)).toMatchObject({ up: 30 })
  job = { ...job, state: 'complete', up_bytes: 100 }
  expect(await seeding.look()).toMatchObject([{ row: { up_size: 100 }, isState: true }])
  expect(row.up_size).toBe(100)
  expect(seeding.of(begun.task_id)).toBeUndefined()
})
