/** Asks, then forgets. */
import { textNow } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { question } from '../ui/modal.tsx'
import { toast } from '../ui/toast.tsx'
import { signOut } from './data.ts'
import { accountText } from './text.ts'

export async function askToSignOut(): Promise<void> {
  const words = textNow(accountText)
  const answer = await question({
    title: words.signOutAsk,
    text: words.signOutText,
    confirm: words.signOut,
    cancel: textNow(commonText).cancel,
    isDanger: true,
  })
  if (answer === 'cancel') return
  await signOut()
  toast(words.signedOut)
}
