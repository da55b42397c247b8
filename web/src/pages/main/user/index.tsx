/** Me: the user's profile, counts, messages, own content; the settings are a page of their own. */
import { useQuery } from '@tanstack/react-query'
import { Bell, ChevronRight, CircleQuestionMark, FileText, Heart, History, MessageSquare, ShieldCheck } from 'lucide-react'
import { accountText } from '../../../account/field/text.ts'
import { meText } from '../../../account/profile/me-text.ts'
import myHeadStyles from '../../../account/profile/my-head.module.css'
import { ownProfile } from '../../../account/profile/profile-data.ts'
import { devices } from '../../../device/data.ts'
import { paths as forumPaths } from '../../../forum/base/paths.ts'
import { forumText } from '../../../forum/base/text.ts'
import { useIsReached } from '../../../kit/call/connection.ts'
import { hrefTo } from '../../../kit/nav/href.ts'
import { useText } from '../../../kit/lang.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { isPhone } from '../../../kit/browser-features.ts'
import { loginPath, mePath, rememberReturnPath } from '../../../kit/nav/return-path.ts'
import { useSession } from '../../../kit/session.ts'
import { messagesPath, remindersPath } from '../../../message/data.ts'
import { messageText } from '../../../message/text.ts'
import { unread } from '../../../message/unread.ts'
import { Counts } from '../../../people/counts.tsx'
import { person } from '../../../people/data.ts'
import peopleStyles from '../../../people/people.module.css'
import { keptPath } from '../../../movie/kept/pending-kept.ts'
import { movieText } from '../../../movie/text.ts'
import { settingsText } from '../../../settings/text.ts'
import { displayNameOf } from '../../../shared/person.ts'
import { pictureUrl } from '../../../shared/picture-url.ts'
import avatarStyles from '../../../ui/avatar.module.css'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { classes } from '../../../ui/classes.ts'
import dotStyles from '../../../ui/dot.module.css'
import gridStyles from '../../../ui/grid.module.css'
import { BoxIcon, PersonIcon, SlidersIcon, TakeIcon } from '../../../ui/icon.tsx'
import layoutStyles from '../../../ui/layout.module.css'
import listStyles from '../../../ui/list.module.css'
import { Row } from '../../../ui/row.tsx'
import textStyles from '../../../ui/text.module.css'

export const meta: PageMeta = { needs: 'anyone', isRoot: true }

const paths = {
  devices: '/pages/user/mine/device',
  profile: '/pages/user/userinfo/index',
  settings: '/pages/user/setup/index',
  feedback: '/pages/user/help/index',
  history: '/pages/device/movie/history',
  films: '/pages/device/movie/list-movie',
} as const

export function Screen() {
  const words = useText(meText)
  const settings = useText(settingsText)
  const movie = useText(movieText)
  const { token, device } = useSession()
  const isIn = token !== ''
  return (
    <main className={classes(layoutStyles.page, layoutStyles.appearing)}>
      <div className={classes(gridStyles.sideMain, peopleStyles.me)}>
        {isIn ? <OwnProfile /> : <GuestCard />}
        <div className={gridStyles.columns}>
          {isIn && <UnreadCounts />}
          {isIn && device && (
            <div className={listStyles.list}>
              <Row
                icon={<Heart strokeWidth={1.75} />}
                label={words.favoriteFilms}
                href={hrefTo(paths.films, { favorite: 1, title: words.favoriteFilms })}
              />
              <Row icon={<History strokeWidth={1.75} />} label={words.history} href={`#${paths.history}`} />
              <Row icon={<TakeIcon />} label={isPhone() ? movie.onThisPhone : movie.onThisDevice} href={`#${keptPath}`} />
            </div>
          )}
          <div className={listStyles.list}>
            <Row icon={<SlidersIcon />} label={settings.settings} href={`#${paths.settings}`} />
            <Row icon={<CircleQuestionMark strokeWidth={1.75} />} label={words.feedback} href={`#${paths.feedback}`} />
          </div>
        </div>
      </div>
    </main>
  )
}

function OwnProfile() {
  const { user } = useSession()
  const counts = useQuery(person()).data?.counts
  if (!user) return null
  const name = displayNameOf(user)
  return (
    <div>
      <a className={myHeadStyles.head} href={`#${paths.profile}`}>
        <Avatar name={name} src={pictureUrl(user.avatar)} />
        <div className={layoutStyles.grow}>
          <h1 className={textStyles.oneLine}>{name}</h1>
          {name !== user.username && <p className={classes(textStyles.secondary, textStyles.oneLine)}>{user.username}</p>}
        </div>
        <span className={listStyles.chevron}>
          <ChevronRight size={20} strokeWidth={1.75} />
        </span>
      </a>
      <Counts counts={counts} userId="" />
    </div>
  )
}

function UnreadCounts() {
  const words = useText(meText)
  const messages = useText(messageText)
  const forum = useText(forumText)
  const counts = useQuery(unread()).data
  const list = useQuery(devices()).data ?? []
  // The role is refetched: it may have changed since sign-in.
  const role = useQuery(ownProfile()).data?.role ?? ''
  const isReached = useIsReached()
  const online = list.filter((one) => one.online === 1).length
  const reported = (counts?.messages ?? 0) + (counts?.system ?? 0)
  const reminded = counts?.reminders ?? 0
  return (
    <div className={listStyles.list}>
      <Row
        icon={<MessageSquare strokeWidth={1.75} />}
        label={messages.messages}
        value={<Badge count={reported} label={messages.unread(reported)} />}
        href={`#${messagesPath}`}
      />
      <Row
        icon={<Bell strokeWidth={1.75} />}
        label={messages.reminders}
        value={<Badge count={reminded} label={messages.unread(reminded)} />}
        href={`#${remindersPath}`}
      />
      <Row icon={<FileText strokeWidth={1.75} />} label={forum.myPosts} href={`#${forumPaths.myPosts}`} />
      {role !== '' && <Row icon={<ShieldCheck strokeWidth={1.75} />} label={forum.moderation} href={`#${forumPaths.moderate}`} />}
      <Row
        icon={<BoxIcon />}
        label={words.devices}
        value={
          list.length === 0 ? (
            words.noDevice
          ) : (
            <>
              <i className={classes(dotStyles.dot, !(isReached && online > 0) && dotStyles.off)} />
              {isReached ? words.online(online) : words.boxes(list.length)}
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
    <a className={myHeadStyles.head} href={`#${loginPath}`} onClick={() => rememberReturnPath(mePath)}>
      <span className={classes(avatarStyles.avatar, avatarStyles.large, myHeadStyles.nobody)}>
        <PersonIcon size={32} />
      </span>
      <div className={layoutStyles.grow}>
        <h1>{words.guest}</h1>
        <p className={textStyles.secondary}>{words.guestText}</p>
      </div>
      <span className={listStyles.chevron}>
        <ChevronRight size={20} strokeWidth={1.75} />
      </span>
    </a>
  )
}
