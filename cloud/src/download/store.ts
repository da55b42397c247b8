/** A box's download tasks from its last reports, in one realm. */
import { Task } from '@homeport/contract/download.ts'
import type { Db, Trx } from '../kit/db.ts'
import type { MirrorChange } from '../link/mirror/mirror-consumer.ts'

declare module '../kit/db.ts' {
  interface Tables {
    tasks: { devsn: string; task_id: string; is_done: number; created_at: number; task: string }
  }
}

export type TaskQuery = { devsn: string; page: number; limit: number; isDone: boolean | undefined }
export type TaskCounts = { all: number; progress: number; done: number }

/** Newest first. */
export async function tasksOf(db: Db, { devsn, page, limit, isDone }: TaskQuery): Promise<Task[]> {
  const rows = await db
    .selectFrom('tasks')
    .select('task')
    .where('devsn', '=', devsn)
    .$if(isDone !== undefined, (query) => query.where('is_done', '=', isDone ? 1 : 0))
    .orderBy('created_at', 'desc')
    .orderBy('task_id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return rows.map(({ task }) => Task.parse(JSON.parse(task)))
}

export async function countTasks(db: Db, devsn: string): Promise<TaskCounts> {
  const rows = await db
    .selectFrom('tasks')
    .select(['is_done', (of) => of.fn.countAll<number>().as('count')])
    .where('devsn', '=', devsn)
    .groupBy('is_done')
    .execute()
  const count = (isDone: number) => rows.find((row) => row.is_done === isDone)?.count ?? 0
  return { all: count(0) + count(1), progress: count(0), done: count(1) }
}

export async function saveTask(trx: Trx, devsn: string, { key: taskId, value: task }: MirrorChange<Task>): Promise<void> {
  if (task === null)
    return void (await trx.deleteFrom('tasks').where('devsn', '=', devsn).where('task_id', '=', taskId).execute())
  const row = columnsOf(task)
  await trx
    .insertInto('tasks')
    .values({ devsn, task_id: taskId, ...row })
    .onConflict((on) => on.columns(['devsn', 'task_id']).doUpdateSet(row))
    .execute()
}

/** Updates the progress of a reported task; a removed one stays removed. */
export async function renewTask(db: Db, devsn: string, task: Task): Promise<void> {
  await db.updateTable('tasks').set(columnsOf(task)).where('devsn', '=', devsn).where('task_id', '=', task.task_id).execute()
}

export async function forgetTasks(trx: Trx, devsn: string): Promise<void> {
  await trx.deleteFrom('tasks').where('devsn', '=', devsn).execute()
}

function columnsOf(task: Task): { is_done: number; created_at: number; task: string } {
  return { is_done: task.is_done ? 1 : 0, created_at: task.created_at, task: JSON.stringify(task) }
}
