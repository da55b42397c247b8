/** Change password; an account registered by phone sets its first one here. */
import { useState } from 'react'
import { BindPhoneSheet } from '../../../../account/security/bind-phone-sheet.tsx'
import { ChangePasswordForm } from '../../../../account/security/change-password-form.tsx'
import { ownTarget } from '../../../../account/security/proof.tsx'
import { useOwnProfile } from '../../../../account/security/security-data.ts'
import { SecurityPage, securityPath } from '../../../../account/security/security-page.tsx'
import { securityText } from '../../../../account/security/security-text.ts'
import { useText } from '../../../../kit/lang.ts'
import { back } from '../../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../../kit/page.ts'
import { Button } from '../../../../ui/button.tsx'
import noteStyles from '../../../../ui/note.module.css'

export const meta: PageMeta = { needs: 'user' }

export function Screen() {
  const words = useText(securityText)
  const user = useOwnProfile()
  const [isBinding, setBinding] = useState(false)
  if (!user) return null
  const canProve = user.has_password || ownTarget(user) !== null
  return (
    <SecurityPage title={user.has_password ? words.changePassword : words.setPassword} note={words.passwordNote}>
      {canProve ? (
        <ChangePasswordForm user={user} done={() => back(securityPath)} />
      ) : (
        <>
          <p className={noteStyles.note}>{words.whyPhone}</p>
          <Button variant="main" isWide onClick={() => setBinding(true)}>
            {words.bindPhone}
          </Button>
        </>
      )}
      <BindPhoneSheet user={user} isOpen={isBinding} onClose={() => setBinding(false)} />
    </SecurityPage>
  )
}
