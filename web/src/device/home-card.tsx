/** The home card of the current box: activity and free space. Download figures are passed in. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { parted, percentOf, sizeOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { devicePath } from '../kit/return-path.ts'
import { Bar } from '../ui/bar.tsx'
import { BoxIcon } from '../ui/icon.tsx'
import { storage } from './data.ts'
import './device.css'
import { deviceText } from './text.ts'

export function HomeCard({ device, downloads }: { device: Device; downloads: ReactNode }) {
  const words = useText(deviceText)
  const status = useQuery(storage(device))
  const disk = status.data?.list[0]
  const [free, unit] = parted(disk ? sizeOf(disk.free, 3) : '–')
  return (
    <a className="card home-dev" href={`#${devicePath}`}>
      <div className="fx g12">
        <span className="tile l">
          <BoxIcon />
        </span>
        <div className="grow">
          <h2 className="label one">{device.name || device.showsn}</h2>
          <p className="sub fx g8">
            <i className={device.online === 1 ? 'dot' : 'dot off'} />
            {device.online === 1 ? words.online : `HP ${device.showsn}`}
          </p>
        </div>
        <span className="chev">
          <ChevronRight size={20} strokeWidth={1.75} />
        </span>
      </div>
      <div className="nums">
        {downloads}
        <div>
          <p className="v">
            {free}
            {unit && <small>{unit}</small>}
          </p>
          <Bar percent={disk ? percentOf(disk.used, disk.total) : 0} label={words.disk} />
          <p className="cap num">{disk ? words.freeOf(sizeOf(disk.total, 3)) : words.disk}</p>
        </div>
      </div>
    </a>
  )
}
