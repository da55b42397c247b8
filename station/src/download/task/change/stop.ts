/** Stops and removes tasks, and keeps the reason of a refused start. */
import * as z from 'zod/mini'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import type { StationEventBus } from '../../../shared/event-bus.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { unlessAway, type Engine } from '../../engine/engine.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import type { TaskFilms } from '../../table/task-films.ts'
import { endRecording } from './end-recording.ts'
import type { OneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { Progress } from '../view/progress.ts'
import { notTried } from '../../table/retry.ts'
import type { Slots } from '../limits/slots.ts'

const Reason = z.object({ reason: z.string() })

export type StopDeps = {
  store: TaskStore
  films: TaskFilms
  engine: Engine
  events: StationEventBus
  slots: Slots
  progress: Progress
  oneAtATime: OneAtATime
  admission: OneAtATime
  removeNow: (row: TaskRow) => Promise<void>
}

export function createStop({ store, films, engine, events, slots, progress, oneAtATime, admission, removeNow }: StopDeps) {
  return {
    /** A start that was refused before the engine got it: its task is set to stop, with the reason. */
    keepRefusal: (task_id: string, { code, data }: Refusal): Promise<void> =>
      admission(async () => {
        const row = task_id === '' ? undefined : await store.byId(task_id)
        if (!row || row.status === TaskStatus.run || row.status === TaskStatus.done) return
        const parsed = Reason.safeParse(data)
        await progress.change(row, { status: TaskStatus.stop, code, reason: parsed.success ? parsed.data.reason : '' })
      }),

    stop: (task_id: string): Promise<{ task_id: string }> =>
      oneAtATime(async () => {
        const row = await store.byId(task_id)
        if (!row) throw new Refusal(TaskCode.notCreated)
        if (row.status === TaskStatus.done) await unlessAway(progress.endSeeding(row))
        if (row.status !== TaskStatus.run) return { task_id }
        if (await endRecording({ engine, slots }, row)) return { task_id }
        const down_size = Math.max(row.down_size, progress.downOf(task_id) ?? 0)
        await progress.change(row, { status: TaskStatus.stop, reason: '', down_size, ...notTried })
        if (engine.isUp(row.kind)) await unlessAway(engine.pause(task_id, row.kind))
        return { task_id }
      }),

    /** Stored first: an interrupted removal is finished by the next reconcile. */
    remove: ({ task_id, files }: { task_id: string; files: 0 | 1 }): Promise<{ task_id: string }> =>
      oneAtATime(async () => {
        const row = await store.byId(task_id)
        if (!row) return { task_id }
        await store.beginRemoval(task_id, files)
        films.forget(task_id)
        progress.leave(task_id)
        progress.forgetOrder(task_id)
        events.emit('task_gone', { task_id })
        await unlessAway(removeNow({ ...row, removing: files }))
        return { task_id }
      }),
  }
}
