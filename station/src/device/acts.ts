/** Acts for the device itself: its status, and invitation codes for its owner. */
import { deviceInfo, deviceStatus, householdInvite, storageInfo, type DeviceInfo } from '@homeport/contract/device.ts'
import { answer, type Handler } from '../kit/connection/answer.ts'
import { qrOf } from '../kit/qr.ts'
import type { Pairing } from './pairing.ts'
import type { Stats } from './stats.ts'

export type DeviceActDeps = {
  stats: Stats
  info: () => Promise<DeviceInfo>
  pairing: Pairing
  now: () => number
  /** A link that opens the app with the code filled in. */
  linkOf: (code: string) => string
}

export function deviceActs({ stats, info, pairing, now, linkOf }: DeviceActDeps): Handler[] {
  return [
    answer(deviceStatus, () => stats.status()),
    answer(storageInfo, async () => ({ list: await stats.storage() })),
    answer(deviceInfo, () => info()),
    answer(householdInvite, async ({ invite_id, is_new }) => {
      if (invite_id !== '' && invite_id !== pairing.id())
        return { invite_id, code: '', link: '', qr: { path: '', side: 0 }, left_ms: 0 }
      if (is_new) pairing.renew()
      const code = invite_id === '' ? pairing.ask() : pairing.code()
      const link = linkOf(code)
      return { invite_id: pairing.id(), code, link, qr: qrOf(link), left_ms: pairing.until() - now() }
    }),
  ]
}
