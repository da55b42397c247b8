/** Pull to refresh, by a finger alone: slid down from the top of the page. */
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { RetryIcon } from './icon.tsx'
import styles from './pull-refresh.module.css'

const farEnough = 72
const farthest = 112

const steadyPx = 8

/** A grip or a slider takes the finger for itself. */
const hasOwnTouch = (target: EventTarget | null) => target instanceof Element && getComputedStyle(target).touchAction === 'none'

type Pull = { y: number; isBusy: boolean }
const resting: Pull = { y: 0, isBusy: false }

export function PullRefresh({ refresh, children }: { refresh: () => Promise<unknown>; children: ReactNode }) {
  const port = useRef<HTMLDivElement>(null)
  const [pull, setPull] = useState(resting)
  const go = useEffectEvent(async () => {
    setPull({ y: farEnough, isBusy: true })
    await refresh().catch(() => null)
    setPull(resting)
  })
  useEffect(() => {
    const area = port.current
    if (!area) return
    let from: { x: number; y: number } | null = null
    let isDown = false
    let y = 0
    const begin = ({ touches, target }: TouchEvent) => {
      const finger = touches.length === 1 ? touches[0] : undefined
      from = scrollY <= 0 && finger && !hasOwnTouch(target) ? { x: finger.clientX, y: finger.clientY } : null
      isDown = false
      y = 0
    }
    const move = ({ touches }: TouchEvent) => {
      const finger = touches[0]
      if (from === null || !finger) return
      const [across, down] = [finger.clientX - from.x, finger.clientY - from.y]
      // The first steps decide: to the side or upwards it is no pull, whatever follows.
      if (!isDown && Math.hypot(across, down) < steadyPx) return
      if (!isDown && Math.abs(across) > down) {
        from = null
        return
      }
      isDown = true
      y = Math.min(farthest, Math.max(0, down * 0.5))
      if (scrollY > 0) y = 0
      setPull((now) => (now.isBusy ? now : { y, isBusy: false }))
    }
    const end = () => {
      if (from === null) return
      from = null
      if (y >= farEnough) void go()
      else setPull((now) => (now.isBusy ? now : resting))
    }
    area.addEventListener('touchstart', begin, { passive: true })
    area.addEventListener('touchmove', move, { passive: true })
    area.addEventListener('touchend', end)
    area.addEventListener('touchcancel', end)
    return () => {
      area.removeEventListener('touchstart', begin)
      area.removeEventListener('touchmove', move)
      area.removeEventListener('touchend', end)
      area.removeEventListener('touchcancel', end)
    }
  }, [])
  const turned = pull.y >= farEnough
  return (
    <div ref={port} className={styles.pull}>
      <div className={classes(styles.mark, pull.isBusy && styles.busy)} style={{ height: pull.y }} aria-hidden="true">
        {pull.y > 0 && (
          <span style={{ opacity: Math.min(1, pull.y / farEnough), transform: turned ? 'none' : `rotate(${pull.y * 2}deg)` }}>
            <RetryIcon size={22} />
          </span>
        )}
      </div>
      {children}
    </div>
  )
}
