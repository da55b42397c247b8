/** A sheet to bind a phone in place, if an action needs one and the account has none. */
import type { Profile } from '@homeport/contract/account.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import { Sheet } from '../../ui/sheet.tsx'
import textStyles from '../../ui/text.module.css'
import { BindPhoneForm } from './bind-phone-form.tsx'
import { securityText } from './security-text.ts'

export function BindPhoneSheet({ user, isOpen, onClose }: { user: Profile; isOpen: boolean; onClose: () => void }) {
  const words = useText(securityText)
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={words.bindPhone} closeLabel={useText(commonText).close}>
      <p className={classes(textStyles.secondary, layoutStyles.below16)}>
        {user.has_password ? words.phoneNote : words.whyPhone}
      </p>
      <BindPhoneForm user={user} done={onClose} />
    </Sheet>
  )
}
