/** During the cancellation period: when the account is erased, and a button to undo it. */
import { useMutation } from '@tanstack/react-query'
import { now } from '../../kit/clock.ts'
import { dateOf } from '../../kit/format.ts'
import { useText } from '../../kit/lang.ts'
import { Button } from '../../ui/button.tsx'
import { WarnIcon } from '../../ui/icon.tsx'
import { cancelText } from './cancel-text.ts'
import { takeBack } from './keep-account.ts'

/** eraseAt in seconds. */
export function CancelPending({ eraseAt }: { eraseAt: number }) {
  const words = useText(cancelText)
  const keeping = useMutation(takeBack)
  const days = Math.max(1, Math.ceil((eraseAt - now() / 1000) / 86_400))
  return (
    <section className="card ending" aria-labelledby="ending">
      <h2 id="ending">
        <WarnIcon size={22} />
        {words.pending}
      </h2>
      <p>{words.pendingText(dateOf(eraseAt))}</p>
      <p className="cap num">{words.daysLeft(days)}</p>
      <Button look="main" isWide isBusy={keeping.isPending} onClick={() => keeping.mutate()}>
        {words.keep}
      </Button>
    </section>
  )
}
