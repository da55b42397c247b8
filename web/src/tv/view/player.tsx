/** The player's overlay: title, position with chapters, controls, the next episode, comments; hidden after some time without a key. */
import type { ScreenNext, ThumbnailSheet } from '@homeport/contract/playback/screen-protocol.ts'
import { formatClock, formatLeft } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { PauseIcon, PlayIcon } from '../../ui/icon.tsx'
import { Bullets } from './bullets.tsx'
import { controlsOf, offeredIn, type Control } from '../control/player-panel.ts'
import type { PlayerPanel, TvPageState } from '../control/state.ts'
import type { Tv } from '../control/tv.ts'
import type { Showing } from '../film-player/state.ts'
import { Focusable } from './focusable.tsx'
import { Back10Icon, Forward30Icon } from '../../ui/skip-icon.tsx'
import { AudioMark, CastMark, CommentsMark, NightMark, SpeedMark, SubtitlesMark } from '../icons.tsx'
import { Picture } from './poster.tsx'
import { screenText } from '../text.ts'
import { trackName } from '../track-name.ts'
import { useIsSlow } from '../use-is-slow.ts'
import { useNow } from '../use-now.ts'
import { classes } from '../../ui/classes.ts'
import styles from './tv-player.module.css'
import stageStyles from '../tv-stage.module.css'

type Props = { tv: Tv; state: TvPageState; showing: Showing }

export function PlayerOverlay({ tv, state, showing }: Props) {
  const t = useText(screenText)
  const { panel, isOverlayOn } = state
  const { state: playback, point, duration } = showing
  const seconds = offeredIn(panel, showing)
  const isOn = isOverlayOn || playback === 'paused' || seconds !== undefined
  const note = noteOf(state, showing, t)
  const share = duration > 0 ? Math.min(1, point / duration) : 0
  return (
    <main>
      {panel.areBulletsOn && (
        <Bullets bullets={panel.bullets} point={point} isRunning={playback === 'playing'} isLow={note !== ''} turn={panel.turn} />
      )}
      <div className={classes(styles.overlay, isOn && styles.shown)} aria-hidden={!isOn}>
        <Title showing={showing} />
        <Bar tv={tv} panel={panel} showing={showing} share={share} isFocused={panel.zone === 'bar' && seconds === undefined} />
        <p className={classes(styles.times, stageStyles.numeric)}>
          <span>{formatClock(point)}</span>
          <SleepNote panel={panel} />
          <span>{formatLeft(point, duration)}</span>
        </p>
        <Controls tv={tv} panel={panel} isPaused={playback === 'paused'} isOn={isOn} />
      </div>
      {seconds !== undefined && panel.next && <NextCard tv={tv} panel={panel} seconds={seconds} />}
      {playback === 'loading' && <Slow word={t.loading} />}
      {note !== '' && <p className={stageStyles.notice}>{note}</p>}
    </main>
  )
}

type Notes = Record<'lost' | 'noSound' | 'noNight' | 'noTitle' | 'castOn' | 'castConnecting', string> & {
  replaced: (title: string, by: string) => string
}

/** The one line over the film, '' for none. */
function noteOf({ line, sound, isReplaced, panel }: TvPageState, { load, state }: Showing, t: Notes): string {
  if (line === 'lost' && state !== 'playing') return t.lost
  if (sound.sound === 'blocked') return t.noSound
  if (panel.cast === 'connected') return t.castOn
  if (panel.cast === 'connecting') return t.castConnecting
  if (isReplaced) return t.replaced(load.title || t.noTitle, load.by)
  return panel.night === 'blocked' ? t.noNight : ''
}

function Title({ showing: { load, state } }: { showing: Showing }) {
  const t = useText(screenText)
  const { series } = load
  return (
    <>
      <h1>{load.title || t.noTitle}</h1>
      <p className={classes(styles.state, stageStyles.numeric)}>
        {[series?.title ?? '', series ? t.episodeShort(series.season, series.episode) : '', state === 'paused' ? t.paused : '']
          .filter((part) => part !== '')
          .join(' · ')}
      </p>
    </>
  )
}

type BarProps = { tv: Tv; panel: PlayerPanel; showing: Showing; share: number; isFocused: boolean }

function Bar({ tv, panel, showing, share, isFocused }: BarProps) {
  const t = useText(screenText)
  const { duration, point } = showing
  const chapters =
    duration > 0 ? (panel.tracks?.tracks.chapters ?? []).filter(({ start_ms }) => start_ms > 0 && start_ms < duration) : []
  return (
    // Keys seek without it: the button is for a mouse or a finger.
    <button
      type="button"
      tabIndex={-1}
      className={classes(styles.bar, isFocused && styles.focused)}
      onClick={(event) => {
        const bar = event.currentTarget.getBoundingClientRect()
        tv.seekTo((event.clientX - bar.left) / bar.width)
      }}
    >
      <progress aria-label={t.progress} max={1} value={share} />
      {chapters.map(({ start_ms }) => (
        <b key={start_ms} style={{ left: `${(start_ms / duration) * 100}%` }} />
      ))}
      <i style={{ left: `${share * 100}%` }} />
      {panel.isSeeking && panel.sheet && <Thumbnail sheet={panel.sheet} point={point} share={share} wide={320} />}
    </button>
  )
}

type ThumbnailProps = { sheet: ThumbnailSheet; point: number; share: number; wide: number }

