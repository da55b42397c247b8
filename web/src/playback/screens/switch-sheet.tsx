/** Which TV the remote controls: all that are on or have a film, with what plays there. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../kit/lang.ts'
import { useObservable } from '../../kit/observable.ts'
import { commonText } from '../../kit/text/text.ts'
import { Sheet } from '../../ui/sheet.tsx'
import { ownScreens, screens } from '../screens-data.ts'
import { player } from '../player.ts'
import { playbackText } from '../text.ts'
import { TvRow } from './tv-row.tsx'

type Props = { device: Device; isOpen: boolean; chosen: string; onClose: () => void }

export function SwitchSheet({ device, isOpen, chosen, onClose }: Props) {
  const words = useText(playbackText)
  const list = useQuery(screens(device))
  const busy = useObservable(player.busy)
  const tvs = ownScreens(list.data).filter(
    ({ screen_id, is_online }) => is_online || busy.some((info) => info.screen_id === screen_id),
  )
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.chooseTv} closeLabel={useText(commonText).close}>
      <div role="radiogroup" aria-label={words.chooseTv}>
        {tvs.map((tv) => (
          <TvRow
            key={tv.screen_id}
            screen={tv}
            isChosen={tv.screen_id === chosen}
            onSelect={() => {
              player.choose(tv.screen_id)
              onClose()
            }}
          />
        ))}
      </div>
    </Sheet>
  )
}
