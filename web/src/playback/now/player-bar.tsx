/** The player at the bottom of the remote: title, position and controls. */
import { backMs, forwardMs, PlayerStatus } from '@homeport/contract/playback/playback.ts'
import { useMutation } from '@tanstack/react-query'
import { SkipBack, SkipForward, Volume2, VolumeX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useIsScreenAway } from '../../kit/call/connection.ts'
import { formatClock, qualityOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { useThrottle } from '../../kit/time/throttle.ts'
import { IconButton } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { PauseIcon, PlayIcon, WarnIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import noteStyles from '../../ui/note.module.css'
import { Slider } from '../../ui/slider.tsx'
import textStyles from '../../ui/text.module.css'
import { control } from '../data.ts'
import { pointsOf } from '../format-time.ts'
import { Back10Icon, Forward30Icon } from '../../ui/skip-icon.tsx'
import { StopIcon } from '../icon.tsx'
import styles from './player-bar.module.css'
import { starterOf } from '../where-it-plays.ts'
import type { Playing } from '../player.ts'
import { playNeighbour } from '../queue/queue-data.ts'
import { playbackText } from '../text.ts'
import thumbnailStyles from './thumbnail.module.css'
import { TracksButton } from '../tracks/tracks-button.tsx'
import { chapterAt, useChapters } from '../tracks/use-chapters.ts'

const arrowStepMs = 1_000

/** tools: buttons beside the title. */
type Props = { playing: Playing; poster: ReactNode; tools?: ReactNode }

export function PlayerBar({ playing, poster, tools }: Props) {
  const words = useText(playbackText)
  const [dragged, setDragged] = useState<number | null>(null)
  const controlling = useMutation(control())
  const going = useMutation(playNeighbour())
  const throttled = useThrottle()
  const { info, point } = playing
  const { duration, screen_id: target } = info
  const points = pointsOf(dragged ?? point, duration)
  const isPlaying = info.status === PlayerStatus.playing
  const isSilent = info.sound !== 'on'
  const isAway = useIsScreenAway(target)
  const chapters = useChapters(info)
  const marks = chapters.map(({ start_ms }) => start_ms).filter((start) => start > 0 && start < duration)
  const bubbleOf = (at: number) => [formatClock(at), chapters[chapterAt(chapters, at)]?.title].filter(Boolean).join(' · ')
  const seek = (to: number) =>
    controlling.mutate({ kind: 'seek', target, point: Math.round(Math.max(0, duration > 0 ? Math.min(to, duration) : to)) })
  const stop = (
    <IconButton label={words.stop} disabled={isAway} onClick={() => controlling.mutate({ kind: 'stop', target })}>
      <StopIcon />
    </IconButton>
  )
  return (
    <section className={classes(styles.player, isAway && styles.halted)} aria-label={words.now}>
      <div className={classes(layoutStyles.row, layoutStyles.gap12)}>
        <span className={thumbnailStyles.thumbnail}>{poster}</span>
        <div className={layoutStyles.grow}>
          <h2 className={classes(textStyles.label, textStyles.oneLine)}>{info.title}</h2>
          <p className={classes(textStyles.caption, textStyles.oneLine)}>
            {[qualityOf(info.quality), info.screen_name, starterOf(info)].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className={styles.tools}>
          {info.series && stop}
          <TracksButton info={info} />
          {tools}
        </div>
      </div>
      {info.is_asking && (
        <p className={noteStyles.note} role="status">
          {words.stillWatching}
        </p>
      )}
      {info.sound === 'blocked' && (
        <p className={noteStyles.note} role="status">
          <WarnIcon size={18} />
          {words.blocked}
        </p>
      )}
      <fieldset disabled={isAway}>
        <Slider
          label={words.position}
          value={point}
          max={duration}
          step={arrowStepMs}
          words={(at) => words.at(formatClock(at), points.total)}
          onSelect={seek}
          dragging={setDragged}
          bubble={bubbleOf}
          marks={marks}
          isDisabled={duration === 0}
        />
        <div className={classes(layoutStyles.row, layoutStyles.between, textStyles.caption, textStyles.numeric, styles.times)}>
          <span>{points.current}</span>
          <span>{points.left}</span>
        </div>
        <div className={styles.controls}>
          {info.series ? (
            <IconButton label={words.previous} onClick={() => throttled(() => going.mutate({ target, isBack: true }))}>
              <SkipBack strokeWidth={1.75} />
            </IconButton>
          ) : (
            stop
          )}
          <IconButton label={words.back10} onClick={() => seek(point - backMs)}>
            <Back10Icon size={30} />
          </IconButton>
          <button
            type="button"
            className={styles.playPause}
            aria-label={isPlaying ? words.pause : words.play}
            onClick={() => controlling.mutate({ kind: isPlaying ? 'pause' : 'resume', target })}
          >
            {isPlaying ? <PauseIcon size={32} /> : <PlayIcon size={32} />}
          </button>
          <IconButton label={words.forward30} onClick={() => seek(point + forwardMs)}>
            <Forward30Icon size={30} />
          </IconButton>
          {info.next ? (
            <IconButton
              label={words.nextIs(info.next.title)}
              onClick={() => throttled(() => going.mutate({ target, isBack: false }))}
            >
              <SkipForward strokeWidth={1.75} />
            </IconButton>
          ) : (
            <IconButton
              label={isSilent ? words.unmute : words.mute}
              onClick={() => controlling.mutate({ kind: 'mute', target, isMuted: !isSilent })}
            >
              {isSilent ? <VolumeX strokeWidth={1.75} /> : <Volume2 strokeWidth={1.75} />}
            </IconButton>
          )}
        </div>
      </fieldset>
    </section>
  )
}
