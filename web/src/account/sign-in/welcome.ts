/** After sign-in: a greeting, the return path, and for an account under cancellation the question whether to keep it (P36). */
import type { SignedIn } from '@homeport/contract/account.ts'
import { textNow } from '../../kit/lang.ts'
import { loadUntilThere } from '../../kit/lazy-part.ts'
import { goToReturnPath } from '../../kit/nav/return-path.ts'
import { toast } from '../../ui/toast.tsx'
import { accountText } from '../field/text.ts'

export function welcome(signedIn: SignedIn): void {
  comeIn(signedIn, textNow(accountText).signedIn)
}

export function welcomeNew(signedIn: SignedIn): void {
  comeIn(signedIn, textNow(accountText).registered)
}

function comeIn({ user }: SignedIn, word: string): void {
  toast(word)
  goToReturnPath()
  if (user.erase_at !== null) void offerToKeep(user.erase_at)
}

async function offerToKeep(eraseAt: number): Promise<void> {
  const { askToKeep } = await loadUntilThere(() => import('../security/keep-account.ts'))
  await askToKeep(eraseAt)
}
