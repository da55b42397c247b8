/** Asks for confirmation, then signs out. `hasUnsent`: the question warns that unsent work on this device is lost. */
import { textNow } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { question } from '../../ui/modal.tsx'
import { toast } from '../../ui/toast.tsx'
import { signOut } from './data.ts'
import { accountText } from '../field/text.ts'

export async function askToSignOut(hasUnsent: Promise<boolean>): Promise<void> {
  const words = textNow(accountText)
  const answer = await question({
    title: words.signOutAsk,
    text: (await hasUnsent) ? `${words.signOutText} ${words.signOutUnsent}` : words.signOutText,
    confirm: words.signOut,
    cancel: textNow(commonText).cancel,
    isDanger: true,
  })
  if (answer !== 'confirm') return
  await signOut()
  toast(words.signedOut)
}
