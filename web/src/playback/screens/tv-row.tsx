/** A TV in a list, with its state. */
import type { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import type { Screen } from '@homeport/contract/playback/screen.ts'
import { now } from '../../kit/time/clock.ts'
import { connectionText } from '../../kit/text/connection-text.ts'
import { useIsLive } from '../../kit/call/connection.ts'
import { agoOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { useObservable } from '../../kit/observable.ts'
import { classes } from '../../ui/classes.ts'
import dotStyles from '../../ui/dot.module.css'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import tileStyles from '../../ui/tile.module.css'
import { BoxScreenIcon, ScreenIcon } from '../icon.tsx'
import { starterOf } from '../where-it-plays.ts'
import { player } from '../player.ts'
import styles from '../screens.module.css'
import { playbackText } from '../text.ts'

export function TvRow({ screen, isChosen, onSelect }: { screen: Screen; isChosen: boolean; onSelect: () => void }) {
  return (
    <button type="button" role="radio" aria-checked={isChosen} className={styles.row} onClick={onSelect}>
      <span className={tileStyles.tile}>
        <TvIcon screen={screen} />
      </span>
      <span className={layoutStyles.grow}>
        <span className={classes(textStyles.label, textStyles.oneLine)}>{screen.name}</span>
        <span className={classes(textStyles.caption, layoutStyles.row, layoutStyles.gap8)}>
          <TvState screen={screen} />
        </span>
      </span>
      <span className={classes(styles.mark, isChosen && styles.chosen)} aria-hidden="true" />
    </button>
  )
}

export function TvIcon({ screen: { player: of } }: { screen: Screen }) {
  return of === 'mpv' ? <BoxScreenIcon /> : <ScreenIcon />
}

/** How it plays, and what it cannot. */
function kindOf({ player: of, lacks }: Screen, words: (typeof playbackText)['en']): string {
  if (of === 'mpv') return words.onBox(lacks)
  if (of === 'kodi') return words.onKodi(lacks)
  return of === 'dlna' ? words.onDlna(lacks) : words.online
}

/** The film that plays there, and who of the others started it. */
function playsOn({ screen_id }: Screen, busy: readonly PlayerInfo[]): string | undefined {
  const info = busy.find((one) => one.screen_id === screen_id)
  return info && [info.title, starterOf(info)].filter(Boolean).join(' · ')
}

/** Online, or offline since when; neither while the box is unreachable (P46). */
export function TvState({ screen }: { screen: Screen }) {
  const words = useText(playbackText)
  const connection = useText(connectionText)
  const isLive = useIsLive()
  const isOn = isLive && screen.is_online
  const title = playsOn(screen, useObservable(player.busy))
  return (
    <>
      <i className={classes(dotStyles.dot, !isOn && dotStyles.off)} />
      {/* All that it cannot is worth a second line. */}
      <span className={isOn && title === undefined ? undefined : textStyles.oneLine}>
        {isOn
          ? (title ?? kindOf(screen, words))
          : screen.is_online
            ? connection.whenBack
            : words.seen(agoOf(screen.seen_at, now()))}
      </span>
    </>
  )
}
