/** Updates of the current box: what it runs, what there is, when it is installed, and how far that is. */
import type { Device } from '@homeport/contract/device.ts'
import type { UpdateStatus } from '@homeport/contract/update.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUpRight, RefreshCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLang, useText } from '../kit/lang.ts'
import { BoxQuery } from '../shared/box-query.tsx'
import { Bar } from '../ui/bar.tsx'
import cardStyles from '../ui/card.module.css'
import { classes } from '../ui/classes.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import textStyles from '../ui/text.module.css'
import { boxUpdates, choose, isWorking } from './box-update-data.ts'
import { BoxUpdateFoot } from './box-update-foot.tsx'
import { boxUpdateText } from './box-update-text.ts'
import styles from './box-update.module.css'

/** drawing: of the box. */
export function BoxUpdate({ device, drawing }: { device: Device; drawing: ReactNode }) {
  const words = useText(boxUpdateText)
  const query = useQuery(boxUpdates(device))
  return (
    <BoxQuery device={device} query={query} offlineText={words.offlineText} waiting={<Loading drawing={drawing} />}>
      {(status) => (
        <div className={styles.page}>
          {drawing}
          <Head device={device} status={status} />
          <Fault status={status} />
          {status.off !== '' && (
            <p className={classes(cardStyles.card, styles.note)}>
              {status.off === 'not_set' ? words.offText : words.unsupervisedText}
            </p>
          )}
          <Changes status={status} />
          {status.off === '' && <Auto device={device} status={status} />}
          <BoxUpdateFoot device={device} status={status} check={() => void query.refetch()} isChecking={query.isFetching} />
        </div>
      )}
    </BoxQuery>
  )
}

function Head({ device, status }: { device: Device; status: UpdateStatus }) {
  const words = useText(boxUpdateText)
  const box = device.name || device.showsn
  const { version, offer, off, step, percent } = status
  if (step !== 'idle')
    return (
      <div className={styles.head} aria-live="polite">
        <h2 className={textStyles.numeric}>{words.updating(offer?.version ?? '')}</h2>
        <p className={classes(textStyles.secondary, textStyles.numeric)}>
          {step === 'download' ? `${words.steps.download} · ${percent}%` : words.steps[step]}
        </p>
        <div className={styles.bar}>
          <Bar percent={step === 'download' ? percent : 100} tone="live" label={words.steps[step]} />
        </div>
        <p className={textStyles.caption}>{words.stay}</p>
      </div>
    )
  const isOff = off !== '' && !offer
  return (
    <div className={styles.head}>
      <h2 className={textStyles.numeric}>{isOff ? words.off : offer ? words.ready(offer.version) : words.newest(version)}</h2>
      <p className={classes(textStyles.secondary, textStyles.numeric)}>
        {isOff || offer ? words.runs(box, version) : words.newestText(box)}
      </p>
    </div>
  )
}

function Fault({ status: { fault, went_back, step } }: { status: UpdateStatus }) {
  const words = useText(boxUpdateText)
  if (fault === '' || step !== 'idle') return null
  return (
    <div className={classes(cardStyles.card, styles.fault)} role="status">
      <TriangleAlert size={20} strokeWidth={1.75} />
      <p>
        {went_back !== '' && <b>{words.wentBack(went_back)}</b>}
        {words.faults[fault]}
      </p>
    </div>
  )
}

function Changes({ status: { offer } }: { status: UpdateStatus }) {
  const words = useText(boxUpdateText)
  const isChinese = useLang() === 'zh'
  const lines = (isChinese ? offer?.content_cn : offer?.content_en)?.split('\n').filter((line) => line !== '') ?? []
  if (lines.length === 0) return null
  return (
    <section className={classes(cardStyles.card, styles.changes)}>
      <h3>{words.whatsNew}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <ArrowUpRight size={20} strokeWidth={1.75} />
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Auto({ device, status }: { device: Device; status: UpdateStatus }) {
  const words = useText(boxUpdateText)
  const set = useMutation(choose(useQueryClient(), device))
  const isOwner = device.role === 'owner'
  return (
    <div className={classes(cardStyles.card, styles.auto)}>
      <Switch
        isOn={status.is_auto}
        onChange={(is_auto) => set.mutate({ is_auto })}
        isDisabled={!isOwner || device.online !== 1 || isWorking(status)}
      >
        <span className={styles.autoText}>
          <RefreshCw size={24} strokeWidth={1.75} />
          <span>
            {words.auto}
            <span className={textStyles.caption}>{isOwner ? words.autoText : words.ownerOnly}</span>
          </span>
        </span>
      </Switch>
    </div>
  )
}

function Loading({ drawing }: { drawing: ReactNode }) {
  return (
    <div className={styles.page} aria-busy="true">
      {drawing}
      <div className={styles.head}>
        <Skeleton width={160} height={30} isLate />
      </div>
      <Skeleton height={180} radius={20} isLate />
    </div>
  )
}
