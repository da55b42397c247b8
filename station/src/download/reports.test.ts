/** Open apps and the mirror are told of changed tasks. */
import { frameMaxBytes, type FrameIn } from '@homeport/contract/kit/envelope.ts'
import { Task, taskChanges } from '@homeport/contract/download/download.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { until } from '../../../testing/until.ts'
import { migrations } from '../../migrations/all.ts'
import { openDb, type Db } from '../kit/db.ts'
import { createEventBus, type StationEventBus } from '../shared/event-bus.ts'
import { createMirror } from '../kit/connection/mirror.ts'
import { mirrorStore } from '../kit/connection/mirror.store.ts'
import { newRow } from './task/start/new-row.ts'
import { toTask } from './task/view/to-wire.ts'
import { downloadReports } from './reports.ts'

const frames: FrameIn[] = []
let db: Db
let events: StationEventBus
let reports: ReturnType<typeof downloadReports>

beforeEach(async () => {
  frames.length = 0
  db = await openDb(':memory:', migrations)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  events = createEventBus()
  const mirror = createMirror({ epoch: 'one', store: mirrorStore(db), now: Date.now, send: () => {}, onTooLong: () => {} })
  const onFault = (fault: unknown) => {
    throw fault
  }
  reports = downloadReports({ devsn: 'BOX', events, mirror, push: (frame) => frames.push(frame), now: Date.now, onFault })
})

afterEach(async () => {
  await reports.stop()
  vi.useRealTimers()
  await db.destroy()
})

function taskNamed(name: string): Task {
  const accepted = { kind: 'http', url: `http://example.com/${name}`, key: name, name, size: 0, login: '' } as const
  const row = newRow({ id: name, accepted, select: undefined, oldTaskId: '', size: 0, named: undefined, now: 1_000 })
  return toTask({ ...row, seq: 1 }, undefined, {
    isEngineAway: false,
    isProgramAway: false,
    film: null,
    position: 0,
    pausedUntil: null,
    order: 1,
    folder: '',
    stall: null,
    canPlay: false,
    lack: 0,
    seed: undefined,
  })
}

const changesOf = ({ data }: FrameIn) => taskChanges.output.parse(data)

it('one changed task is its status, several are one frame, and a second passes between two', () => {
  events.emit('task', { task: taskNamed('a'), isState: true })
  vi.advanceTimersByTime(0)
  expect(frames.map(({ act }) => act)).toEqual(['download_status'])
  for (const name of ['a', 'b', 'c', 'a']) events.emit('task', { task: taskNamed(name), isState: false })
  vi.advanceTimersByTime(999)
  expect(frames).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(frames.map(({ act }) => act)).toEqual(['download_status', 'task_changes'])
  expect(frames.slice(1).map((frame) => changesOf(frame).tasks.map(({ name }) => name))).toEqual([['a', 'b', 'c']])
})

it('P43: a frame stays below its limit, and of very many changes the apps hear only that there are some', async () => {
  const tasks = Array.from({ length: 150 }, (_, at) => taskNamed(`${at} ${'名'.repeat(200)}`))
  events.emit('tasks', { tasks })
  vi.advanceTimersByTime(0)
  expect(frames.length).toBeGreaterThan(1)
  for (const frame of frames) expect(Buffer.byteLength(JSON.stringify(frame))).toBeLessThan(frameMaxBytes)
  expect(frames.flatMap((frame) => changesOf(frame).tasks)).toHaveLength(150)
  frames.length = 0
  events.emit('tasks', { tasks: Array.from({ length: 500 }, (_, at) => taskNamed(`${at}`)) })
  vi.advanceTimersByTime(1_000)
  expect(frames.map(changesOf)).toEqual([{ tasks: [], gone: [] }])
  // The mirror has them all.
  vi.useRealTimers()
  await until('the mirror has them', async () => (await db.selectFrom('mirror_row').selectAll().execute()).length === 650)
})

it('one that is gone is told at once, many in one frame, and they leave the mirror', async () => {
  events.emit('tasks', { tasks: ['a', 'b', 'c'].map(taskNamed) })
  const ids = ['a', 'b', 'c'].map((name) => taskNamed(name).task_id)
  events.emit('task_gone', { task_id: ids[0] ?? '' })
  expect(frames.map(({ act, task_id }) => [act, task_id])).toEqual([['remove_task_and_file', ids[0]]])
  events.emit('tasks_gone', { ids: ids.slice(1) })
  vi.advanceTimersByTime(1_000)
  expect(frames.slice(1).map(changesOf)).toEqual([{ tasks: [], gone: ids.slice(1) }])
  const isNull = (row: { value: string | null }) => row.value === null
  vi.useRealTimers()
  await until('they have left', async () => (await db.selectFrom('mirror_row').selectAll().execute()).every(isNull))
})
