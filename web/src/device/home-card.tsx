/** The home card of the current box: activity and free space. Download figures are passed in. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { parted, percentOf, sizeOf } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import { devicePath } from '../kit/nav/return-path.ts'
import boxCardStyles from '../shared/box-card.module.css'
import { Bar } from '../ui/bar.tsx'
import cardStyles from '../ui/card.module.css'
import { classes } from '../ui/classes.ts'
import dotStyles from '../ui/dot.module.css'
import { BoxIcon } from '../ui/icon.tsx'
import layoutStyles from '../ui/layout.module.css'
import listStyles from '../ui/list.module.css'
import textStyles from '../ui/text.module.css'
import tileStyles from '../ui/tile.module.css'
import { storage } from './data.ts'
import { homeDeviceText } from './home-device-text.ts'

export function HomeCard({ device, downloads }: { device: Device; downloads: ReactNode }) {
  const words = useText(homeDeviceText)
  const status = useQuery(storage(device))
  const disk = status.data?.list[0]
  const [free, unit] = parted(disk ? sizeOf(disk.free) : '–')
  return (
    <a className={classes(cardStyles.card, boxCardStyles.card)} href={`#${devicePath}`}>
      <div className={classes(layoutStyles.row, layoutStyles.gap12)}>
        <span className={classes(tileStyles.tile, tileStyles.large)}>
          <BoxIcon />
        </span>
        <div className={layoutStyles.grow}>
          <h2 className={classes(textStyles.label, textStyles.oneLine)}>{device.name || device.showsn}</h2>
          <p className={classes(textStyles.secondary, layoutStyles.row, layoutStyles.gap8)}>
            <i className={classes(dotStyles.dot, device.online !== 1 && dotStyles.off)} />
            {device.online === 1 ? words.online : `HP ${device.showsn}`}
          </p>
        </div>
        <span className={listStyles.chevron}>
          <ChevronRight size={20} strokeWidth={1.75} />
        </span>
      </div>
      <div className={boxCardStyles.figures}>
        {downloads}
        <div>
          <p className={boxCardStyles.value}>
            {free}
            {unit && <small>{unit}</small>}
          </p>
          <Bar percent={disk ? percentOf(disk.used, disk.total) : 0} label={words.disk} />
          <p className={classes(textStyles.caption, textStyles.numeric)}>
            {disk ? words.freeOf(sizeOf(disk.total)) : words.disk}
          </p>
        </div>
      </div>
    </a>
  )
}
