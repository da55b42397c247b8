/** Instead of the film: what the page waits for, or why there is none, and what one can do. */
import { useText } from '../../kit/lang.ts'
import { RetryIcon } from '../../ui/icon.tsx'
import { CloseMark } from '../icons.tsx'
import { screenText } from '../text.ts'
import { useIsSlow } from '../use-is-slow.ts'
import { hereText } from './here-text.ts'
import { isAway } from './is-away.ts'
import { classes } from '../../ui/classes.ts'
import styles from './here.module.css'

/** over: the box let this page go. away: another tab plays. */
export type FaceKind = 'loading' | 'connecting' | 'lost' | 'away' | 'over' | 'refused' | 'cannot'

type Props = { kind: FaceKind; reason: string; onRetry: () => void; onClose: () => void }

export function HereFace({ kind, reason, onRetry, onClose }: Props) {
  const t = useText(hereText)
  const tv = useText(screenText)
  const isWaiting = kind === 'loading' || kind === 'connecting'
  const faces: Record<FaceKind, [title: string, text: string]> = {
    loading: [tv.loading, ''],
    connecting: [t.connecting, ''],
    lost: [t.lost, isAway() ? t.lostAway : t.lostText],
    away: [t.away, t.awayText],
    over: [t.over, t.overText],
    cannot: [t.cannot, t.cannotText],
    refused: [t.refused[reason] ?? refusals(tv)[reason] ?? t.cannotPlay, ''],
  }
  const [title, text] = faces[kind]
  return (
    <>
      <header className={styles.heading}>
        <button type="button" className={styles.markButton} aria-label={t.close} onClick={onClose}>
          <CloseMark size={24} />
        </button>
      </header>
      <main className={styles.reason} aria-live="polite">
        {isWaiting ? <Slowly title={title} /> : <h1>{title}</h1>}
        {text !== '' && <p>{text}</p>}
        {(kind === 'refused' || kind === 'away') && (
          <button type="button" className={classes(styles.action, styles.main)} onClick={onRetry}>
            {kind === 'refused' && <RetryIcon size={22} />}
            {kind === 'refused' ? t.again : t.playHere}
          </button>
        )}
        {!isWaiting && (
          <button
            type="button"
            className={classes(styles.action, (kind === 'over' || kind === 'cannot') && styles.main)}
            onClick={onClose}
          >
            {t.backToFilm}
          </button>
        )}
      </main>
    </>
  )
}

function refusals({ refused }: { refused: Record<string, string> }): Record<string, string | undefined> {
  return refused
}

function Slowly({ title }: { title: string }) {
  return <h1>{useIsSlow() ? title : '\u00a0'}</h1>
}
