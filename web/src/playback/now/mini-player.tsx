/** The mini player above the tab bar: a tap opens the remote. */
import { PlayerStatus } from '@homeport/contract/playback/playback.ts'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useIsScreenAway } from '../../kit/call/connection.ts'
import { useText } from '../../kit/lang.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { PauseIcon, PlayIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import { control } from '../data.ts'
import { pointsOf } from '../format-time.ts'
import { whereItPlays } from '../where-it-plays.ts'
import styles from './mini-player.module.css'
import { openRemote } from '../open-remote.ts'
import type { Playing } from '../player.ts'
import { playbackText } from '../text.ts'
import thumbnailStyles from './thumbnail.module.css'

export function MiniPlayer({ playing: { info, point }, poster }: { playing: Playing; poster: ReactNode }) {
  const words = useText(playbackText)
  const controlling = useMutation(control())
  const points = pointsOf(point, info.duration)
  const isPlaying = info.status === PlayerStatus.playing
  const isAway = useIsScreenAway(info.screen_id)
  return (
    <aside className={styles.miniPlayer} aria-label={words.now}>
      <button type="button" className={styles.open} onClick={openRemote}>
        <span className={thumbnailStyles.thumbnail}>{poster}</span>
        <span className={layoutStyles.grow}>
          <span className={classes(textStyles.label, textStyles.oneLine)}>{info.title}</span>
          <span className={classes(textStyles.caption, textStyles.numeric, styles.state)}>
            <span className={textStyles.oneLine}>
              {info.is_asking ? words.stillWatching : info.sound === 'blocked' ? words.blocked : whereItPlays(info, words)}
            </span>
            {!info.is_asking && info.sound !== 'blocked' && ` · ${words.at(points.current, points.total)}`}
          </span>
        </span>
        <span className={textStyles.visuallyHidden}>{words.openRemote}</span>
      </button>
      <IconButton
        label={isPlaying ? words.pause : words.play}
        disabled={isAway}
        onClick={() => controlling.mutate({ kind: isPlaying ? 'pause' : 'resume', target: info.screen_id })}
      >
        {isPlaying ? <PauseIcon /> : <PlayIcon />}
      </IconButton>
      <span className={classes(styles.progress, isAway && styles.halted)} aria-hidden="true">
        <i style={{ width: `${points.slider_value}%` }} />
      </span>
    </aside>
  )
}
