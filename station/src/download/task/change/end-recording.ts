/** Stopping a stream without an end completes it: the data that has come is its file. */
import { unlessAway, type Engine } from '../../engine/engine.ts'
import type { TaskRow } from '../../table/store.ts'
import { notTried } from '../../table/retry.ts'
import type { Slots } from '../limits/slots.ts'

type Deps = { engine: Engine; slots: Slots }

/** False where it is no live stream in the engine, or nothing has come; true once its file is whole. The next reconcile brings the file out. */
export async function endRecording(
  { engine, slots }: Deps,
  { task_id, kind, is_live }: Pick<TaskRow, 'task_id' | 'kind' | 'is_live'>,
): Promise<boolean> {
  if (kind !== 'rtmp' && kind !== 'mms') return false
  const job = await engine.job(task_id, kind)
  if (!job || !(job.is_live ?? is_live === 1) || job.done_bytes === 0) return false
  if (job.state !== 'active' && job.state !== 'paused' && job.state !== 'complete') return false
  // One that waits for its turn or the clock does not wait for them to end.
  slots.take({ task_id, down_size: job.done_bytes, ...notTried })
  await unlessAway(engine.complete(task_id, kind))
  return true
}
