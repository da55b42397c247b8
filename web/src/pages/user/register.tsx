/** Create an account. */
import { FormFrame } from '../../account/field/form-frame.tsx'
import { accountText } from '../../account/field/text.ts'
import { RegisterForm } from '../../account/sign-in/register-form.tsx'
import styles from '../../account/sign-in/sign-in.module.css'
import { pairing } from '../../device/bind/pairing.ts'
import { useLang, useText } from '../../kit/lang.ts'
import { redirect } from '../../kit/nav/nav.ts'
import { useObservable } from '../../kit/observable.ts'
import type { PageMeta } from '../../kit/page.ts'
import { loginPath } from '../../kit/nav/return-path.ts'
import { askToSwitchLanguage } from '../../settings/language.ts'
import { settingsText } from '../../settings/text.ts'
import { Button } from '../../ui/button.tsx'

export const meta: PageMeta = { needs: 'anyone', isForGuests: true }

export function Screen() {
  const words = useText(accountText)
  const languageName = useText(settingsText).langs[useLang()]
  return (
    <FormFrame languageName={languageName} changeLanguage={() => void askToSwitchLanguage()} title={words.registerTitle}>
      <RegisterForm code={useObservable(pairing)?.code ?? ''} />
      <div className={styles.links}>
        <Button variant="text" onClick={() => redirect(loginPath)}>
          {words.haveAccount}
        </Button>
      </div>
    </FormFrame>
  )
}