/** The small picture of a point, above the bar. wide: px. */
export function Thumbnail({ sheet, point, share, wide }: ThumbnailProps) {
  const { url, interval_ms, columns, count, width, height } = sheet
  const at = Math.max(0, Math.min(count - 1, Math.floor(point / interval_ms)))
  const scale = wide / width
  const rows = Math.ceil(count / columns)
  return (
    <span
      className={styles.thumbnail}
      style={{
        left: `${share * 100}%`,
        width: wide,
        height: height * scale,
        backgroundImage: `url("${url}")`,
        backgroundSize: `${columns * width * scale}px ${rows * height * scale}px`,
        backgroundPosition: `${-(at % columns) * width * scale}px ${-Math.floor(at / columns) * height * scale}px`,
      }}
    />
  )
}

function Controls({ tv, panel, isPaused, isOn }: { tv: Tv; panel: PlayerPanel; isPaused: boolean; isOn: boolean }) {
  const all = controlsOf(panel)
  const focused = panel.zone === 'controls' && isOn ? Math.min(panel.control, all.length - 1) : -1
  return (
    <p className={classes(styles.controls, stageStyles.numeric)}>
      {all.map((control, at) => (
        <ControlButton key={control} {...{ tv, panel, control, isPaused }} isFocused={at === focused} />
      ))}
    </p>
  )
}

type ControlProps = { tv: Tv; panel: PlayerPanel; control: Control; isPaused: boolean; isFocused: boolean }

function ControlButton({ tv, panel, control, isPaused, isFocused }: ControlProps) {
  const t = useText(screenText)
  const tracks = panel.tracks?.tracks
  const subtitle = tracks?.subtitles.filter(({ id }) => id === tracks.subtitle_id)[0]
  const audio = tracks?.audio.filter(({ id }) => id === tracks.audio_id)[0]
  const shown = {
    back: { icon: <Back10Icon size={48} />, text: '', label: t.control.back },
    toggle: {
      icon: isPaused ? <PlayIcon size={60} /> : <PauseIcon size={60} />,
      text: '',
      label: isPaused ? t.control.play : t.control.pause,
    },
    forward: { icon: <Forward30Icon size={48} />, text: '', label: t.control.forward },
    subtitles: {
      icon: <SubtitlesMark size={40} />,
      text: subtitle ? trackName(subtitle) : t.off,
      label: t.menus['subtitles'] ?? '',
    },
    audio: { icon: <AudioMark size={40} />, text: audio ? trackName(audio) : '', label: t.menus['audio'] ?? '' },
    bullets: { icon: <CommentsMark size={40} />, text: panel.areBulletsOn ? t.commentsOn : t.commentsOff, label: '' },
    night: { icon: <NightMark size={40} />, text: panel.night === 'off' ? t.nightOff : t.nightOn, label: '' },
    cast: { icon: <CastMark size={40} />, text: panel.cast === 'connected' ? t.castOn : '', label: t.castTo },
    speed: { icon: <SpeedMark size={40} />, text: `${panel.speed}×`, label: t.menus['speed'] ?? '' },
  }[control]
  return (
    <Focusable
      isFocused={isFocused}
      className={classes(styles.control, control === 'toggle' && styles.toggle, control === 'forward' && styles.forward)}
      {...(shown.label !== '' && { label: shown.text === '' ? shown.label : `${shown.label}: ${shown.text}` })}
      onSelect={() => tv.clickControl(control)}
    >
      {shown.icon}
      {shown.text !== '' && <span>{shown.text}</span>}
    </Focusable>
  )
}

function NextCard({ tv, panel, seconds }: { tv: Tv; panel: PlayerPanel; seconds: number }) {
  const t = useText(screenText)
  const { next, nextButton } = panel
  if (!next) return null
  const isFocused = panel.zone !== 'controls'
  return (
    <section className={styles.next} role="dialog" aria-label={t.nextIn(next.episode !== null, seconds)}>
      <div className={styles.nextStill}>
        <Picture id={next.picture} missing="" />
      </div>
      <div className={classes(styles.nextWords, stageStyles.numeric)}>
        <p>{t.nextIn(next.episode !== null, seconds)}</p>
        <h2>{nextName(next, t)}</h2>
      </div>
      <p className={styles.nextButtons}>
        <Focusable isFocused={isFocused && nextButton === 0} className={styles.nextButton} onSelect={() => tv.clickNext(0)}>
          <PlayIcon size={30} />
          {t.playNow}
        </Focusable>
        <Focusable isFocused={isFocused && nextButton === 1} className={styles.nextButton} onSelect={() => tv.clickNext(1)}>
          {next.episode === null ? t.stayFilm : t.stay}
        </Focusable>
      </p>
    </section>
  )
}

/** 'S2 E1 · The Pilot’s Daughter', or a film's title. Its series is the one that plays. */
export function nextName({ season, episode, title }: ScreenNext, t: (typeof screenText)['en']): string {
  return [episode === null ? '' : t.episodeShort(season, episode), title].filter(Boolean).join(' · ')
}

function SleepNote({ panel: { sleepAt } }: { panel: PlayerPanel }) {
  const t = useText(screenText)
  const now = useNow(1_000)
  return <span>{sleepAt > now ? t.sleepIn(Math.ceil((sleepAt - now) / 60_000)) : ''}</span>
}

function Slow({ word }: { word: string }) {
  return useIsSlow() ? <p className={stageStyles.waiting}>{word}</p> : null
}
