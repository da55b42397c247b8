/** When a household is notified of a download: once it is complete, and when it needs somebody. */
import { TaskStatus, type Task } from '@homeport/contract/download/download.ts'
import type { In } from '@homeport/contract/kit/operation.ts'
import { pushTextMax, type pushNotice } from '@homeport/contract/push.ts'
import { shorten } from '@homeport/contract/shape/field/text.ts'

/** needs: failed for good, or waiting for room on the disk. */
export type Stage = 'open' | 'needs' | 'done'

/** A box that was bound or restored just now reports all it has: what is older than this is no news then. */
const newsMs = 60 * 60_000

export function stageOf({ is_done, status, wait }: Task): Stage {
  if (is_done) return 'done'
  return status === TaskStatus.failed || status === TaskStatus.error || wait?.reason === 'space' ? 'needs' : 'open'
}

type Situation = { devsn: string; before: Stage | '' | undefined; now: number }

/** before: the stage that was reported last; undefined for a task that is new. */
export function noticeOf({ devsn, before, now }: Situation, task: Task): In<typeof pushNotice.data> | undefined {
  const stage = stageOf(task)
  if (stage === 'open' || stage === before) return undefined
  const at = (stage === 'done' ? (task.done_at ?? task.created_at) : task.created_at) * 1000
  if ((before === undefined || before === '') && now - at > newsMs) return undefined
  const name = shorten(task.film?.title || task.name || task.url, pushTextMax)
  return { user_id: '', devsn, key: `${stage}:${task.task_id}:${at}`, kind: stage, name, text: '', id: task.task_id }
}
