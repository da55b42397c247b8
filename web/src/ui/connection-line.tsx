/** P46: the connection line: what is not connected, the age of the data shown, and an action. Sheets that need it show it too. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { now } from '../kit/time/clock.ts'
import { connectionText } from '../kit/text/connection-text.ts'
import { oldestShownAt, seeLostTv, useAway, type Line } from '../kit/call/connection.ts'
import { formatMoment } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import { useObservable } from '../kit/observable.ts'
import { reach } from '../kit/reachability.ts'
import { useSession } from '../kit/session.ts'
import { commonText } from '../kit/text/text.ts'
import { Button } from './button.tsx'
import { classes } from './classes.ts'
import styles from './connection-line.module.css'
import { BoxOffIcon, CloudOffIcon, PhoneOffIcon, RetryIcon, TvOffIcon } from './icon.tsx'
import layoutStyles from './layout.module.css'
import { Sheet } from './sheet.tsx'
import textStyles from './text.module.css'
import { useIsWide } from './use-is-wide.ts'

const icons = { phone: PhoneOffIcon, cloud: CloudOffIcon, direct: CloudOffIcon, box: BoxOffIcon, tv: TvOffIcon }

/** Amber: a person at home must act. */
const needsYou: readonly Line[] = ['phone', 'box']

export function ConnectionLine({ away }: { away: Line }) {
  const words = useText(connectionText)
  const isWide = useIsWide()
  const Icon = icons[away]
  return (
    <div className={classes(styles.connection, needsYou.includes(away) && styles.needsYou)} role="status">
      <Icon size={20} />
      <p className={classes(layoutStyles.grow, away === 'box' && styles.beside)}>
        <span className={classes(styles.subject, textStyles.oneLine)}>
          {away === 'phone' && isWide ? words.computer : words[away]}
        </span>
        <Age away={away} />
      </p>
      {(away === 'phone' || away === 'cloud' || away === 'direct') && (
        <button type="button" onClick={reach.check}>
          {words.retry}
        </button>
      )}
      {away === 'box' && <Help />}
      {away === 'tv' && (
        <button type="button" onClick={seeLostTv}>
          {words.ok}
        </button>
      )}
    </div>
  )
}

/** The connection line, only while something is not connected. */
export function ConnectionNote() {
  const away = useAway()
  return away && <ConnectionLine away={away} />
}

function Age({ away }: { away: Line }) {
  const words = useText(connectionText)
  const shownAt = useObservable(oldestShownAt)
  const { device } = useSession()
  if (away === 'tv' || away === 'direct') return null
  if (away === 'box')
    return device?.seen_at ? (
      <span className={textStyles.oneLine}>{words.since(formatMoment(device.seen_at * 1000, now()))}</span>
    ) : null
  const at = shownAt ?? reach.answeredAt()
  return at > 0 ? <span className={textStyles.oneLine}>{words.updated(formatMoment(at, now()))}</span> : null
}

function Help() {
  const words = useText(connectionText)
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  function retryNow() {
    setOpen(false)
    void client.refetchQueries({ type: 'active' })
  }
  const retry = (
    <Button variant="main" isWide icon={<RetryIcon size={20} />} onClick={retryNow}>
      {words.retry}
    </Button>
  )
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.help}
      </button>
      <Sheet
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={words.helpTitle}
        closeLabel={useText(commonText).close}
        foot={retry}
      >
        <ol className={styles.steps}>
          {words.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className={textStyles.secondary}>{words.stepsText}</p>
      </Sheet>
    </>
  )
}
