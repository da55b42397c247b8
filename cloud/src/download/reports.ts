/** Mirror consumers for the tasks and the download settings that a box reports. */
import { taskRow } from '@homeport/contract/download/download.ts'
import { configReport } from '@homeport/contract/download/download-config.ts'
import { pushNotice } from '@homeport/contract/push.ts'
import { mirrorConsumer, type MirrorConsumer } from '../connection/mirror/mirror-consumer.ts'
import { forgetConfig, saveConfigRow } from './config.store.ts'
import { noticeOf } from './notice.ts'
import type { Progress } from './progress.ts'
import { forgetTasks, noticedOf, saveTask } from './store.ts'

/** A report of a task is newer than any progress received before it. */
export function downloadConsumers(progress: Pick<Progress, 'reported' | 'written'>, now: () => number): MirrorConsumer[] {
  return [
    mirrorConsumer(taskRow, {
      before: progress.written,
      async keep(trx, { devsn, emit }, rows) {
        for (const row of rows) {
          const before = await noticedOf(trx, devsn, row.key)
          await saveTask(trx, devsn, row)
          const notice = row.value && noticeOf({ devsn, before, now: now() }, row.value)
          if (notice) await emit(pushNotice, notice)
          progress.reported(devsn, row.key)
        }
      },
      forget: forgetTasks,
    }),
    mirrorConsumer(configReport, {
      async keep(trx, { devsn }, rows) {
        for (const { value } of rows) await saveConfigRow(trx, devsn, value)
      },
      forget: forgetConfig,
    }),
  ]
}
