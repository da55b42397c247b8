/** The choice of subtitles, audio and speed, over the film. */
import { useEffect, useRef } from 'react'
import { useText } from '../../kit/lang.ts'
import { CheckIcon } from '../../ui/icon.tsx'
import { secondariesOf } from '../control/player-panel.ts'
import type { PlayerPanel } from '../control/state.ts'
import type { Tv } from '../control/tv.ts'
import { CloseMark } from '../icons.tsx'
import { soundLayout } from '../../kit/text/sound-layout.ts'
import { trackName } from '../track-name.ts'
import { hereText } from './here-text.ts'
import { classes } from '../../ui/classes.ts'
import stageStyles from '../tv-stage.module.css'
import styles from './here.module.css'

const speeds = [0.75, 1, 1.25, 1.5, 2]

export function HereSheet({ tv, panel, onClose }: { tv: Tv; panel: PlayerPanel; onClose: () => void }) {
  const t = useText(hereText)
  const tracks = panel.tracks?.tracks
  const subtitles = tracks?.subtitles.filter(({ trouble }) => trouble === '') ?? []
  const secondaries = tracks ? secondariesOf(tracks) : []
  const audio = tracks?.audio ?? []
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      aria-labelledby="here-sheet"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerUp={({ target }) => target === dialog.current && onClose()}
    >
      <div className={styles.inner}>
        <div className={styles.sheetHead}>
          <h2 id="here-sheet">{subtitles.length > 0 || audio.length > 1 ? t.tracks : t.speed}</h2>
          <button type="button" className={styles.markButton} aria-label={t.close} onClick={onClose}>
            <CloseMark size={24} />
          </button>
        </div>
        {subtitles.length > 0 && (
          <div role="radiogroup" aria-label={t.subtitles}>
            <h3 aria-hidden="true">{t.subtitles}</h3>
            <Row name={t.off} isChosen={tracks?.subtitle_id === ''} onSelect={() => tv.chooseTrack('subtitles', '')} />
            {subtitles.map((track) => (
              <Row
                key={track.id}
                name={trackName(track)}
                note={track.source === 'inside' ? t.inFile : track.format}
                isChosen={track.id === tracks?.subtitle_id}
                onSelect={() => tv.chooseTrack('subtitles', track.id)}
              />
            ))}
          </div>
        )}
        {tracks && secondaries.length > 0 && (
          <div role="radiogroup" aria-label={t.secondary}>
            <h3 aria-hidden="true">{t.secondary}</h3>
            <Row name={t.off} isChosen={tracks.secondary_id === ''} onSelect={() => tv.chooseTrack('secondary', '')} />
            {secondaries.map((track) => (
              <Row
                key={track.id}
                name={trackName(track)}
                note={track.source === 'inside' ? t.inFile : track.format}
                isChosen={track.id === tracks.secondary_id}
                onSelect={() => tv.chooseTrack('secondary', track.id)}
              />
            ))}
          </div>
        )}
        {audio.length > 1 && (
          <div role="radiogroup" aria-label={t.audio}>
            <h3 aria-hidden="true">{t.audio}</h3>
            {audio.map((track) => (
              <Row
                key={track.id}
                name={trackName(track)}
                note={track.channels > 2 ? soundLayout(track.channels) : ''}
                isChosen={track.id === tracks?.audio_id}
                onSelect={() => tv.chooseTrack('audio', track.id)}
              />
            ))}
          </div>
        )}
        <h3 aria-hidden="true">{t.speed}</h3>
        <div className={classes(styles.segments, stageStyles.numeric)} role="radiogroup" aria-label={t.speed}>
          {speeds.map((speed) => (
            <button
              key={speed}
              type="button"
              role="radio"
              aria-checked={speed === panel.speed}
              onClick={() => tv.chooseSpeed(speed)}
            >
              {speed}×
            </button>
          ))}
        </div>
      </div>
    </dialog>
  )
}

type RowProps = { name: string; note?: string; isChosen: boolean; onSelect: () => void }

function Row({ name, note = '', isChosen, onSelect }: RowProps) {
  return (
    <button type="button" role="radio" aria-checked={isChosen} className={styles.trackChoice} onClick={onSelect}>
      <span className={styles.choiceName}>{name}</span>
      {note !== '' && <span className={classes(styles.choiceFact, stageStyles.numeric)}>{note}</span>}
      <span className={styles.check}>{isChosen && <CheckIcon size={22} />}</span>
    </button>
  )
}
