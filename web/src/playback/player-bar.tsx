/** The player at the bottom of the remote: title, position and controls. */
import { backMs, forwardMs, PlayerStatus } from '@homeport/contract/playback.ts'
import { useMutation } from '@tanstack/react-query'
import { Volume2, VolumeX } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useAway } from '../kit/connection.ts'
import { formatClock, qualityOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { IconButton } from '../ui/button.tsx'
import { PauseIcon, PlayIcon, WarnIcon } from '../ui/icon.tsx'
import { Slider } from '../ui/slider.tsx'
import { control } from './data.ts'
import { Back10Icon, Forward30Icon, StopIcon } from './icon.tsx'
import type { Playing } from './player.ts'
import { playbackText } from './text.ts'
import { pointsOf } from './format-time.ts'

const arrowStepMs = 1_000

export function PlayerBar({ playing, poster }: { playing: Playing; poster: ReactNode }) {
  const words = useText(playbackText)
  const [dragged, setDragged] = useState<number | null>(null)
  const controlling = useMutation(control())
  const { info, point } = playing
  const { duration } = info
  const points = pointsOf(dragged ?? point, duration)
  const isPlaying = info.status === PlayerStatus.playing
  const isSilent = info.sound !== 'on'
  const seek = (to: number) =>
    controlling.mutate({ kind: 'seek', point: Math.round(Math.max(0, duration > 0 ? Math.min(to, duration) : to)) })
  return (
    <section className={useAway() === null ? 'pl' : 'pl halted'} aria-label={words.now}>
      <div className="fx g12">
        <span className="thumb">{poster}</span>
        <div className="grow">
          <h2 className="label one">{info.title}</h2>
          <p className="cap one">{[qualityOf(info.quality), info.screen_name].filter(Boolean).join(' · ')}</p>
        </div>
      </div>
      {info.sound === 'blocked' && (
        <p className="note" role="status">
          <WarnIcon size={18} />
          {words.blocked}
        </p>
      )}
      <Slider
        label={words.position}
        value={point}
        max={duration}
        step={arrowStepMs}
        words={(at) => words.at(formatClock(at), points.total)}
        choose={seek}
        dragging={setDragged}
        isDisabled={duration === 0}
      />
      <div className="fx between cap num times">
        <span>{points.current}</span>
        <span>{points.left}</span>
      </div>
      <div className="ct">
        <IconButton label={words.stop} onClick={() => controlling.mutate({ kind: 'stop' })}>
          <StopIcon />
        </IconButton>
        <IconButton label={words.back10} onClick={() => seek(point - backMs)}>
          <Back10Icon size={30} />
        </IconButton>
        <button
          type="button"
          className="pp"
          aria-label={isPlaying ? words.pause : words.play}
          onClick={() => controlling.mutate({ kind: isPlaying ? 'pause' : 'resume' })}
        >
          {isPlaying ? <PauseIcon size={32} /> : <PlayIcon size={32} />}
        </button>
        <IconButton label={words.forward30} onClick={() => seek(point + forwardMs)}>
          <Forward30Icon size={30} />
        </IconButton>
        <IconButton
          label={isSilent ? words.unmute : words.mute}
          onClick={() => controlling.mutate({ kind: 'mute', isMuted: !isSilent })}
        >
          {isSilent ? <VolumeX strokeWidth={1.75} /> : <Volume2 strokeWidth={1.75} />}
        </IconButton>
      </div>
    </section>
  )
}
