/** Other limits, or a pause, at certain hours of certain days. */
import { Schedule, type DownloadConfig } from '@homeport/contract/download/download-config.ts'
import { useState } from 'react'
import { useText } from '../../kit/lang.ts'
import chipStyles from '../../ui/chip.module.css'
import { classes } from '../../ui/classes.ts'
import { Field } from '../../ui/field.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import { Switch } from '../../ui/switch.tsx'
import textStyles from '../../ui/text.module.css'
import { configText } from '../config-text.ts'
import { settingsText } from './settings-text.ts'
import styles from './settings.module.css'

type Props = { config: DownloadConfig; canEdit: boolean; onChange: (change: { schedule: Schedule }) => void }

const bytesPerMb = 1_000_000
const two = (n: number) => String(n).padStart(2, '0')
const timeOf = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
/** Weeks begin on Monday. */
const days = [1, 2, 3, 4, 5, 6, 0]

export function Hours({ config: { schedule }, canEdit, onChange }: Props) {
  const words = useText(settingsText)
  const set = (part: Partial<Schedule>) => onChange({ schedule: { ...schedule, ...part } })
  const time = (key: 'from_min' | 'to_min', label: string) => (
    <Field
      label={label}
      type="time"
      value={timeOf(schedule[key])}
      disabled={!canEdit}
      onChange={({ target }) => {
        const [hours, minutes] = target.value.split(':').map(Number)
        if (hours !== undefined && minutes !== undefined) set({ [key]: hours * 60 + minutes })
      }}
    />
  )
  return (
    <>
      <div className={classes(listStyles.list, styles.switches)}>
        <Switch isOn={schedule.is_on} isDisabled={!canEdit} onChange={(is_on) => set({ is_on })}>
          <span className={classes(textStyles.label, layoutStyles.block)}>{words.hours}</span>
          <span className={textStyles.caption}>{words.hoursText}</span>
        </Switch>
        {schedule.is_on && (
          <Switch isOn={schedule.is_paused} isDisabled={!canEdit} onChange={(is_paused) => set({ is_paused })}>
            <span className={textStyles.label}>{words.paused}</span>
          </Switch>
        )}
      </div>
      {schedule.is_on && (
        <>
          <div className={styles.times}>
            {time('from_min', words.from)}
            {time('to_min', words.to)}
          </div>
          <div className={styles.days} role="group" aria-label={words.days}>
            {days.map((day) => (
              <button
                key={day}
                type="button"
                className={classes(chipStyles.chip, schedule.days.includes(day) && chipStyles.selected)}
                aria-pressed={schedule.days.includes(day)}
                disabled={!canEdit}
                onClick={() =>
                  set({
                    days: schedule.days.includes(day) ? schedule.days.filter((one) => one !== day) : [...schedule.days, day],
                  })
                }
              >
                {words.dayNames[day]}
              </button>
            ))}
          </div>
          {!schedule.is_paused && (
            <>
              <Speed
                label={words.down}
                bytes={schedule.down_limit_bytes}
                {...{ canEdit }}
                set={(down_limit_bytes) => set({ down_limit_bytes })}
              />
              <Speed
                label={words.up}
                bytes={schedule.up_limit_bytes}
                {...{ canEdit }}
                set={(up_limit_bytes) => set({ up_limit_bytes })}
              />
            </>
          )}
        </>
      )}
    </>
  )
}

type SpeedProps = { label: string; bytes: number; canEdit: boolean; set: (bytes: number) => void }

/** Saved when the field is left. */
function Speed({ label, bytes, canEdit, set }: SpeedProps) {
  const words = useText(settingsText)
  const unit = useText(configText).unit
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? (bytes === 0 ? '' : String(Math.round(bytes / 1000) / 1000))
  const next = Math.round(Number(text.trim().replace(',', '.')) * bytesPerMb)
  const isRight = Schedule.shape.down_limit_bytes.safeParse(next).success
  return (
    <Field
      label={label}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      disabled={!canEdit}
      hint={words.speedHint}
      error={isRight ? undefined : words.range}
      end={<span className={textStyles.caption}>{unit}</span>}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => {
        if (!isRight || typed === null) return
        setTyped(null)
        if (next !== bytes) set(next)
      }}
    />
  )
}
