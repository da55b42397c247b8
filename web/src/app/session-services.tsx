/** Services of a signed-in session: boxes and presence, the connection to the current box, and the progress ring of the tab bar's orb. */
import type { Device } from '@homeport/contract/device.ts'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { devices, hearDevices } from '../device/data.ts'
import { hearDownloads, tasks } from '../download/data.ts'
import { summaryOf } from '../download/summary.ts'
import { clearReadings } from '../download/task-readings.ts'
import { useIsLive } from '../kit/connection.ts'
import { textNow, useText } from '../kit/lang.ts'
import { isLinked, onCut, startLink } from '../kit/link.ts'
import { onSessionEnd, useSession } from '../kit/session.ts'
import tabBarStyles from '../ui/tab-bar.module.css'
import { toast } from '../ui/toast.tsx'
import { readStale } from './refetch-on-reconnect.ts'
import { appText } from './text.ts'

export function SessionServices() {
  const client = useQueryClient()
  const { device } = useSession()
  useQuery(devices())
  useEffect(() => {
    const stops = [
      hearDevices(client, () => toast(textNow(appText).deviceUnbound)),
      hearDownloads(client),
      onSessionEnd(clearReadings),
      // P10: a session ended elsewhere is noticed by the next response.
      onCut(() => void client.invalidateQueries({ queryKey: devices().queryKey })),
      // Messages sent while the connection was down are lost.
      isLinked.watch(() => isLinked.get() && readStale(client)),
      startLink(),
    ]
    return () => stops.forEach((stop) => stop())
  }, [client])
  return device && <Ring device={device} />
}

const around = 2 * Math.PI * 30.5

/** No ring while nothing runs, or while that is unknown. */
function Ring({ device }: { device: Device }) {
  const words = useText(appText)
  const list = useInfiniteQuery(tasks(device, 'progress'))
  const { running, percent } = summaryOf(list.data?.pages.flatMap((page) => page.data) ?? [])
  const isLive = useIsLive()
  if (running === 0 || !isLive) return null
  return (
    <svg className={tabBarStyles.ring} viewBox="0 0 64 64" fill="none" role="img" aria-label={words.running(Math.round(percent))}>
      <circle cx="32" cy="32" r="30.5" stroke="var(--line)" strokeWidth="3" />
      <circle
        cx="32"
        cy="32"
        r="30.5"
        opacity={percent < 0.5 ? 0 : 1}
        stroke="var(--red-live)"
        strokeWidth="3"
        strokeLinecap="round"
        strokeDasharray={`${(percent / 100) * around} ${around}`}
      />
    </svg>
  )
}
