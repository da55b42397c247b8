/** Me: who is signed in, one's devices, language and appearance. */
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Info, LogOut } from 'lucide-react'
import '../../../account/account.css'
import { Avatar } from '../../../account/avatar.tsx'
import { askToSignOut } from '../../../account/sign-out.ts'
import { accountText } from '../../../account/text.ts'
import { devices } from '../../../device/data.ts'
import { useText } from '../../../kit/lang.ts'
import { forward } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { loginPath, rememberWay } from '../../../kit/way-back.ts'
import { meText } from '../../../account/me-text.ts'
import { SettingsRows } from '../../../settings/rows.tsx'
import { settingsText } from '../../../settings/text.ts'
import { IconButton } from '../../../ui/button.tsx'
import { BoxIcon, PersonIcon, SlidersIcon } from '../../../ui/icon.tsx'
import { Row } from '../../../ui/row.tsx'

export const meta: PageMeta = { needs: 'anyone', isRoot: true }

const minePath = '/pages/user/mine/device'
const mePath = '/pages/main/user/index'
const version = '2.7.0'

export function Screen() {
  const words = useText(meText)
  const account = useText(accountText)
  const settings = useText(settingsText)
  const { token, user } = useSession()
  const list = useQuery(devices()).data ?? []
  const online = list.filter((one) => one.online === 1).length
  return (
    <main className="page screen-in">
      <header className="root-bar" style={{ justifyContent: 'flex-end' }}>
        <IconButton label={settings.settings} onClick={() => forward('/pages/user/setup/index')}>
          <SlidersIcon />
        </IconButton>
      </header>
      {token === '' ? <GuestCard /> : <Profile name={user?.nickname || user?.username || ''} username={user?.username ?? ''} />}
      <div className="lists">
        {token !== '' && (
          <div className="list">
            <Row
              icon={<BoxIcon />}
              label={words.devices}
              value={
                list.length === 0 ? (
                  words.noDevice
                ) : (
                  <>
                    <i className={online > 0 ? 'dot' : 'dot off'} />
                    {words.online(online)}
                  </>
                )
              }
              href={`#${minePath}`}
            />
          </div>
        )}
        <SettingsRows />
        <div className="list">
          <Row icon={<Info strokeWidth={1.75} />} label={words.version} value={version} />
          {token !== '' && (
            <Row icon={<LogOut strokeWidth={1.75} />} label={account.signOut} isAct onClick={() => void askToSignOut()} />
          )}
        </div>
      </div>
    </main>
  )
}

function Profile({ name, username }: { name: string; username: string }) {
  return (
    <div className="pf">
      <Avatar name={name} />
      <div className="grow">
        <h1 className="one">{name}</h1>
        {name !== username && <p className="sub one">{username}</p>}
      </div>
    </div>
  )
}

function GuestCard() {
  const words = useText(accountText)
  return (
    <a className="pf" href={`#${loginPath}`} onClick={() => rememberWay(mePath)}>
      <span className="av l" style={{ background: 'var(--well)', color: 'var(--ink-2)' }}>
        <PersonIcon size={32} />
      </span>
      <div className="grow">
        <h1 className="one">{words.guest}</h1>
        <p className="sub one">{words.guestText}</p>
      </div>
      <span className="chev">
        <ChevronRight size={20} strokeWidth={1.75} />
      </span>
    </a>
  )
}
