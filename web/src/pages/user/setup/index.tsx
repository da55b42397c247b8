/** Settings: security, language, appearance, saved data, about, sign out. */
import { appVersion } from '@homeport/contract/kit/version.ts'
import { Info, LogOut, ShieldCheck } from 'lucide-react'
import { accountText } from '../../../account/field/text.ts'
import { securityPath } from '../../../account/security/security-page.tsx'
import { securityText } from '../../../account/security/security-text.ts'
import { askToSignOut } from '../../../account/sign-in/sign-out.ts'
import { hasUnsavedWork } from '../../../forum/outbox/loss-check.ts'
import { helpText } from '../../../help/text.ts'
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text.ts'
import { SettingsRows } from '../../../settings/rows.tsx'
import { SavedRow } from '../../../settings/saved-row.tsx'
import { settingsText } from '../../../settings/text.ts'
import { classes } from '../../../ui/classes.ts'
import gridStyles from '../../../ui/grid.module.css'
import layoutStyles from '../../../ui/layout.module.css'
import listStyles from '../../../ui/list.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import { Row } from '../../../ui/row.tsx'

export const meta: PageMeta = { needs: 'anyone' }

export function Screen() {
  const words = useText(settingsText)
  const account = useText(accountText)
  const security = useText(securityText)
  const help = useText(helpText)
  const { token } = useSession()
  return (
    <>
      <NavBar title={words.settings} backLabel={useText(commonText).back} back={() => back('/pages/main/user/index')} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing, layoutStyles.top8)}>
        <div className={gridStyles.columns}>
          <SettingsRows>
            {token !== '' && <Row icon={<ShieldCheck strokeWidth={1.75} />} label={security.title} href={`#${securityPath}`} />}
          </SettingsRows>
          <div className={listStyles.list}>
            <SavedRow />
          </div>
          <div className={listStyles.list}>
            <Row
              icon={<Info strokeWidth={1.75} />}
              label={help.about}
              value={appVersion.version_name}
              href="#/pages/user/about/index"
            />
          </div>
          {token !== '' && (
            <div className={listStyles.list}>
              <Row
                icon={<LogOut strokeWidth={1.75} />}
                label={account.signOut}
                isAct
                onClick={() => void askToSignOut(hasUnsavedWork())}
              />
            </div>
          )}
        </div>
      </main>
    </>
  )
}
