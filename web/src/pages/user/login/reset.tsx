/** Password reset. */
import { codeText } from '../../../account/field/code-text.ts'
import { FormFrame } from '../../../account/field/form-frame.tsx'
import { ResetForm } from '../../../account/sign-in/reset-form.tsx'
import { useLang, useText } from '../../../kit/lang.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { loginPath } from '../../../kit/nav/return-path.ts'
import { askToSwitchLanguage } from '../../../settings/language.ts'
import { settingsText } from '../../../settings/text.ts'

export const meta: PageMeta = { needs: 'anyone' }

export function Screen() {
  const words = useText(codeText)
  const languageName = useText(settingsText).langs[useLang()]
  return (
    <FormFrame
      languageName={languageName}
      changeLanguage={() => void askToSwitchLanguage()}
      title={words.resetTitle}
      motto={words.resetMotto}
      above={loginPath}
    >
      <ResetForm />
    </FormFrame>
  )
}
