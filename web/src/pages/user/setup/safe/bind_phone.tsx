/** Adds a mobile number, or changes it. */
import { BindPhoneForm } from '../../../../account/security/bind-phone-form.tsx'
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
    <SecurityPage title={user.phone === '' ? words.bindPhone : words.changePhone} note={words.phoneNote}>
      <BindPhoneForm user={user} done={() => back(securityPath)} />
    </SecurityPage>
  )
}
