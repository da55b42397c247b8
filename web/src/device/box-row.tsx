/** One of a user's boxes as a row of a list: name, state, role. */
import type { Device } from '@homeport/contract/device.ts'
import { ChevronRight } from 'lucide-react'
import { now } from '../kit/time/clock.ts'
import { useIsReached } from '../kit/call/connection.ts'
import { agoOf } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import { classes } from '../ui/classes.ts'
import dotStyles from '../ui/dot.module.css'
import { BoxIcon } from '../ui/icon.tsx'
import layoutStyles from '../ui/layout.module.css'
import listStyles from '../ui/list.module.css'
import textStyles from '../ui/text.module.css'
import styles from './device.module.css'
import { settingText } from './setting-text.ts'
import { deviceText } from './text.ts'

export function BoxRow({ device, open }: { device: Device; open: () => void }) {
  const words = useText(deviceText)
  const more = useText(settingText)
  // the state is unknown while the cloud is unreachable
  const isKnown = useIsReached()
  const isOn = isKnown && device.online === 1
  const offline = device.seen_at ? words.seen(agoOf(device.seen_at, now())) : words.offline
  const state = isOn ? words.online : isKnown ? offline : ''
  return (
    <button type="button" className={listStyles.row} onClick={open}>
      <BoxIcon />
      <span className={layoutStyles.grow}>
        <span className={classes(textStyles.label, textStyles.oneLine, layoutStyles.block)}>{device.name || device.showsn}</span>
        <span className={classes(textStyles.caption, styles.boxFacts)}>
          <span className={classes(layoutStyles.row, layoutStyles.gap8)}>
            <i className={classes(dotStyles.dot, !isOn && dotStyles.off)} />
            {[state, device.role === 'owner' ? words.owner : words.member].filter(Boolean).join('\u00a0· ')}
          </span>
          {!device.name.includes(device.showsn) && <span>{`HP ${device.showsn}`}</span>}
          {device.isdefault === 1 && <span className={styles.tag}>{more.current}</span>}
        </span>
      </span>
      <span className={listStyles.chevron}>
        <ChevronRight size={20} strokeWidth={1.75} />
      </span>
    </button>
  )
}
