/** Mirror rows of the box about itself: sent at each connect and after a noticeable change. */
import { infoRow, storageRow, type DeviceInfo } from '@homeport/contract/device.ts'
import type { Mirror } from '../kit/connection/mirror.ts'
import type { Stats } from './stats.ts'

/** Usage changes below this many percent are not reported. */
const noticeable = 2

export function deviceReports({ mirror, stats, info }: { mirror: Mirror; stats: Stats; info: () => Promise<DeviceInfo> }) {
  let reported: DeviceInfo | undefined

  /** always: on connect; otherwise only after a change. */
  async function report({ always }: { always: boolean }): Promise<void> {
    const current = await info()
    if (!always && reported && !hasMoved(reported, current)) return
    reported = current
    await mirror.put(infoRow, 'info', current)
    const disks = await stats.storage()
    await mirror.replaceAll(storageRow, new Map(disks.map((disk) => [disk.path, disk])))
  }
  return { report }
}

function hasMoved(before: DeviceInfo, after: DeviceInfo): boolean {
  const { status: a, ...still } = before
  const { status: b, ...stillAfter } = after
  return (
    Math.abs(a.storage - b.storage) >= noticeable ||
    Math.abs(a.mem - b.mem) >= 5 * noticeable ||
    JSON.stringify(still) !== JSON.stringify(stillAfter)
  )
}
