/** Mounted over every page: shows the choice of TV when needed, and resumes a play request after a reload. */
import type { Device } from '@homeport/contract/device.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart, loadUntilThere } from '../../kit/lazy-part.ts'
import { useObservable } from '../../kit/observable.ts'
import { useSession } from '../../kit/session.ts'
import { hereScreen } from './here-screen.ts'
import { playIntent, setIntent, unfinishedIntent } from './intent.ts'

const watchHere = () => loadUntilThere(() => import('./watch-here.ts'))
const startPlay = () => loadUntilThere(() => import('./start-play.ts'))
const WhereSheet = lazyPart(async () => (await import('./where-sheet.tsx')).WhereSheet)

export function PlayFlow() {
  const { device } = useSession()
  return device && <Flow key={device.devsn} device={device} />
}

function Flow({ device }: { device: Device }) {
  const client = useQueryClient()
  const intent = useObservable(playIntent)
  const choosing = intent?.step === 'choosing' ? intent : null
  // The sheet keeps its content while it closes.
  const [shown, setShown] = useState(choosing)
  if (choosing && choosing !== shown) setShown(choosing)
  useEffect(() => {
    const unfinished = unfinishedIntent(device.devsn)
    if (!unfinished || playIntent.get() !== null) return undefined
    let isOver = false
    // Meanwhile something else may have been pressed.
    void startPlay().then(({ takeUp }) => {
      if (!isOver && playIntent.get() === null) void takeUp(client, device, unfinished)
    })
    return () => {
      isOver = true
    }
  }, [client, device])
  useEffect(() => {
    const look = () => {
      if (hereScreen.get() === '') return
      void watchHere().then(({ returnFromHere }) => returnFromHere(client))
    }
    look()
    // A browser that kept the page shows it as it was.
    addEventListener('pageshow', look)
    return () => removeEventListener('pageshow', look)
  }, [client])
  if (!shown) return null
  return (
    <Suspense>
      <WhereSheet
        key={shown.at}
        device={device}
        intent={shown}
        isOpen={choosing !== null}
        onClose={() => setIntent(null)}
        onSelect={(screen, point) => void startPlay().then(({ playOn }) => playOn(client, screen, { point }))}
      />
    </Suspense>
  )
}
