/** Services of a signed-in session: boxes and presence, the connection to the current box, and the progress ring of the tab bar's orb. */
import type { Device } from '@homeport/contract/device.ts'
import { useInfiniteQuery, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { devices, subscribeToDevices, subscribeToStatus } from '../../device/data.ts'
import { subscribeToDownloads, tasks } from '../../download/data.ts'
import { subscribeToUnasked } from '../../download/incoming.ts'
import { summaryOf } from '../../download/summary.ts'
import { clearReadings } from '../../download/task-readings.ts'
import { useIsLive } from '../../kit/call/connection.ts'
import { textNow, useText } from '../../kit/lang.ts'
import { isDirect } from '../../kit/lan-open.ts'
import { lazyPart, loadUntilThere } from '../../kit/lazy-part.ts'
import { onCut, onConnected, startConnection } from '../../kit/call/box-connection.ts'
import { usePath } from '../../kit/nav/nav.ts'
import { homePath } from '../../kit/nav/return-path.ts'
import { onSessionEnd, useSession } from '../../kit/session.ts'
import { countVisit, isOfferDue } from '../../settings/install-visits.ts'
import tabBarStyles from '../../ui/tab-bar.module.css'
import { toast } from '../../ui/toast.tsx'
import { readStale } from '../refetch-on-reconnect.ts'
import { appText } from '../text.ts'

const InstallOffer = lazyPart(async () => (await import('./install-offer.tsx')).InstallOffer)

export function SessionServices() {
  const client = useQueryClient()
  const { device } = useSession()
  useQuery(devices())
  useVisit(device !== null)
  const [wasOffered, setOffered] = useState(false)
  const isAtHome = usePath() === homePath
  useAnswersInHouse(client, (device?.lan?.length ?? 0) > 0)
  useEffect(() => {
    const stops = [
      subscribeToDevices(client, () => toast(textNow(appText).deviceUnbound)),
      subscribeToDownloads(client),
      subscribeToStatus(client),
      subscribeToUnasked(client),
      onSessionEnd(clearReadings),
      // P10: a session ended elsewhere is noticed by the next response.
      onCut(() => void client.invalidateQueries({ queryKey: devices().queryKey })),
      // Messages sent while the connection was down are lost.
      onConnected(() => readStale(client)),
      // The box answers now what the cloud did not.
      isDirect.watch(() => isDirect.get() && void client.invalidateQueries({ refetchType: 'active' })),
      startConnection(),
    ]
    return () => stops.forEach((stop) => stop())
  }, [client])
  return (
    device && (
      <>
        <Ring device={device} />
        <Suspense>{isAtHome && !wasOffered && isOfferDue() && <InstallOffer onOffer={() => setOffered(true)} />}</Suspense>
      </>
    )
  )
}

/** hasWay: the box has addresses for a direct socket. The part is loaded while the cloud that it comes from is there. */
function useAnswersInHouse(client: QueryClient, hasWay: boolean): void {
  useEffect(() => {
    if (!hasWay) return undefined
    let isOver = false
    let stop = () => {}
    void loadUntilThere(() => import('./in-house-parts.ts')).then(({ answerListsInHouse }) => {
      if (!isOver) stop = answerListsInHouse(client)
    })
    return () => {
      isOver = true
      stop()
    }
  }, [client, hasWay])
}

function useVisit(hasBox: boolean): void {
  const isCounted = useRef(false)
  useEffect(() => {
    if (hasBox && !isCounted.current) countVisit()
    isCounted.current ||= hasBox
  }, [hasBox])
}

const around = 2 * Math.PI * 30.5

/** No ring while nothing runs, or while that is unknown. */
function Ring({ device }: { device: Device }) {
  const words = useText(appText)
  const list = useInfiniteQuery(tasks(device))
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
