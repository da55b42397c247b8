/** Account cancellation. */
import { CancelForm } from '../../../../account/cancel-form.tsx'
import { CancelPending } from '../../../../account/cancel-pending.tsx'
import { cancelText } from '../../../../account/cancel-text.ts'
import { useOwnProfile } from '../../../../account/security-data.ts'
import { SecurityPage } from '../../../../account/security-page.tsx'
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
