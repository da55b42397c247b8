/** Sign-in with a code by SMS. */
import { FormFrame } from '../../../account/field/form-frame.tsx'
import { LookAround } from '../../../account/sign-in/look-around.tsx'
import { PhoneLoginForm } from '../../../account/sign-in/phone-login-form.tsx'
import { accountText } from '../../../account/field/text.ts'
import { SignInMethods } from '../../../account/sign-in/sign-in-methods.tsx'
import { pairing } from '../../../device/bind/pairing.ts'
import { useLang, useText } from '../../../kit/lang.ts'
import { useObservable } from '../../../kit/observable.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { askToSwitchLanguage } from '../../../settings/language.ts'
import { settingsText } from '../../../settings/text.ts'

export const meta: PageMeta = { needs: 'anyone', isForGuests: true }

export function Screen() {
  const words = useText(accountText)
  const languageName = useText(settingsText).langs[useLang()]
  return (
    <FormFrame languageName={languageName} changeLanguage={() => void askToSwitchLanguage()} title={words.welcome}>
      <SignInMethods chosen="mobile" />
      <PhoneLoginForm invitation={useObservable(pairing)?.code ?? ''} />
      <LookAround />
    </FormFrame>
  )
}
