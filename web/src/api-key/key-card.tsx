/** One service's key: the field that takes it, or the key that the box has and what it brings. */
import type { ApiKey } from '@homeport/contract/api-key.ts'
import type { Device } from '@homeport/contract/device.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Captions, Image, KeyRound, LoaderCircle, Lock, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text/text.ts'
import { IconButton } from '../ui/button.tsx'
import cardStyles from '../ui/card.module.css'
import { classes } from '../ui/classes.ts'
import { CheckIcon, ClockIcon, FilmIcon, WarnIcon } from '../ui/icon.tsx'
import layoutStyles from '../ui/layout.module.css'
import { question } from '../ui/modal.tsx'
import textStyles from '../ui/text.module.css'
import tileStyles from '../ui/tile.module.css'
import { toast } from '../ui/toast.tsx'
import { removeKey } from './api-key-data.ts'
import styles from './api-key.module.css'
import { KeyField } from './key-field.tsx'
import { apiKeyText } from './text.ts'

/** changed: the box uses another key, or none. isOn: the box can be reached. */
type Props = { device: Device; apiKey: ApiKey; isOn: boolean; changed: () => void }

export function KeyCard({ device, apiKey, isOn, changed }: Props) {
  const service = useText(apiKeyText).services[apiKey.service]
  return (
    <section className={classes(cardStyles.card, styles.card)} aria-label={service.name}>
      <div className={styles.head}>
        <span className={tileStyles.tile}>
          {apiKey.service === 'tmdb' ? <FilmIcon size={24} /> : <Captions size={24} strokeWidth={1.75} aria-hidden="true" />}
        </span>
        <div className={layoutStyles.grow}>
          <h2>{service.name}</h2>
          <p className={textStyles.caption}>{service.gives}</p>
        </div>
      </div>
      {apiKey.source === '' ? (
        <KeyField device={device} service={apiKey.service} isOn={isOn} changed={changed} />
      ) : (
        <KeptKey device={device} apiKey={apiKey} isOn={isOn} changed={changed} />
      )}
    </section>
  )
}

function KeptKey({ device, apiKey, isOn, changed }: Props) {
  const words = useText(apiKeyText)
  const common = useText(commonText)
  const service = words.services[apiKey.service]
  const removing = useMutation(removeKey(useQueryClient(), device))
  const isFixed = apiKey.source === 'environment'
  const remove = async () => {
    const title = words.removeAsk(service.name)
    const answer = await question({ title, text: service.remains, confirm: words.remove, cancel: common.cancel })
    if (answer !== 'confirm') return
    removing.mutate(apiKey.service, {
      onSuccess() {
        toast(words.removed)
        changed()
      },
    })
  }
  return (
    <>
      <div className={classes(styles.field, isFixed && styles.fixed)}>
        <KeyRound size={20} strokeWidth={1.75} aria-hidden="true" />
        <code aria-hidden="true">••••••••{apiKey.last_four}</code>
        <span className={textStyles.visuallyHidden}>
          {apiKey.last_four === '' ? words.savedBare : words.saved(apiKey.last_four)}
        </span>
        {isFixed ? (
          <Lock size={20} strokeWidth={1.75} aria-hidden="true" />
        ) : (
          <IconButton label={words.remove} disabled={!isOn || removing.isPending} onClick={() => void remove()}>
            <X size={24} strokeWidth={1.75} />
          </IconButton>
        )}
      </div>
      <State apiKey={apiKey} />
      {apiKey.service === 'tmdb' && apiKey.state === 'works' && (
        <p className={classes(styles.waiting, textStyles.numeric)} role="status">
          <Image size={18} strokeWidth={1.75} aria-hidden="true" />
          {apiKey.waiting > 0 ? words.waiting(apiKey.waiting) : words.allSearched}
        </p>
      )}
    </>
  )
}

function State({ apiKey: { service, state, fault, source, set_by } }: { apiKey: ApiKey }) {
  const words = useText(apiKeyText)
  const { name, works } = words.services[service]
  const by = source === 'environment' ? words.setOnBox : set_by === '' ? '' : words.setBy(set_by)
  if (state === 'works')
    return (
      <Message className={styles.works} icon={<CheckIcon size={18} />} aside={by}>
        {works}
      </Message>
    )
  if (state === 'trying')
    return (
      <Message icon={<LoaderCircle className={styles.turning} size={18} strokeWidth={1.75} aria-hidden="true" />} aside={by}>
        {words.trying}
      </Message>
    )
  if (state === 'refused')
    return (
      <Message className={styles.amber} icon={<WarnIcon size={18} />} aside={by}>
        {words.noLonger(name)}
      </Message>
    )
  const why = fault === '' || fault === 'bad_key' ? '' : words.faults[fault]
  return (
    <Message icon={<ClockIcon size={18} />} aside={by}>
      {why === '' ? words.untriedBare : words.untried(why)}
    </Message>
  )
}

type MessageProps = { className?: string | undefined; icon: ReactNode; aside: string; children: ReactNode }

function Message({ className, icon, aside, children }: MessageProps) {
  return (
    <p className={classes(styles.message, className)} role="status">
      {icon}
      <span>{children}</span>
      {aside !== '' && <span className={textStyles.caption}>{aside}</span>}
    </p>
  )
}
