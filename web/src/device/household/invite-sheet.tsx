/** The owner's invitation: the box's code as QR, text, or link to share; shows when it expires. */
import type { Device } from '@homeport/contract/device.ts'
import { Copy, Share } from 'lucide-react'
import { useEffect, useState } from 'react'
import { now } from '../../kit/time/clock.ts'
import { useText } from '../../kit/lang.ts'
import { copyText, share } from '../../kit/browser-features.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { RetryIcon, WarnIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import noteStyles from '../../ui/note.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import { ShownCode } from '../../ui/shown-code.tsx'
import skeletonStyles from '../../ui/skeleton.module.css'
import textStyles from '../../ui/text.module.css'
import { toast } from '../../ui/toast.tsx'
import { invite, type Invite, type Person } from './household-data.ts'
import styles from './invite.module.css'
import { settingText } from '../setting-text.ts'

const askAgainMs = 4_000
const tickMs = 1_000

/** refresh: refetches the people. */
type Props = { device: Device; people: Person[]; isOpen: boolean; onClose: () => void; refresh: () => void }

export function InviteSheet({ device, people, isOpen, onClose, refresh }: Props) {
  const words = useText(settingText)
  const isOnline = device.online === 1
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.inviteTitle} closeLabel={useText(commonText).close}>
      {!isOnline && (
        <p className={noteStyles.note} role="status">
          <WarnIcon size={18} />
          {words.inviteOffline}
        </p>
      )}
      {isOpen && isOnline && <Invitation people={people} onClose={onClose} refresh={refresh} />}
    </Sheet>
  )
}

type State = { invite: Invite; until: number } | 'waiting' | 'failed' | 'ended'

function stateAfter(asking: Promise<Invite>): Promise<State> {
  return asking.then(
    (fresh): State => ({ invite: fresh, until: now() + fresh.left_ms }),
    (): State => 'failed',
  )
}

function Invitation({ people, onClose, refresh }: Pick<Props, 'people' | 'onClose' | 'refresh'>) {
  const words = useText(settingText)
  const [state, setState] = useState<State>('waiting')
  const [before] = useState(() => new Set(people.map(({ user_id }) => user_id)))
  const inviteId = typeof state === 'object' ? state.invite.invite_id : ''
  const joined = people.find(({ user_id }) => !before.has(user_id))

  useEffect(() => void stateAfter(invite({})).then(setState), [])
  useEffect(() => {
    if (inviteId === '') return
    const asking = setInterval(
      () =>
        void invite({ invite_id: inviteId }).then(
          ({ code }) => {
            if (code !== '') return
            setState('ended')
            // It may have been used: the new member's name is shown.
            refresh()
          },
          // The box is briefly unreachable: the countdown goes on.
          () => null,
        ),
      askAgainMs,
    )
    return () => clearInterval(asking)
  }, [inviteId, refresh])
  useEffect(() => {
    if (!joined) return
    onClose()
    toast(words.joined(joined.name))
  }, [joined, onClose, words])

  const renew = () => {
    setState('waiting')
    void stateAfter(invite({ is_new: true })).then(setState)
  }
  if (state === 'waiting')
    return <span className={classes(skeletonStyles.skeleton, skeletonStyles.late, styles.waiting)} aria-busy="true" />
  if (state === 'failed' || state === 'ended')
    return (
      <div className={styles.over}>
        <p className={noteStyles.note} role="alert">
          <WarnIcon size={18} />
          {state === 'failed' ? words.inviteFailed : words.inviteEnded}
        </p>
        <Button variant="main" isWide icon={<RetryIcon size={20} />} onClick={renew}>
          {state === 'failed' ? words.retry : words.newCode}
        </Button>
      </div>
    )
  return <Shown invite={state.invite} until={state.until} renew={renew} end={() => setState('ended')} />
}

type ShownProps = { invite: Invite; until: number; renew: () => void; end: () => void }

function Shown({ invite: { code, link, qr }, until, renew, end }: ShownProps) {
  const words = useText(settingText)
  const copy = () => toast(copyText(link) ? words.copied : words.copyFailed)
  return (
    <div className={styles.invite}>
      <p className={textStyles.secondary}>{words.inviteText}</p>
      <svg className={styles.qr} viewBox={`-4 -4 ${qr.side + 8} ${qr.side + 8}`} role="img" aria-label={words.qr}>
        <path d={qr.path} shapeRendering="crispEdges" />
      </svg>
      <ShownCode code={code} />
      <p className={classes(textStyles.caption, layoutStyles.row, layoutStyles.gap8, styles.remaining)}>
        <Countdown until={until} end={end} />
        <button type="button" className={styles.renew} onClick={renew}>
          {words.newCode}
        </button>
      </p>
      <div className={classes(layoutStyles.row, layoutStyles.gap8)}>
        <Button
          variant="main"
          isWide
          icon={<Share size={20} strokeWidth={1.75} />}
          onClick={() => void share({ title: words.inviteTitle, url: link }).then((isShared) => isShared || copy())}
        >
          {words.sendInvite}
        </Button>
        <Button variant="line" isSquare aria-label={words.copyLink} onClick={copy}>
          <Copy size={22} strokeWidth={1.75} />
        </Button>
      </div>
    </div>
  )
}

function Countdown({ until, end }: { until: number; end: () => void }) {
  const words = useText(settingText)
  const [at, setAt] = useState(now)
  const remaining = Math.max(0, until - at)
  useEffect(() => {
    const ticker = setInterval(() => setAt(now()), tickMs)
    return () => clearInterval(ticker)
  }, [])
  useEffect(() => {
    if (remaining === 0) end()
  }, [remaining, end])
  const seconds = Math.ceil(remaining / 1_000)
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <span className={textStyles.numeric} role="timer">
      {words.forOne(clock)}
    </span>
  )
}
