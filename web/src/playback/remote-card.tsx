/** The link to the remote on the device tab, with the TV's state. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { connectionText } from '../kit/connection-text.ts'
import { useText } from '../kit/lang.ts'
import { onlineOf, screens } from './data.ts'
import { RemoteIcon } from './icon.tsx'
import { openRemote } from './open-remote.ts'
import { playbackText } from './text.ts'

export function RemoteCard({ device }: { device: Device }) {
  const words = useText(playbackText)
  const list = useQuery(screens(device))
  const [on] = onlineOf(list.data)
  const connection = useText(connectionText)
  const isOff = device.online !== 1
  return (
    <button type="button" className={isOff ? 'card ent small away' : 'card ent small'} onClick={openRemote} disabled={isOff}>
      <RemoteIcon />
      <h2 className="label">{words.remote}</h2>
      <p className="sub one">{isOff ? connection.whenBack : on ? words.tvOn : list.data ? words.noTv : '\u00a0'}</p>
    </button>
  )
}
