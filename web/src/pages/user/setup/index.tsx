/** Settings: language, appearance, sign out. */
import { LogOut } from 'lucide-react'
import '../../../account/account.css'
import { askToSignOut } from '../../../account/sign-out.ts'
import { accountText } from '../../../account/text.ts'
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text.ts'
import { SettingsRows } from '../../../settings/rows.tsx'
import { settingsText } from '../../../settings/text.ts'
import { NavBar } from '../../../ui/navbar.tsx'
import { Row } from '../../../ui/row.tsx'

export const meta: PageMeta = { needs: 'anyone' }

export function Screen() {
  const words = useText(settingsText)
  const account = useText(accountText)
  const { token } = useSession()
  return (
    <>
      <NavBar title={words.settings} backLabel={useText(commonText).back} back={() => back('/pages/main/user/index')} />
      <main className="page plain screen-in" style={{ paddingTop: 8 }}>
        <div className="lists">
          <SettingsRows />
          {token !== '' && (
            <div className="list">
              <Row icon={<LogOut strokeWidth={1.75} />} label={account.signOut} isAct onClick={() => void askToSignOut()} />
            </div>
          )}
        </div>
      </main>
    </>
  )
}
