/** Mirror consumers for the tasks and the download settings that a box reports. */
import { configRow, taskRow } from '@homeport/contract/download.ts'
import { mirrorConsumer, type MirrorConsumer } from '../link/mirror/mirror-consumer.ts'
import { forgetConfig, saveConfigRow } from './config.store.ts'
import { forgetTasks, saveTask } from './store.ts'

/** `onReport`: a report of this task is newer than any progress received before it. */
export function downloadConsumers(onReport: (devsn: string, taskId: string) => void): MirrorConsumer[] {
  return [
    mirrorConsumer(taskRow, {
      async keep(trx, { devsn }, rows) {
        for (const row of rows) {
          await saveTask(trx, devsn, row)
          onReport(devsn, row.key)
        }
      },
      forget: forgetTasks,
    }),
    mirrorConsumer(configRow, {
      async keep(trx, { devsn }, rows) {
        for (const { value } of rows) await saveConfigRow(trx, devsn, value)
      },
      forget: forgetConfig,
    }),
  ]
}
