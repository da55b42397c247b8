/** Sign in by user name and password. */
import { Frame } from '../../../account/frame.tsx'
import { LoginForm } from '../../../account/login-form.tsx'
import { accountText } from '../../../account/text.ts'
import { Ways } from '../../../account/ways.tsx'
import { useLang, useText } from '../../../kit/lang.ts'
import { relaunch } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { homePath } from '../../../kit/way-back.ts'
import { askToSwitchLanguage } from '../../../settings/language.ts'
import { settingsText } from '../../../settings/text.ts'
import { Button } from '../../../ui/button.tsx'

export const meta: PageMeta = { needs: 'anyone' }

export function Screen() {
  const words = useText(accountText)
  const languageName = useText(settingsText).langs[useLang()]
  return (
    <Frame languageName={languageName} changeLanguage={() => void askToSwitchLanguage()} title={words.welcome}>
      <Ways chosen="username" />
      <LoginForm />
      <div className="gst">
        <Button look="bare" onClick={() => relaunch(homePath)}>
          {words.lookAround}
        </Button>
      </div>
    </Frame>
  )
}
