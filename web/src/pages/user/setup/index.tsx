/** Settings: notifications, playback habits, appearance, this phone, updates and licences, sign out. */
import { useQuery } from '@tanstack/react-query'
import { Info, LogOut, ShieldCheck, Smartphone } from 'lucide-react'
import { accountText } from '../../../account/field/text.ts'
import { signIns } from '../../../account/security/security-data.ts'
import { securityPath } from '../../../account/security/security-page.tsx'
import { securityText } from '../../../account/security/security-text.ts'
import { askToSignOut } from '../../../account/sign-in/sign-out.ts'
import { hasUnsavedWork } from '../../../forum/outbox/loss-check.ts'
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { HabitRows } from '../../../playback/habits/habit-rows.tsx'
import { habitText } from '../../../playback/habits/habit-text.ts'
import { PushRows } from '../../../push/push-rows.tsx'
import { pushText } from '../../../push/push-text.ts'
import { SettingsGroup } from '../../../settings/group.tsx'
import { HttpsRow } from '../../../settings/https-row.tsx'
import { InstallRow } from '../../../settings/install-row.tsx'
import { LanguageRow, ThemeSegments } from '../../../settings/rows.tsx'
import { SavedRow } from '../../../settings/saved-row.tsx'
import { settingsText } from '../../../settings/text.ts'
import { classes } from '../../../ui/classes.ts'
import gridStyles from '../../../ui/grid.module.css'
import layoutStyles from '../../../ui/layout.module.css'
import listStyles from '../../../ui/list.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import { Row } from '../../../ui/row.tsx'
import { UpdateRow } from '../../../update/update-row.tsx'

export const meta: PageMeta = { needs: 'anyone' }

const aboutPath = '/pages/user/about/index'

export function Screen() {
  const words = useText(settingsText)
  const push = useText(pushText)
  const playback = useText(habitText)
  const { token, device } = useSession()
  const isIn = token !== ''
  return (
    <>
      <NavBar title={words.settings} backLabel={useText(commonText).back} back={() => back('/pages/main/user/index')} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing, layoutStyles.top8)}>
        <div className={gridStyles.columns}>
          {isIn && (
            <SettingsGroup name={push.title}>
              <PushRows />
            </SettingsGroup>
          )}
          {isIn && device && (
            <SettingsGroup name={playback.habits}>
              <HabitRows key={device.devsn} device={device} />
            </SettingsGroup>
          )}
          <SettingsGroup name={words.appearance}>
            <ThemeSegments />
          </SettingsGroup>
          <SettingsGroup name={words.thisDevice}>
            <div className={listStyles.list}>
              <LanguageRow />
              <SavedRow />
              <InstallRow />
              {isIn && <SignedInRow />}
            </div>
          </SettingsGroup>
          <SettingsGroup name={words.about}>
            <div className={listStyles.list}>
              <UpdateRow />
              <HttpsRow />
              <Row icon={<Info strokeWidth={1.75} />} label={words.licences} href={`#${aboutPath}`} />
            </div>
          </SettingsGroup>
          {isIn && <AccountRows />}
        </div>
      </main>
    </>
  )
}

function SignedInRow() {
  const words = useText(settingsText)
  const count = useQuery(signIns()).data?.data.length
  return (
    <Row
      icon={<Smartphone strokeWidth={1.75} />}
      label={words.signedIn}
      value={count === undefined ? '' : words.sessions(count)}
      href={`#${securityPath}`}
    />
  )
}

function AccountRows() {
  const account = useText(accountText)
  const security = useText(securityText)
  return (
    <div className={listStyles.list}>
      <Row icon={<ShieldCheck strokeWidth={1.75} />} label={security.title} href={`#${securityPath}`} />
      <Row
        icon={<LogOut strokeWidth={1.75} />}
        label={account.signOut}
        isAct
        onClick={() => void askToSignOut(hasUnsavedWork())}
      />
    </div>
  )
}
