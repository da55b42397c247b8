/** Undoes an account cancellation during its waiting period. */
import { undoCancel } from '@homeport/contract/account.ts'
import { mutationOptions } from '@tanstack/react-query'
import { ask } from '../../kit/call/http.ts'
import { isFailure } from '../../kit/failure.ts'
import { dateOf } from '../../kit/text/format.ts'
import { textNow } from '../../kit/lang.ts'
import { setUser } from '../../kit/session.ts'
import { question } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { cancelText } from './cancel-text.ts'

export const takeBack = mutationOptions({
  mutationFn: () => ask(undoCancel, {}),
  onSuccess(user) {
    setUser(user)
    toast(textNow(cancelText).kept)
  },
})

/** eraseAt in seconds. */
export async function askToKeep(eraseAt: number): Promise<void> {
  const words = textNow(cancelText)
  const answer = await question({
    title: words.keepAsk,
    text: words.keepText(dateOf(eraseAt)),
    confirm: words.keep,
    cancel: words.notNow,
  })
  if (answer !== 'confirm') return
  try {
    setUser(await ask(undoCancel, {}))
    toast(words.kept)
  } catch (error) {
    toast(isFailure(error) && error.message !== '' ? error.message : words.notKept)
  }
}
