/** CPU, memory and disk of a box; dashes until it has said them. */
import type { DeviceStatus } from '@homeport/contract/device.ts'
import { usedOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { Bar } from '../ui/bar.tsx'
import { deviceText } from './text.ts'

export function Meters({ now }: { now: DeviceStatus | undefined }) {
  const words = useText(deviceText)
  const mem = now && usedOf(now.mem_used_bytes, now.mem_total_bytes)
  const disk = now && usedOf(now.storage_used_bytes, now.storage_total_bytes)
  return (
    <section className="card meters" aria-busy={!now}>
      <Meter name={words.cpu} value={now && String(Math.round(now.cpu))} unit="%" percent={now?.cpu} />
      <Meter name={words.memory} value={mem?.used} unit={mem && words.of(mem.total)} percent={now?.mem} />
      <Meter name={words.disk} value={disk?.used} unit={disk && words.of(disk.total)} percent={now?.storage} />
    </section>
  )
}

function Meter({
  name,
  value,
  unit,
  percent,
}: {
  name: string
  value?: string | undefined
  unit?: string | undefined
  percent?: number | undefined
}) {
  return (
    <div>
      <p className="cap">{name}</p>
      <p className="v">
        {value ?? '–'}
        {value !== undefined && <small>{unit}</small>}
      </p>
      <Bar percent={percent ?? 0} label={name} />
    </div>
  )
}
