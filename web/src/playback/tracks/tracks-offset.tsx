/** Shifts the subtitles in steps of 0.1 s; a held button goes on stepping. */
import { maxSubtitleOffsetMs } from '@homeport/contract/shape/film/track.ts'
import { Minus, Plus } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { later } from '../../kit/time/clock.ts'
import { useText } from '../../kit/lang.ts'
import { classes } from '../../ui/classes.ts'
import textStyles from '../../ui/text.module.css'
import { offsetText } from './tracks-names.ts'
import { createStepper, type Stepper, type StepTarget } from './tracks-stepper.ts'
import { tracksText } from './tracks-text.ts'
import styles from './tracks.module.css'

const stepMs = 100

export function OffsetStepper({ offset, onSelect }: { offset: number; onSelect: (offset_ms: number) => Promise<unknown> }) {
  const texts = useText(tracksText)
  const [stepper] = useState(() => createStepper(later, maxSubtitleOffsetMs))
  const [pressed, setPressed] = useState<number | null>(null)
  useEffect(() => stepper.release, [stepper])
  const target = (by: number): StepTarget => ({ from: offset, by, show: setPressed, send: onSelect })
  return (
    <div className={styles.stepper} role="group" aria-label={texts.offset}>
      <StepButton label={texts.earlier} stepper={stepper} target={target(-stepMs)}>
        <Minus size={20} strokeWidth={1.75} />
      </StepButton>
      <output className={classes(textStyles.numeric, styles.value)}>{offsetText(pressed ?? offset, texts.seconds)}</output>
      <StepButton label={texts.later} stepper={stepper} target={target(stepMs)}>
        <Plus size={20} strokeWidth={1.75} />
      </StepButton>
    </div>
  )
}

type StepProps = { label: string; stepper: Stepper; target: StepTarget; children: ReactNode }

function StepButton({ label, stepper, target, children }: StepProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onPointerDown={(event) => event.button === 0 && stepper.press(target)}
      onPointerUp={stepper.release}
      onPointerLeave={stepper.release}
      onPointerCancel={stepper.release}
      onContextMenu={(event) => event.preventDefault()}
      onClick={(event) => event.detail === 0 && stepper.step(target)}
    >
      {children}
    </button>
  )
}
