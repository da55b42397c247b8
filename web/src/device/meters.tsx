/** CPU, memory and disk of a box; dashes until it sends them. */
import type { DeviceStatus } from '@homeport/contract/device.ts'
import { partOf, usedOf } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import { Bar } from '../ui/bar.tsx'
import cardStyles from '../ui/card.module.css'
import { classes } from '../ui/classes.ts'
import textStyles from '../ui/text.module.css'
import styles from './device.module.css'
import { isFull } from './warning/disk-full.ts'
import { deviceText } from './text.ts'

/** isOld: the last known values; no animation. */
export function Meters({ now, isOld }: { now: DeviceStatus | undefined; isOld?: boolean }) {
  const words = useText(deviceText)
  const mem = now && usedOf(now.mem_used_bytes, now.mem_total_bytes)
  const isDiskFull = !!now && isFull({ free: now.storage_total_bytes - now.storage_used_bytes, total: now.storage_total_bytes })
  const disk = now && partOf(now.storage_used_bytes, now.storage_total_bytes)
  return (
    <section className={classes(cardStyles.card, styles.meters, isOld && styles.old)} aria-busy={!now && !isOld}>
      <Meter name={words.cpu} value={now && String(Math.round(now.cpu))} unit="%" percent={now?.cpu} />
      <Meter name={words.memory} value={mem?.used} unit={mem && words.of(mem.total)} percent={now?.mem} />
      <Meter
        name={words.disk}
        value={disk?.part}
        unit={disk && words.of(disk.whole)}
        percent={now?.storage}
        isFull={isDiskFull}
      />
    </section>
  )
}

function Meter({
  name,
  value,
  unit,
  percent,
  isFull = false,
}: {
  name: string
  value?: string | undefined
  unit?: string | undefined
  percent?: number | undefined
  isFull?: boolean
}) {
  return (
    <div>
      <p className={textStyles.caption}>{name}</p>
      <p className={styles.value}>
        {value ?? '–'}
        {value !== undefined && <small>{unit}</small>}
      </p>
      <Bar percent={percent ?? 0} label={name} tone={isFull ? 'warn' : 'rest'} />
    </div>
  )
}
