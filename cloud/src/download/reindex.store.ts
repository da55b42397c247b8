/** The words of downloads computed anew, some at a time. */
import { Task } from '@homeport/contract/download/download.ts'
import { taskTextsOf } from '@homeport/contract/download/task-keys.ts'
import type { Trx } from '../kit/db.ts'
import { parseJsonColumn } from '../kit/json-column.ts'
import type { Reindexer } from '../shared/search/reindex.store.ts'

export const downloadReindexer: Reindexer = { subject: 'tasks', step: reindexTasks }

const atOnce = 20

async function reindexTasks(trx: Trx, position: string): Promise<string | undefined> {
  const [devsn = '', last = ''] = position.split('\t')
  const rows = await trx
    .selectFrom('tasks')
    .select(['devsn', 'task_id', 'task'])
    .where((of) => of.or([of('devsn', '>', devsn), of.and([of('devsn', '=', devsn), of('task_id', '>', last)])]))
    .orderBy('devsn')
    .orderBy('task_id')
    .limit(atOnce)
    .execute()
  for (const row of rows) {
    const texts = await taskTextsOf(parseJsonColumn(Task, row.task))
    // A report that came meanwhile has brought its own.
    await trx
      .updateTable('tasks')
      .set(texts)
      .where('devsn', '=', row.devsn)
      .where('task_id', '=', row.task_id)
      .where('task', '=', row.task)
      .execute()
  }
  const end = rows.at(-1)
  return end && `${end.devsn}\t${end.task_id}`
}
