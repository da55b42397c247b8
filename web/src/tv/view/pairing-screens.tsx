/** The screens before the library: searching for the box, pairing, four digits. */
import type { ReactNode } from 'react'
import { formatClock } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import type { ScreenView, TvPageState } from '../control/state.ts'
import { screenText } from '../text.ts'
import { Top } from './top-bar.tsx'
import { useIsSlow } from '../use-is-slow.ts'
import { useNow } from '../use-now.ts'
import { classes } from '../../ui/classes.ts'
import styles from './tv-pairing.module.css'
import stageStyles from '../tv-stage.module.css'

const tickMs = 1_000

export function Wait({ state, press }: { state: TvPageState; press: () => void }) {
  const t = useText(screenText)
  const { line, face, isForgotten } = state
  if (line === 'away') return <WaitText title={t.away} text={t.awayText} press={press} />
  if (isForgotten) return <WaitText title={t.forgotten} text={t.forgottenText} press={press} />
  if (line === 'lost') return <WaitText title={t.lost} text={t.lostText} />
  if (line !== 'open' || !face) return <Slowly title={t.connecting} />
  if (face.is_damaged) return <WaitText title={t.damaged} text={t.damagedText} />
  switch (face.face) {
    case 'unbound':
      return (
        <WaitText title={t.unbound} text={t.unboundText}>
          <code className={styles.command}>{t.command}</code>
          <p className={styles.small}>
            {t.appAt} {face.address}
          </p>
        </WaitText>
      )
    case 'code':
      return (
        <WaitText title={t.bind} text={t.bindText} qr={face.qr}>
          <Signs text={face.code} />
          <p className={classes(styles.small, stageStyles.numeric)}>
            {face.devsn.slice(-4)} · <Left until={face.until} word={t.newCode} />
          </p>
        </WaitText>
      )
    case 'digits':
      return (
        <WaitText title={t.admit} text={t.admitText} qr={face.qr}>
          <Signs text={face.digits} />
          <p className={classes(styles.small, stageStyles.numeric)}>
            <Left until={face.until} word={t.newCode} />
          </p>
          <p className={styles.small}>
            {t.appAt} {face.address}
          </p>
        </WaitText>
      )
    case 'queue':
      return <WaitText title={t.queue} text={t.queueText} />
    case 'inside':
      return <Top name={face.box} />
  }
}

type WaitTextProps = { title: string; text?: string; qr?: ScreenView['qr']; press?: () => void; children?: ReactNode }

function WaitText({ title, text, qr, press, children }: WaitTextProps) {
  const t = useText(screenText)
  return (
    <>
      <Top name="Homeport" />
      <main className={classes(styles.wait, qr && styles.withCode)}>
        <div className={styles.words}>
          <h1>{title}</h1>
          {text && <p>{text}</p>}
          {children}
          {press && (
            <button type="button" className={classes(styles.key, stageStyles.focus)} onClick={press}>
              {t.ok}
            </button>
          )}
        </div>
        {qr && qr.side > 0 && <Qr qr={qr} />}
      </main>
    </>
  )
}

function Slowly({ title }: { title: string }) {
  return useIsSlow() ? <WaitText title={title} /> : <Top name="Homeport" />
}

/** Shows codes in groups of four. */
function Signs({ text }: { text: string }) {
  return (
    <p className={styles.signs} aria-label={text.split('').join(' ')} role="img">
      {text.split('').map((sign, at) => (
        <span key={at} className={classes(styles.sign, at === 4 && styles.apart)}>
          {sign}
        </span>
      ))}
    </p>
  )
}

function Qr({ qr: { path, side } }: { qr: ScreenView['qr'] }) {
  const quiet = 3
  return (
    <svg
      className={styles.code}
      viewBox={`${-quiet} ${-quiet} ${side + 2 * quiet} ${side + 2 * quiet}`}
      aria-hidden="true"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#211c16" />
    </svg>
  )
}

function Left({ until, word }: { until: number; word: (remaining: string) => string }) {
  const at = useNow(tickMs)
  return <>{word(formatClock(until - at))}</>
}
