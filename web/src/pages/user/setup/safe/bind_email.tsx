/** Adds an email address, or changes it. */
import { BindEmailForm } from '../../../../account/security/bind-email-form.tsx'
import { useOwnProfile } from '../../../../account/security/security-data.ts'
import { SecurityPage, securityPath } from '../../../../account/security/security-page.tsx'
import { securityText } from '../../../../account/security/security-text.ts'
import { useText } from '../../../../kit/lang.ts'
import { back } from '../../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../../kit/page.ts'

export const meta: PageMeta = { needs: 'user' }

export function Screen() {
  const words = useText(securityText)
  const user = useOwnProfile()
  if (!user) return null
  return (
    <SecurityPage title={user.email === '' ? words.bindEmail : words.changeEmail} note={words.emailNote}>
      <BindEmailForm user={user} done={() => back(securityPath)} />
    </SecurityPage>
  )
}
