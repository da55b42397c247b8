/** One of a user's boxes as a row of a list: name, state, role. */
import type { Device } from '@homeport/contract/device.ts'
import { ChevronRight } from 'lucide-react'
import { now } from '../kit/clock.ts'
import { useIsReached } from '../kit/connection.ts'
import { agoOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { BoxIcon } from '../ui/icon.tsx'
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
    <button type="button" className="li" onClick={open}>
      <BoxIcon />
      <span className="grow">
        <span className="label one" style={{ display: 'block' }}>
          {device.name || device.showsn}
        </span>
        <span className="cap fx g8">
          <i className={isOn ? 'dot' : 'dot off'} />
          <span className="one">
            {[state, device.role === 'owner' ? words.owner : words.member, `HP ${device.showsn}`].filter(Boolean).join(' · ')}
          </span>
        </span>
      </span>
      {device.isdefault === 1 && <span className="tag">{more.current}</span>}
      <span className="chev">
        <ChevronRight size={20} strokeWidth={1.75} />
      </span>
    </button>
  )
}
