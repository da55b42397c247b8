/** The bar at the foot of the update page: when the offered version is installed; without one, looking again. */
import type { Device } from '@homeport/contract/device.ts'
import type { updateTimes, UpdateStatus } from '@homeport/contract/update.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sizeOf } from '../kit/text/format.ts'
import { useText } from '../kit/lang.ts'
import barsStyles from '../ui/bars.module.css'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { RetryIcon } from '../ui/icon.tsx'
import textStyles from '../ui/text.module.css'
import { choose, isWorking } from './box-update-data.ts'
import { boxUpdateText } from './box-update-text.ts'
import styles from './box-update.module.css'

type Props = { device: Device; status: UpdateStatus; check: () => void; isChecking: boolean }

export function BoxUpdateFoot({ device, status, check, isChecking }: Props) {
  const words = useText(boxUpdateText)
  const set = useMutation(choose(useQueryClient(), device))
  const { offer, off, when } = status
  const isAway = device.online !== 1
  if (off !== '' || isWorking(status)) return null
  if (!offer)
    return (
      <footer className={classes(barsStyles.bottomBar, styles.foot)}>
        <Button isWide isBusy={isChecking} disabled={isAway} icon={<RetryIcon size={20} />} onClick={check}>
          {words.check}
        </Button>
      </footer>
    )
  if (device.role !== 'owner')
    return (
      <footer className={classes(barsStyles.bottomBar, styles.foot)}>
        <p className={textStyles.caption}>{words.ownerOnly}</p>
      </footer>
    )
  const button = (time: (typeof updateTimes)[number]) => ({
    disabled: isAway,
    isBusy: set.isPending && set.variables.when === time,
    onClick: () => set.mutate({ when: time }),
  })
  return (
    <footer className={classes(barsStyles.bottomBar, styles.foot)}>
      <Button variant="main" isWide {...button('now')}>
        {words.now}
      </Button>
      <div className={styles.choices}>
        <Button variant={when === 'tonight' ? 'line' : 'plain'} aria-pressed={when === 'tonight'} {...button('tonight')}>
          {words.tonight}
        </Button>
        <Button variant="line" aria-pressed={when === 'never'} {...button('never')}>
          {words.never}
        </Button>
      </div>
      <p className={classes(textStyles.caption, textStyles.numeric)} role="status">
        {when === 'tonight' && words.chosenTonight}
        {when === 'never' && words.chosenNever}
        {when !== 'tonight' && when !== 'never' && words.size(sizeOf(offer.size))}
      </p>
    </footer>
  )
}
