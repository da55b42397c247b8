/** Below or beside the transport: subtitles, audio, speed, comments, another screen, volume and full screen, where the film and the device have them. */
import type { ReactNode } from 'react'
import { isHandheld } from '../../kit/browser-features.ts'
import { useText } from '../../kit/lang.ts'
import { controlsOf } from '../control/player-panel.ts'
import type { TvPageState } from '../control/state.ts'
import type { Tv } from '../control/tv.ts'
import {
  AudioMark,
  CastMark,
  CommentsMark,
  FullScreenMark,
  LeaveFullScreenMark,
  MutedMark,
  NightMark,
  SoundMark,
  SpeedMark,
  SubtitlesMark,
} from '../icons.tsx'
import { trackName } from '../track-name.ts'
import type { FullScreen } from './full-screen.ts'
import { hereText } from './here-text.ts'
import { classes } from '../../ui/classes.ts'
import stageStyles from '../tv-stage.module.css'
import styles from './here.module.css'

export type ToolsProps = {
  tv: Tv
  state: TvPageState
  fullScreen: FullScreen | undefined
  openSheet: (isOpen: boolean) => void
}

export function HereTools({ tv, state, fullScreen, openSheet }: ToolsProps) {
  const t = useText(hereText)
  const { panel } = state
  const has = controlsOf(panel)
  const tracks = panel.tracks?.tracks
  const subtitle = tracks?.subtitles.find(({ id }) => id === tracks.subtitle_id)
  const audio = tracks?.audio.find(({ id }) => id === tracks.audio_id)
  const open = () => openSheet(true)
  return (
    <div className={classes(styles.tools, stageStyles.numeric)}>
      {has.includes('subtitles') && (
        <Tool
          icon={<SubtitlesMark size={24} />}
          label={t.subtitles}
          value={subtitle ? trackName(subtitle) : t.off}
          isOff={!subtitle}
          onSelect={open}
        />
      )}
      {has.includes('audio') && (
        <Tool icon={<AudioMark size={24} />} label={t.audio} value={audio ? trackName(audio) : ''} onSelect={open} />
      )}
      <Tool icon={<SpeedMark size={24} />} label={t.speed} value={`${panel.speed}×`} onSelect={open} />
      {has.includes('night') && (
        <Tool
          icon={<NightMark size={24} />}
          label={t.night}
          isPressed={panel.night !== 'off'}
          onSelect={() => tv.clickControl('night')}
        />
      )}
      {has.includes('bullets') && (
        <Tool
          icon={<CommentsMark size={24} />}
          label={t.comments}
          isPressed={panel.areBulletsOn}
          onSelect={() => tv.clickControl('bullets')}
        />
      )}
      {has.includes('cast') && <Tool icon={<CastMark size={24} />} label={t.cast} onSelect={() => tv.clickControl('cast')} />}
      {!isHandheld() && <VolumeTool tv={tv} sound={state.sound} />}
      {fullScreen && (
        <Tool
          icon={fullScreen.isOn ? <LeaveFullScreenMark size={24} /> : <FullScreenMark size={24} />}
          label={fullScreen.isOn ? t.leaveFullScreen : t.fullScreen}
          onSelect={fullScreen.toggle}
        />
      )}
    </div>
  )
}

type ToolProps = {
  icon: ReactNode
  label: string
  value?: string
  isOff?: boolean
  isPressed?: boolean
  onSelect: () => void
}

/** value: what is chosen; without one its name stands there. isOff: nothing is, and its name says more than the word for that, which in Chinese is also the one for closing. */
function Tool({ icon, label, value = '', isOff = false, isPressed, onSelect }: ToolProps) {
  return (
    <button
      type="button"
      {...(value !== '' && { 'aria-label': `${label}: ${value}` })}
      {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
      onClick={onSelect}
    >
      {icon}
      <span>{isOff ? label : value || label}</span>
    </button>
  )
}

/** Phones have keys for it. */
function VolumeTool({ tv, sound: { volume, sound } }: { tv: Tv; sound: TvPageState['sound'] }) {
  const t = useText(hereText)
  const isMuted = sound !== 'on'
  return (
    <div className={styles.loudness}>
      <button type="button" aria-label={isMuted ? t.unmute : t.mute} onClick={() => tv.volume({ mute: !isMuted })}>
        {isMuted ? <MutedMark size={24} /> : <SoundMark size={24} />}
      </button>
      <input
        type="range"
        aria-label={t.volume}
        min={0}
        max={100}
        value={isMuted ? 0 : volume}
        onChange={({ currentTarget }) => tv.volume({ value: Number(currentTarget.value) })}
      />
    </div>
  )
}
