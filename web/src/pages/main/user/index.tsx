/** Me: who is signed in, counts, messages, one's devices, language and appearance, help. */
import { appVersion } from '@homeport/contract/kit/version.ts'
import { useQuery } from '@tanstack/react-query'
import { Bell, ChevronRight, CircleQuestionMark, FileText, Info, Lock, LogOut, MessageSquare, ShieldCheck } from 'lucide-react'
import '../../../account/account.css'
import { meText } from '../../../account/me-text.ts'
import { askToSignOut } from '../../../account/sign-out.ts'
import { ownProfile } from '../../../account/profile-data.ts'
import { accountText } from '../../../account/text.ts'
import { devices } from '../../../device/data.ts'
import { paths as forumPaths } from '../../../forum/paths.ts'
import { forumText } from '../../../forum/text.ts'
import { hasUnsentWords } from '../../../forum/unsent-words.ts'
import { useText } from '../../../kit/lang.ts'
import { forward } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { nameOf } from '../../../kit/person.ts'
import { useSession } from '../../../kit/session.ts'
import { shownPicture } from '../../../kit/shown-picture.ts'
import { loginPath, rememberWay } from '../../../kit/way-back.ts'
import { messagesPath, remindersPath } from '../../../message/data.ts'
import { messageText } from '../../../message/text.ts'
import { unread } from '../../../message/unread.ts'
import { Counts } from '../../../people/counts.tsx'
import { person } from '../../../people/data.ts'
import { SettingsRows } from '../../../settings/rows.tsx'
import { settingsText } from '../../../settings/text.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { BoxIcon, PersonIcon, SlidersIcon } from '../../../ui/icon.tsx'
import { Row } from '../../../ui/row.tsx'

export const meta: PageMeta = { needs: 'anyone', isRoot: true }

const mePath = '/pages/main/user/index'
const paths = {
  devices: '/pages/user/mine/device',
  profile: '/pages/user/userinfo/index',
  security: '/pages/user/setup/safe/index',
  feedback: '/pages/user/help/index',
  about: '/pages/user/about/index',
} as const

export function Screen() {
  const words = useText(meText)
  const account = useText(accountText)
  const settings = useText(settingsText)
  const { token } = useSession()
  const isIn = token !== ''
  return (
    <main className="page screen-in">
      <header className="root-bar" style={{ justifyContent: 'flex-end' }}>
        <IconButton label={settings.settings} onClick={() => forward('/pages/user/setup/index')}>
          <SlidersIcon />
        </IconButton>
      </header>
      <div className="me">
        {isIn ? <Mine /> : <GuestCard />}
        <div className="lists">
          {isIn && <News />}
          <SettingsRows>
            {isIn && <Row icon={<Lock strokeWidth={1.75} />} label={words.security} href={`#${paths.security}`} />}
          </SettingsRows>
          <div className="list">
            <Row icon={<CircleQuestionMark strokeWidth={1.75} />} label={words.feedback} href={`#${paths.feedback}`} />
            <Row
              icon={<Info strokeWidth={1.75} />}
              label={words.about}
              value={appVersion.version_name}
              href={`#${paths.about}`}
            />
            {isIn && (
              <Row
                icon={<LogOut strokeWidth={1.75} />}
                label={account.signOut}
                isAct
                onClick={() => void askToSignOut(hasUnsentWords())}
              />
            )}
          </div>
        </div>
      </div>
    </main>
  )
}

function Mine() {
  const { user } = useSession()
  const counts = useQuery(person()).data?.counts
  if (!user) return null
  const name = nameOf(user)
  return (
    <div>
      <a className="pf" href={`#${paths.profile}`}>
        <Avatar name={name} src={shownPicture(user.avatar)} />
        <div className="grow">
          <h1 className="one">{name}</h1>
          {name !== user.username && <p className="sub one">{user.username}</p>}
        </div>
        <span className="chev">
          <ChevronRight size={20} strokeWidth={1.75} />
        </span>
      </a>
      <Counts counts={counts} userId="" />
    </div>
  )
}

function News() {
  const words = useText(meText)
  const messages = useText(messageText)
  const forum = useText(forumText)
  const counts = useQuery(unread()).data
  const list = useQuery(devices()).data ?? []
  // One who was made a moderator since signing in is one at once.
  const role = useQuery(ownProfile()).data?.role ?? ''
  const online = list.filter((one) => one.online === 1).length
  const told = (counts?.messages ?? 0) + (counts?.system ?? 0)
  const reminded = counts?.reminders ?? 0
  return (
    <div className="list">
      <Row
        icon={<MessageSquare strokeWidth={1.75} />}
        label={messages.messages}
        value={<Badge count={told} label={messages.unread(told)} />}
        href={`#${messagesPath}`}
      />
      <Row
        icon={<Bell strokeWidth={1.75} />}
        label={messages.reminders}
        value={<Badge count={reminded} label={messages.unread(reminded)} />}
        href={`#${remindersPath}`}
      />
      <Row icon={<FileText strokeWidth={1.75} />} label={forum.mine} href={`#${forumPaths.mine}`} />
      {role !== '' && <Row icon={<ShieldCheck strokeWidth={1.75} />} label={forum.moderation} href={`#${forumPaths.moderate}`} />}
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
        href={`#${paths.devices}`}
      />
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
