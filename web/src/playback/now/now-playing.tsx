/** Playback state on a film's page, while it plays on a TV: which TV, position, link to the remote. */
import { PlayerStatus } from '@homeport/contract/playback/playback.ts'
import { useMutation } from '@tanstack/react-query'
import { useIsScreenAway } from '../../kit/call/connection.ts'
import { useText } from '../../kit/lang.ts'
import { useObservable } from '../../kit/observable.ts'
import { Bar } from '../../ui/bar.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import dotStyles from '../../ui/dot.module.css'
import { PauseIcon, PlayIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import { control } from '../data.ts'
import { pointsOf } from '../format-time.ts'
import { RemoteIcon } from '../icon.tsx'
import { usePlayerKeys } from '../pad/keyboard.ts'
import { isRemoteOpen, openRemote } from '../open-remote.ts'
import styles from '../play-button.module.css'
import { starterOf } from '../where-it-plays.ts'
import { player, type Playing } from '../player.ts'
import { playbackText } from '../text.ts'

export function NowPlaying({ playing: { info, point } }: { playing: Playing }) {
  const words = useText(playbackText)
  const controlling = useMutation(control())
  const points = pointsOf(point, info.duration)
  const isPlaying = info.status === PlayerStatus.playing
  const isAway = useIsScreenAway(info.screen_id)
  const isMoving = !isAway && isPlaying
  const isCovered = useObservable(isRemoteOpen)
  usePlayerKeys({ isOn: !isCovered && !isAway, hasArrows: true })
  const pauseLabel = isPlaying ? words.pause : words.resume
  return (
    <div>
      <div className={styles.now}>
        <p className={classes(layoutStyles.row, layoutStyles.gap8)}>
          <i className={classes(dotStyles.dot, isMoving ? dotStyles.live : dotStyles.off)} />
          <span className={classes(layoutStyles.grow, textStyles.oneLine)}>
            {[(isPlaying ? words.playingOn : words.pausedOn)(info.screen_name), starterOf(info)].filter(Boolean).join(' · ')}
          </span>
        </p>
        <Bar percent={points.slider_value} label={words.position} tone={isMoving ? 'live' : 'rest'} />
        <p className={classes(textStyles.caption, layoutStyles.row, layoutStyles.between, textStyles.numeric)}>
          <span>{points.current}</span>
          <span>{points.left}</span>
        </p>
      </div>
      <div className={styles.row}>
        <RemoteButton screen_id={info.screen_id} />
        <Button
          variant="line"
          isSquare
          aria-label={pauseLabel}
          disabled={isAway}
          onClick={() => controlling.mutate({ kind: isPlaying ? 'pause' : 'resume', target: info.screen_id })}
        >
          {isPlaying ? <PauseIcon /> : <PlayIcon />}
        </Button>
      </div>
    </div>
  )
}

function openRemoteOf(screen_id: string): void {
  if (screen_id !== '') player.choose(screen_id)
  openRemote()
}

export function RemoteButton({ screen_id }: { screen_id: string }) {
  const words = useText(playbackText)
  return (
    <Button variant="main" isWide icon={<RemoteIcon size={22} />} onClick={() => openRemoteOf(screen_id)}>
      {words.openRemote}
    </Button>
  )
}
