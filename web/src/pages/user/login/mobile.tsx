/** Sign in by phone code: says plainly that this server sends none, and leads to the password. */
import { Frame } from '../../../account/frame.tsx'
import { accountText } from '../../../account/text.ts'
import { Ways } from '../../../account/ways.tsx'
import { useLang, useText } from '../../../kit/lang.ts'
import { redirect } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { loginPath } from '../../../kit/way-back.ts'
import { askToSwitchLanguage } from '../../../settings/language.ts'
import { settingsText } from '../../../settings/text.ts'
import { Button } from '../../../ui/button.tsx'
import { art, Face } from '../../../ui/face.tsx'

export const meta: PageMeta = { needs: 'anyone' }

export function Screen() {
  const words = useText(accountText)
  const languageName = useText(settingsText).langs[useLang()]
  return (
    <Frame languageName={languageName} changeLanguage={() => void askToSwitchLanguage()} title={words.welcome}>
      <Ways chosen="mobile" />
      <Face art={art.phone} title={words.noPhone} text={words.noPhoneText} isNear>
        <Button look="main" onClick={() => redirect(loginPath)}>
          {words.withPassword}
        </Button>
      </Face>
    </Frame>
  )
}
