/** Seven taps on the version open the choice of the environment (spec 1): for testers, so nothing points to it. */
import { Suspense, useRef, useState, type ReactNode } from 'react'
import { now } from '../kit/time/clock.ts'
import { lazyPart } from '../kit/lazy-part.ts'
import tapStyles from './environment-tap.module.css'

const tapsNeeded = 7
/** A longer pause begins anew. */
const pauseMs = 1_500

const EnvironmentSheet = lazyPart(async () => (await import('./environment-sheet.tsx')).EnvironmentSheet)

export function EnvironmentTap({ children }: { children: ReactNode }) {
  const taps = useRef({ count: 0, at: 0 })
  const [isOpen, setIsOpen] = useState(false)
  const tap = () => {
    const { count, at } = taps.current
    const next = now() - at > pauseMs ? 1 : count + 1
    taps.current = { count: next % tapsNeeded, at: now() }
    if (next === tapsNeeded) setIsOpen(true)
  }
  return (
    <>
      <button type="button" className={tapStyles.tap} onClick={tap}>
        {children}
      </button>
      {isOpen && (
        <Suspense>
          <EnvironmentSheet onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
