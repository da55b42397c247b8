/** A box's download tasks from its last reports, in one realm. */
import { Task, type TaskGroups, type listTasks } from '@homeport/contract/download/download.ts'
import { taskGroups, taskKeysOf, taskOrders, turned, type TaskKeys } from '@homeport/contract/download/task-keys.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import { foldText, wordsOf } from '@homeport/contract/shape/list-keys/fold-text.ts'
import type { Db, Trx } from '../kit/db.ts'
import { parseJsonColumn } from '../kit/json-column.ts'
import type { MirrorChange } from '../connection/mirror/mirror-consumer.ts'
import { stageOf, type Stage } from './notice.ts'

declare module '../kit/db.ts' {
  interface Tables {
    /** noticed: the stage at the box's last report, so that each is notified once; '' before. */
    tasks: { devsn: string; task_id: string; task: string; noticed: Stage | '' } & TaskKeys
  }
}

export type TaskQuery = Omit<Out<typeof listTasks.input>, 'devid'> & { devsn: string }
export type TaskCounts = { all: number; progress: number; done: number }

export async function tasksOf(db: Db, query: TaskQuery): Promise<Task[]> {
  const listed = matching(db, query).select('task')
  const rows = await taskOrders[query.sort]
    .reduce((of, order) => of.orderBy(order.key, turned(order, query.is_up)), listed)
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute()
  return rows.map(({ task }) => parseJsonColumn(Task, task))
}

/** How many a list has in all, by the groups of the queue's order. */
export async function groupsOf(db: Db, query: TaskQuery): Promise<TaskGroups> {
  const rows = await matching(db, query)
    .select(['queue_group', (of) => of.fn.countAll<number>().as('count')])
    .groupBy('queue_group')
    .execute()
  const count = (group: (typeof taskGroups)[number]) =>
    rows.find(({ queue_group }) => queue_group === taskGroups.indexOf(group))?.count ?? 0
  return { failed: count('failed'), progress: count('progress'), waiting: count('waiting'), done: count('done') }
}

function matching(db: Db, { devsn, is_done, state, category, q }: TaskQuery) {
  // Folded words have nothing that a pattern of LIKE would read.
  const words = wordsOf(foldText(q))
  return db
    .selectFrom('tasks')
    .where('devsn', '=', devsn)
    .$if(is_done !== undefined, (query) => query.where('is_done', '=', is_done ? 1 : 0))
    .$if(state !== '', (query) => query.where('state', '=', state))
    .$if(category !== '', (query) => query.where('category', '=', category))
    .$if(words.length > 0, (query) => query.where((of) => of.and(words.map((word) => of('words', 'like', `%${word}%`)))))
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
  const row = { ...(await taskKeysOf(task)), task: JSON.stringify(task), noticed: stageOf(task) }
  await trx
    .insertInto('tasks')
    .values({ devsn, task_id: taskId, ...row })
    .onConflict((on) => on.columns(['devsn', 'task_id']).doUpdateSet(row))
    .execute()
}

/** undefined for a task that is new. */
export async function noticedOf(trx: Trx, devsn: string, taskId: string): Promise<Stage | '' | undefined> {
  const row = await trx
    .selectFrom('tasks')
    .select('noticed')
    .where('devsn', '=', devsn)
    .where('task_id', '=', taskId)
    .executeTakeFirst()
  return row?.noticed
}

/** Updates the progress of a reported task; a removed one stays removed. */
export async function renewTask(db: Db, devsn: string, task: Task): Promise<void> {
  const row = { ...(await taskKeysOf(task)), task: JSON.stringify(task) }
  await db.updateTable('tasks').set(row).where('devsn', '=', devsn).where('task_id', '=', task.task_id).execute()
}

export async function renewTasks(db: Db, devsn: string, tasks: readonly Task[]): Promise<void> {
  if (tasks.length === 0) return
  await db.transaction().execute(async (trx) => {
    for (const task of tasks) await renewTask(trx, devsn, task)
  })
}

export async function forgetTasks(trx: Trx, devsn: string): Promise<void> {
  await trx.deleteFrom('tasks').where('devsn', '=', devsn).execute()
}
