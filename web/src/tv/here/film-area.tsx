/** The film itself: a tap shows or hides the controls, a second one on its left or right goes back or on; a mouse pauses by a click. */
import { useRef, useState, type PointerEvent, type ReactNode } from 'react'
import { useText } from '../../kit/lang.ts'
import { Bullets } from '../view/bullets.tsx'
import type { TvPageState } from '../control/state.ts'
import type { Tv } from '../control/tv.ts'
import { screenText } from '../text.ts'
import { hereText } from './here-text.ts'
import { useScale } from './use-scale.ts'
import type { Shown } from './use-shown.ts'
import { classes } from '../../ui/classes.ts'
import stageStyles from '../tv-stage.module.css'
import styles from './here.module.css'

const doubleMs = 300
/** The share of the width, at either side. */
const side = 0.35
const skips = { back: -10, forward: 30 } as const

type Props = { tv: Tv; state: TvPageState; shown: Shown; toggleFullScreen: () => void; children: ReactNode }

export function FilmArea({ tv, state, shown, toggleFullScreen, children }: Props) {
  const t = useText(hereText)
  const { film } = useText(screenText)
  const area = useRef<HTMLElement>(null)
  const scale = useScale(area)
  const lastTap = useRef({ at: -Infinity, where: '', kind: '' })
  const [skip, setSkip] = useState<{ where: 'back' | 'forward'; turn: number } | null>(null)
  const { panel, showing } = state

  function tapped(event: PointerEvent<HTMLElement>): void {
    if (!showing || event.button !== 0) return
    const { pointerType: kind } = event
    if (kind === 'mouse') {
      lastTap.current = { at: event.timeStamp, where: '', kind }
      return tv.clickControl('toggle')
    }
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - left) / width
    const where = share < side ? 'back' : share > 1 - side ? 'forward' : 'middle'
    const isDouble = event.timeStamp - lastTap.current.at < doubleMs && where === lastTap.current.where
    lastTap.current = { at: event.timeStamp, where, kind }
    if (isDouble && where !== 'middle') {
      tv.clickControl(where)
      setSkip((before) => ({ where, turn: (before?.turn ?? 0) + 1 }))
      return shown.show()
    }
    if (shown.isOn) shown.hide()
    else shown.show()
  }

  return (
    // Its buttons and keys do the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={area}
      className={styles.picture}
      aria-label={film}
      onPointerUp={tapped}
      onDoubleClick={() => lastTap.current.kind === 'mouse' && toggleFullScreen()}
    >
      {children}
      {showing && panel.areBulletsOn && (
        <div className={styles.flight} style={{ transform: `scale(${scale})` }}>
          <Bullets
            bullets={panel.bullets}
            point={showing.point}
            isRunning={showing.state === 'playing'}
            isLow={false}
            turn={panel.turn}
          />
        </div>
      )}
      <div className={styles.shade} />
      {skip && (
        <p
          key={skip.turn}
          className={classes(styles.skip, skip.where === 'back' ? styles.back : styles.forward, stageStyles.numeric)}
          aria-hidden="true"
        >
          {t.skipped(skips[skip.where])}
        </p>
      )}
    </section>
  )
}
