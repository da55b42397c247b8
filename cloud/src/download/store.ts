/** A box's download tasks from its last reports, in one realm. */
import { Task, type TaskGroups, type listTasks } from '@homeport/contract/download/download.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import type { Db, Trx } from '../kit/db.ts'
import { parseJsonColumn } from '../kit/json-column.ts'
import type { MirrorChange } from '../link/mirror/mirror-consumer.ts'
import { stageOf, type Stage } from './notice.ts'
import { columnsOf, queryWords, type TaskColumns } from './task-columns.ts'

declare module '../kit/db.ts' {
  interface Tables {
    /** noticed: the stage at the box's last report, so that each is notified once; '' before. */
    tasks: { devsn: string; task_id: string; task: string; noticed: Stage | '' } & TaskColumns
  }
}

export type TaskQuery = Omit<Out<typeof listTasks.input>, 'devid'> & { devsn: string }
export type TaskCounts = { all: number; progress: number; done: number }

/** The column and its direction; is_up turns it. */
const sortColumns = {
  queue: ['queue_key', 'asc'],
  added: ['created_at', 'desc'],
  name: ['name_key', 'asc'],
  size: ['size_key', 'desc'],
  progress: ['progress_key', 'desc'],
  speed: ['speed_key', 'desc'],
} as const satisfies Record<TaskQuery['sort'], [keyof TaskColumns, 'asc' | 'desc']>

export async function tasksOf(db: Db, query: TaskQuery): Promise<Task[]> {
  const [column, direction] = sortColumns[query.sort]
  const turned = query.is_up ? (direction === 'asc' ? 'desc' : 'asc') : direction
  const rows = await matching(db, query)
    .select('task')
    .$if(query.sort === 'queue', (of) =>
      of.orderBy('is_done', 'asc').orderBy('queue_group', turned).orderBy('queue_key', turned).orderBy('created_at', turned),
    )
    .$if(query.sort !== 'queue', (of) => of.orderBy(column, turned))
    .orderBy('task_id', turned)
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
  const count = (group: number) => rows.find(({ queue_group }) => queue_group === group)?.count ?? 0
  return { failed: count(0), progress: count(1), waiting: count(2), done: count(3) }
}

function matching(db: Db, { devsn, is_done, state, category, q }: TaskQuery) {
  return db
    .selectFrom('tasks')
    .where('devsn', '=', devsn)
    .$if(is_done !== undefined, (query) => query.where('is_done', '=', is_done ? 1 : 0))
    .$if(state !== '', (query) => query.where('state', '=', state))
    .$if(category !== '', (query) => query.where('category', '=', category))
    .$if(queryWords(q).length > 0, (query) =>
      query.where((of) => of.and(queryWords(q).map((word) => of('words', 'like', `%${word}%`)))),
    )
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
  const row = { ...(await columnsOf(task)), task: JSON.stringify(task), noticed: stageOf(task) }
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
  const row = { ...(await columnsOf(task)), task: JSON.stringify(task) }
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
