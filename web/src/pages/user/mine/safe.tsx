/** Where one is signed in, and whom one has blocked. */
import { SecurityPage } from '../../../account/security-page.tsx'
import { securityText } from '../../../account/security-text.ts'
import { SignIns } from '../../../account/sign-ins.tsx'
import { useText } from '../../../kit/lang.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { BlockedPeople } from '../../../people/blocked.tsx'

export const meta: PageMeta = { needs: 'user' }

export function Screen() {
  return (
    <SecurityPage title={useText(securityText).safe}>
      <SignIns />
      <BlockedPeople />
    </SecurityPage>
  )
}
