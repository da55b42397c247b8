/** One line above the films of a box without a key of the film database: what a key brings. It leads the owner to the field, and goes for good once it is hidden. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { Image, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { later } from '../../kit/time/clock.ts'
import { hrefTo } from '../../kit/nav/href.ts'
import { useText } from '../../kit/lang.ts'
import { storageKeys } from '../../kit/storage.ts'
import { keysPath } from '../../shared/keys-path.ts'
import { IconButton } from '../../ui/button.tsx'
import layoutStyles from '../../ui/layout.module.css'
import { identifying } from '../identify/identify-data.ts'
import styles from './key-hint.module.css'
import { movieText } from '../text.ts'

/** The films wait so long for what the box says, so that the line pushes none of them down. */
const waitMs = 500

/** waiting: it is not known yet whether there is a line; once the films stand without it, it does not come. */
export function useKeyHint(device: Device): { state: 'waiting' | 'shown' | 'none'; hide: () => void } {
  const slot = storageKeys.app('key_hint')
  const { data, isPending, fetchStatus } = useQuery(identifying(device))
  const [isLate, setLate] = useState(false)
  const [decided, setDecided] = useState<'shown' | 'none'>()
  useEffect(() => later(waitMs, () => setLate(true)), [])
  // A key that was set meanwhile takes the line away.
  if (decided) return { state: data?.database === 'no_key' ? decided : 'none', hide }
  const isHidden = slot.get()?.hidden.includes(device.devsn) ?? false
  const isUnknown = isPending && fetchStatus === 'fetching'
  if (isUnknown && !isLate && !isHidden) return { state: 'waiting', hide }
  const state = data?.database === 'no_key' && !isHidden ? 'shown' : 'none'
  setDecided(state)
  return { state, hide }

  function hide(): void {
    slot.set({ hidden: [...(slot.get()?.hidden ?? []), device.devsn] })
    setDecided('none')
  }
}

export function KeyHint({ device, hide }: { device: Device; hide: () => void }) {
  const words = useText(movieText)
  const isOwner = device.role === 'owner'
  return (
    <div className={styles.hint}>
      <Image size={20} strokeWidth={1.75} aria-hidden="true" />
      <span className={layoutStyles.grow}>{isOwner ? words.keyHint : words.keyHintMember}</span>
      {isOwner && (
        <a href={hrefTo(keysPath)} aria-label={words.keyAddLong}>
          {words.keyAdd}
        </a>
      )}
      <IconButton label={words.keyHide} onClick={hide}>
        <X size={24} strokeWidth={1.75} />
      </IconButton>
    </div>
  )
}
