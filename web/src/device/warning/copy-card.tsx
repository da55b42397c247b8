/** Says that a copy of the box is running; the owner chooses which one stays. */
import type { Device, DeviceCopy } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { now } from '../../kit/time/clock.ts'
import { isFailure } from '../../kit/failure.ts'
import { dateOf, dayOf, timeOfDay } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { BoxIcon } from '../../ui/icon.tsx'
import layoutStyles from '../../ui/layout.module.css'
import { MiddleEllipsis } from '../../ui/middle-ellipsis.tsx'
import overlayStyles from '../../ui/overlay.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import tileStyles from '../../ui/tile.module.css'
import { toast } from '../../ui/toast.tsx'
import { keepOne } from '../household/household-data.ts'
import { copyText } from './copy-text.ts'
import styles from '../device.module.css'
import { WarningCard } from './warning-card.tsx'

export function CopyCard({ device }: { device: Device }) {
  const words = useText(copyText)
  const [isOpen, setOpen] = useState(false)
  const named = useNamed(device.copies ?? [])
  if (named.length < 2) return null
  const copies = named.filter(({ is_here }) => !is_here)
  return (
    <WarningCard title={words.title} caption={<bdi>{copies.map(({ name }) => name).join(', ')}</bdi>}>
      {device.role === 'owner' && <Button onClick={() => setOpen(true)}>{words.choose}</Button>}
      <CopySheet device={device} copies={named} isOpen={isOpen} onClose={() => setOpen(false)} />
    </WarningCard>
  )
}

type CopySheetProps = { device: Device; copies: DeviceCopy[]; isOpen: boolean; onClose: () => void }

function CopySheet({ device, copies, isOpen, onClose }: CopySheetProps) {
  const words = useText(copyText)
  const common = useText(commonText)
  const [chosen, setChosen] = useState('')
  const keeping = useMutation(keepOne(useQueryClient(), device))
  const chosenCopy = copies.find(({ id }) => id === chosen) ?? copies[0]
  if (!chosenCopy) return null
  const others = copies.filter((one) => one !== chosenCopy)
  const { id, name, is_here } = chosenCopy

  function keep() {
    // the promise, not a callback of mutate: the card goes with the choice
    keeping.mutateAsync(id).then(
      () => {
        onClose()
        toast(is_here ? words.kept(name) : words.keptComing(name))
      },
      (failure: unknown) => isFailure(failure) && failure.code === Code.notFound && toast(words.gone),
    )
  }

  const foot = (
    <>
      <Button variant="main" isWide isBusy={keeping.isPending} onClick={keep}>
        <bdi className={textStyles.oneLine}>
          <MiddleEllipsis text={words.keep(name)} />
        </bdi>
      </Button>
      <p className={classes(overlayStyles.afterword, styles.copyName)}>
        {others.length === 1 ? words.becomes(others[0]?.name ?? '') : words.othersBecome}
      </p>
    </>
  )
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.title} closeLabel={common.close} foot={foot}>
      <div role="radiogroup" aria-label={words.title}>
        {copies.map((copy) => (
          <label key={copy.id} className={styles.copy}>
            <span className={tileStyles.tile}>
              <BoxIcon />
            </span>
            <span className={layoutStyles.grow}>
              <bdi className={classes(textStyles.label, styles.copyName)}>{copy.name}</bdi>
              <span className={classes(textStyles.caption, textStyles.numeric, layoutStyles.block)}>
                <Since since={copy.since} />
                {copy.is_here && device.online === 1 && ` · ${words.current}`}
              </span>
            </span>
            <input type="radio" name="copy" checked={copy === chosenCopy} onChange={() => setChosen(copy.id)} />
          </label>
        ))}
      </div>
    </Sheet>
  )
}

function Since({ since }: { since: number }) {
  const words = useText(copyText)
  const time = timeOfDay(since * 1000)
  return dayOf(since, now()) === time ? words.sinceToday(time) : words.since(dateOf(since))
}

/** A copied disk has the name of its original: of several equal ones each gets its number. */
function useNamed(copies: readonly DeviceCopy[]): DeviceCopy[] {
  const { unnamed } = useText(copyText)
  const groups = Map.groupBy(copies, ({ name }) => name)
  return copies.map((copy) => {
    const equal = groups.get(copy.name) ?? []
    const name = copy.name || unnamed
    return { ...copy, name: equal.length === 1 ? name : `${name} (${equal.indexOf(copy) + 1})` }
  })
}
