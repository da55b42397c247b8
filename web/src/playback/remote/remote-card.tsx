/** The link to the remote on the device tab, with the TV's state. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { connectionText } from '../../kit/text/connection-text.ts'
import { useText } from '../../kit/lang.ts'
import cardStyles from '../../ui/card.module.css'
import { classes } from '../../ui/classes.ts'
import quickCardStyles from '../../ui/quick-card.module.css'
import textStyles from '../../ui/text.module.css'
import { onlineOf, screens } from '../screens-data.ts'
import { RemoteIcon } from '../icon.tsx'
import { openRemote } from '../open-remote.ts'
import { playbackText } from '../text.ts'

export function RemoteCard({ device }: { device: Device }) {
  const words = useText(playbackText)
  const list = useQuery(screens(device))
  const [on] = onlineOf(list.data)
  const connection = useText(connectionText)
  const isOff = device.online !== 1
  return (
    <button
      type="button"
      className={classes(cardStyles.card, quickCardStyles.card, isOff && quickCardStyles.away)}
      onClick={openRemote}
      disabled={isOff}
    >
      <RemoteIcon />
      <h2 className={textStyles.label}>{words.remote}</h2>
      <p className={classes(textStyles.secondary, textStyles.oneLine)}>
        {isOff ? connection.whenBack : on ? words.tvOn : list.data ? words.noTv : '\u00a0'}
      </p>
    </button>
  )
}
