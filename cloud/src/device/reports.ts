/** Mirror consumers for a box's reports about itself and its disks. */
import { infoRow, storageRow } from '@homeport/contract/device.ts'
import { mirrorConsumer, type MirrorConsumer } from '../connection/mirror/mirror-consumer.ts'
import { forgetInfo, forgetStorage, saveInfo, saveStorage } from './report.store.ts'

export const deviceConsumers: readonly MirrorConsumer[] = [
  mirrorConsumer(infoRow, {
    async keep(trx, { devsn }, rows) {
      for (const { value } of rows) await saveInfo(trx, devsn, value)
    },
    forget: forgetInfo,
  }),
  mirrorConsumer(storageRow, {
    async keep(trx, { devsn }, rows) {
      for (const row of rows) await saveStorage(trx, devsn, row)
    },
    forget: forgetStorage,
  }),
]
