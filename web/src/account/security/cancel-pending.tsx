/** During the cancellation period: when the account is erased, and a button to undo it. */
import { useMutation } from '@tanstack/react-query'
import { now } from '../../kit/time/clock.ts'
import { dateOf } from '../../kit/text/format.ts'
import { useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import cardStyles from '../../ui/card.module.css'
import { classes } from '../../ui/classes.ts'
import { WarnIcon } from '../../ui/icon.tsx'
import textStyles from '../../ui/text.module.css'
import { cancelText } from './cancel-text.ts'
import { takeBack } from './keep-account.ts'
import styles from './security.module.css'

/** eraseAt in seconds. */
export function CancelPending({ eraseAt }: { eraseAt: number }) {
  const words = useText(cancelText)
  const keeping = useMutation(takeBack)
  const days = Math.max(1, Math.ceil((eraseAt - now() / 1000) / 86_400))
  return (
    <section className={classes(cardStyles.card, styles.ending)} aria-labelledby="ending">
      <h2 id="ending">
        <WarnIcon size={22} />
        {words.pending}
      </h2>
      <p>{words.pendingText(dateOf(eraseAt))}</p>
      <p className={classes(textStyles.caption, textStyles.numeric)}>{words.daysLeft(days)}</p>
      <Button variant="main" isWide isBusy={keeping.isPending} onClick={() => keeping.mutate()}>
        {words.keep}
      </Button>
    </section>
  )
}
