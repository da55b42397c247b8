/** The settings of push notices on this phone: a switch per kind, and the quiet hours. Where notifications cannot be, one row says what is needed. */
import { pushKinds, type PushKind } from '@homeport/contract/push.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellOff, Check, Clapperboard, MessageSquare, Moon, TriangleAlert } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useText } from '../kit/lang.ts'
import { watchShown } from '../kit/platform.ts'
import { commonText } from '../kit/text/text.ts'
import { https, needsHttps, trustAddress } from '../shared/https-data.ts'
import { Button } from '../ui/button.tsx'
import listStyles from '../ui/list.module.css'
import { Row } from '../ui/row.tsx'
import { Switch } from '../ui/switch.tsx'
import { obstacleNow } from './push-browser.ts'
import { choosePush, pushState } from './push-data.ts'
import { pushText } from './push-text.ts'
import styles from './push.module.css'
import { QuietSheet } from './quiet-sheet.tsx'
import { clockOf } from './quiet-time.ts'

const icons = { done: Check, needs: TriangleAlert, reply: MessageSquare, film: Clapperboard }

export function PushRows() {
  return needsHttps() ? <NeedsHttps /> : <Choices />
}

/** The page that helps is there only where the cloud has a CA of its own. */
function NeedsHttps() {
  const words = useText(pushText)
  const isHelped = useQuery(https()).data?.has_ca === true
  return (
    <div className={listStyles.list}>
      <Row
        icon={<BellOff strokeWidth={1.75} />}
        label={words.plain}
        {...(isHelped ? { value: words.howTo, href: trustAddress() } : {})}
      />
    </div>
  )
}

function Choices() {
  const words = useText(pushText)
  const common = useText(commonText)
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery(pushState())
  const choosing = useMutation(choosePush(client))
  const [isOpen, setOpen] = useState(false)
  // The permission is given in the browser's or the phone's settings, while this page stays open.
  const standing = useSyncExternalStore(watchShown, obstacleNow)
  const { reset } = choosing
  useEffect(() => {
    if (standing === null) reset()
  }, [standing, reset])
  const obstacle = choosing.data ?? null
  const kinds = (choosing.isPending ? choosing.variables.kinds : data?.kinds) ?? []
  const quiet = data?.quiet ?? null
  const turn = (kind: PushKind, isOn: boolean) =>
    choosing.mutate({ kinds: pushKinds.filter((one) => (one === kind ? isOn : kinds.includes(one))), quiet })
  if (standing !== null)
    return (
      <div className={listStyles.list}>
        <Row icon={<BellOff strokeWidth={1.75} />} label={words.obstacles[standing]} />
      </div>
    )
  return (
    <>
      <div className={listStyles.list} aria-busy={data === undefined && !isError}>
        {pushKinds.map((kind) => {
          const Icon = icons[kind]
          return (
            <Switch
              key={kind}
              icon={<Icon strokeWidth={1.75} />}
              isOn={kinds.includes(kind)}
              isDisabled={data === undefined || choosing.isPending}
              onChange={(isOn) => turn(kind, isOn)}
            >
              {words.kinds[kind]}
            </Switch>
          )
        })}
        {data?.is_subscribed && (
          <Row
            icon={<Moon strokeWidth={1.75} />}
            label={words.quiet}
            value={quiet ? `${clockOf(quiet.from)} – ${clockOf(quiet.to)}` : words.never}
            onClick={() => setOpen(true)}
          />
        )}
      </div>
      {obstacle && <p className={styles.note}>{words.obstacles[obstacle]}</p>}
      {isError && !data && !obstacle && (
        <div className={styles.failed}>
          <p>{words.failed}</p>
          <Button onClick={() => void refetch()}>{common.retry}</Button>
        </div>
      )}
      <QuietSheet
        key={quiet ? `${quiet.from} ${quiet.to}` : 'off'}
        quiet={quiet}
        isOpen={isOpen}
        isBusy={choosing.isPending}
        onClose={() => setOpen(false)}
        save={(next, onSuccess) => choosing.mutate({ kinds, quiet: next }, { onSuccess })}
      />
    </>
  )
}
