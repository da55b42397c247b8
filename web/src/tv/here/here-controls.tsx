/** The controls of the film for a finger: below it on an upright phone, over it on one that lies. */
import type { RefObject } from 'react'
import { useText } from '../../kit/lang.ts'
import { PauseIcon, PlayIcon } from '../../ui/icon.tsx'
import { offeredIn } from '../control/player-panel.ts'
import type { PlayerPanel } from '../control/state.ts'
import type { Tv } from '../control/tv.ts'
import type { Showing } from '../film-player/state.ts'
import { Back10Icon, Forward30Icon } from '../../ui/skip-icon.tsx'
import { CloseMark, SoundMark } from '../icons.tsx'
import { nextName } from '../view/player.tsx'
import { screenText } from '../text.ts'
import { HereSheet } from './here-sheet.tsx'
import { hereText } from './here-text.ts'
import { isAway } from './is-away.ts'
import { HereTools, type ToolsProps } from './here-tools.tsx'
import { TimeLine } from './time-line.tsx'
import { classes } from '../../ui/classes.ts'
import stageStyles from '../tv-stage.module.css'
import styles from './here.module.css'

type Props = ToolsProps & {
  showing: Showing
  video: RefObject<HTMLVideoElement | null>
  isSheetOpen: boolean
  onClose: () => void
}

export function HereControls(props: Props) {
  const { tv, state, showing, video, isSheetOpen, openSheet, onClose } = props
  const t = useText(hereText)
  const { panel, sound, line } = state
  const seconds = offeredIn(panel, showing)
  return (
    <>
      <header className={classes(styles.heading, styles.hideable)}>
        <button type="button" className={styles.markButton} aria-label={t.close} onClick={onClose}>
          <CloseMark size={24} />
        </button>
        <Title showing={showing} />
      </header>
      <main className={classes(styles.panel, styles.hideable, seconds !== undefined && styles.beforeNext)}>
        <TimeLine tv={tv} panel={panel} showing={showing} video={video} />
        <Transport tv={tv} state={showing.state} />
        <HereTools {...props} />
      </main>
      <Note isLost={line === 'lost' && showing.state !== 'playing'} panel={panel} />
      {sound.sound === 'blocked' && (
        <button type="button" className={styles.pill} onClick={tv.gesture}>
          <SoundMark size={22} />
          {t.tapForSound}
        </button>
      )}
      {seconds !== undefined && <NextCard tv={tv} panel={panel} seconds={seconds} />}
      {isSheetOpen && <HereSheet tv={tv} panel={panel} onClose={() => openSheet(false)} />}
    </>
  )
}

function Title({ showing: { load } }: { showing: Showing }) {
  const t = useText(screenText)
  const { throughCloud } = useText(hereText)
  const { series, title } = load
  const number = series ? t.episodeShort(series.season, series.episode) : ''
  return (
    <div className={styles.title}>
      <h1>{title || t.noTitle}</h1>
      {series && (
        <p>
          <span>{series.title}</span>
          {number !== '' && <span className={styles.number}>{series.title === '' ? number : `\u00a0· ${number}`}</span>}
        </p>
      )}
      {isAway() && (
        <p>
          <span>{throughCloud}</span>
        </p>
      )}
    </div>
  )
}

function Transport({ tv, state }: { tv: Tv; state: Showing['state'] }) {
  const t = useText(hereText)
  const { control } = useText(screenText)
  const isPaused = state === 'paused'
  return (
    <div className={styles.transport}>
      <button type="button" className={styles.markButton} aria-label={t.back} onClick={() => tv.clickControl('back')}>
        <Back10Icon size={32} />
      </button>
      <button
        type="button"
        className={styles.toggle}
        aria-label={isPaused ? control.play : control.pause}
        aria-busy={state === 'loading'}
        onClick={() => tv.clickControl('toggle')}
      >
        {isPaused ? <PlayIcon size={34} /> : <PauseIcon size={34} />}
      </button>
      <button type="button" className={styles.markButton} aria-label={t.forward} onClick={() => tv.clickControl('forward')}>
        <Forward30Icon size={32} />
      </button>
    </div>
  )
}

/** One line over the film. */
function Note({ isLost, panel: { cast } }: { isLost: boolean; panel: PlayerPanel }) {
  const t = useText(screenText)
  const { lost } = useText(hereText)
  const text = isLost ? lost : cast === 'connected' ? t.castOn : cast === 'connecting' ? t.castConnecting : ''
  return <div role="status">{text !== '' && <p className={styles.notice}>{text}</p>}</div>
}

function NextCard({ tv, panel, seconds }: { tv: Tv; panel: PlayerPanel; seconds: number }) {
  const t = useText(screenText)
  const { next } = panel
  if (!next) return null
  const isEpisode = next.episode !== null
  const name = nextName(next, t)
  return (
    <section className={classes(styles.coming, stageStyles.numeric)} aria-label={name}>
      <p>{t.nextIn(isEpisode, seconds)}</p>
      <h2>{name}</h2>
      <p className={styles.choices}>
        <button type="button" className={classes(styles.action, styles.main)} onClick={() => tv.clickNext(0)}>
          {t.playNow}
        </button>
        <button type="button" className={styles.action} onClick={() => tv.clickNext(1)}>
          {isEpisode ? t.stay : t.stayFilm}
        </button>
      </p>
    </section>
  )
}
