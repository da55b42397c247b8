/** The box answers how it is. */
import { deviceInfo, deviceStatus, storageInfo, type DeviceInfo } from '@homeport/contract/device.ts'
import { answer, type Handler } from '../kit/answer.ts'
import type { Stats } from './stats.ts'

export function deviceActs({ stats, info }: { stats: Stats; info: () => Promise<DeviceInfo> }): Handler[] {
  return [
    answer(deviceStatus, () => stats.status()),
    answer(storageInfo, async () => ({ list: await stats.storage() })),
    answer(deviceInfo, () => info()),
  ]
}
