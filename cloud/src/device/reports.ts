/** Hears what a box says of itself and of its disks. */
import { infoRow, storageRow } from '@homeport/contract/device.ts'
import { hear, type Hearing } from '../link/mirror-consumer.ts'
import { forgetInfo, forgetStorage, saveInfo, saveStorage } from './report.store.ts'

export const deviceHearings: readonly Hearing[] = [
  hear(infoRow, {
    async keep(trx, devsn, rows) {
      for (const { value } of rows) await saveInfo(trx, devsn, value)
    },
    forget: forgetInfo,
  }),
  hear(storageRow, {
    async keep(trx, devsn, rows) {
      for (const row of rows) await saveStorage(trx, devsn, row)
    },
    forget: forgetStorage,
  }),
]
