/** A TV in a list, with its state. */
import type { Screen } from '@homeport/contract/screen.ts'
import { now } from '../kit/clock.ts'
import { useIsLive } from '../kit/connection.ts'
import { connectionText } from '../kit/connection-text.ts'
import { agoOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { ScreenIcon } from './icon.tsx'
import { playbackText } from './text.ts'

export function TvRow({ screen, isChosen, choose }: { screen: Screen; isChosen: boolean; choose: () => void }) {
  return (
    <button type="button" role="radio" aria-checked={isChosen} className="tv-row" onClick={choose}>
      <span className="tile">
        <ScreenIcon />
      </span>
      <span className="grow">
        <span className="label one">{screen.name}</span>
        <span className="cap fx g8">
          <TvState screen={screen} />
        </span>
      </span>
      <span className={isChosen ? 'tv-mark on' : 'tv-mark'} aria-hidden="true" />
    </button>
  )
}

/** Online, or offline since when; neither while the box is unreachable (P46). */
export function TvState({ screen }: { screen: Screen }) {
  const words = useText(playbackText)
  const connection = useText(connectionText)
  const isLive = useIsLive()
  const isOn = isLive && screen.is_online
  return (
    <>
      <i className={isOn ? 'dot' : 'dot off'} />
      {isOn ? words.online : screen.is_online ? connection.whenBack : words.seen(agoOf(screen.seen_at, now()))}
    </>
  )
}
