/** Deletes the account. */
import { CancelForm } from '../../../../account/security/cancel-form.tsx'
import { CancelPending } from '../../../../account/security/cancel-pending.tsx'
import { cancelText } from '../../../../account/security/cancel-text.ts'
import { useOwnProfile } from '../../../../account/security/security-data.ts'
import { SecurityPage } from '../../../../account/security/security-page.tsx'
import { useText } from '../../../../kit/lang.ts'
import type { PageMeta } from '../../../../kit/page.ts'

export const meta: PageMeta = { needs: 'user' }

export function Screen() {
  const words = useText(cancelText)
  const user = useOwnProfile()
  if (!user) return null
  return (
    <SecurityPage title={words.title}>
      {user.erase_at ? <CancelPending eraseAt={user.erase_at} /> : <CancelForm user={user} />}
    </SecurityPage>
  )
}
