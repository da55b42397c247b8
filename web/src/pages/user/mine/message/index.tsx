/** Messages: private and system ones, and one conversation; side by side on wide windows. */
import type { Person } from '@homeport/contract/shape/person.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../../../kit/lang.ts'
import { back, redirect, useQueryValue } from '../../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../../kit/page.ts'
import { commonText } from '../../../../kit/text/text.ts'
import { messagesPath } from '../../../../message/data.ts'
import messagePageStyles from '../../../../message/message-page.module.css'
import { SystemList } from '../../../../message/system-list.tsx'
import { TalkList } from '../../../../message/talk-list.tsx'
import talkStyles from '../../../../message/talk.module.css'
import { Talk } from '../../../../message/talk.tsx'
import { messageText } from '../../../../message/text.ts'
import { unread } from '../../../../message/unread.ts'
import { listPath, personOf } from '../../../../people/data.ts'
import { displayNameOf } from '../../../../shared/person.ts'
import { pictureUrl } from '../../../../shared/picture-url.ts'
import { Avatar } from '../../../../ui/avatar.tsx'
import buttonStyles from '../../../../ui/button.module.css'
import { classes } from '../../../../ui/classes.ts'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { lines } from '../../../../ui/illustration-lines.tsx'
import layoutStyles from '../../../../ui/layout.module.css'
import { NavBar } from '../../../../ui/navbar.tsx'
import { Segments } from '../../../../ui/segments.tsx'
import textStyles from '../../../../ui/text.module.css'
import { useIsWide } from '../../../../ui/use-is-wide.ts'

export const meta: PageMeta = { needs: 'user' }

const mePath = '/pages/main/user/index'

export function Screen() {
  const words = useText(messageText)
  const common = useText(commonText)
  const withId = useQueryValue('with')
  const isWide = useIsWide()
  if (withId !== '' && !isWide)
    return (
      <main className={classes(talkStyles.page, layoutStyles.appearing)}>
        <Talk withId={withId} Head={NarrowHead} />
      </main>
    )
  const bar = <NavBar title={words.messages} backLabel={common.back} back={() => back(mePath)} />
  if (!isWide)
    return (
      <>
        {bar}
        <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
          <Lists withId="" />
        </main>
      </>
    )
  return (
    <div className={classes(messagePageStyles.columns, layoutStyles.appearing)}>
      {bar}
      <main className={messagePageStyles.list}>
        <Lists withId={withId} />
      </main>
      <section className={messagePageStyles.conversation} aria-label={words.private}>
        {withId === '' ? (
          <EmptyState art={lines.letter} title={words.choose} text={words.chooseText} />
        ) : (
          <Talk key={withId} withId={withId} Head={WideHead} />
        )}
      </section>
    </div>
  )
}

function NarrowHead({ other }: { other: Person | null }) {
  const words = useText(messageText)
  const common = useText(commonText)
  return (
    <NavBar title={other ? displayNameOf(other) : words.messages} backLabel={common.back} back={() => back(messagesPath)}>
      {other && <PageLink other={other} />}
    </NavBar>
  )
}

function WideHead({ other }: { other: Person | null }) {
  if (!other) return null
  return (
    <div className={talkStyles.head}>
      <h2 className={classes(layoutStyles.grow, textStyles.oneLine)}>{displayNameOf(other)}</h2>
      <PageLink other={other} />
    </div>
  )
}

function Lists({ withId }: { withId: string }) {
  const words = useText(messageText)
  const counts = useQuery(unread()).data
  const tab = useQueryValue('tab') === 'system' ? 'system' : 'private'
  const some = (count: number | undefined) => (count ? Math.min(count, 99) : undefined)
  return (
    <>
      <Segments
        label={words.which}
        chosen={tab}
        onSelect={(key) => redirect(key === 'system' ? `${messagesPath}?tab=system` : messagesPath)}
        segments={[
          { key: 'private', label: words.private, count: some(counts?.messages) },
          { key: 'system', label: words.system, count: some(counts?.system) },
        ]}
      />
      {tab === 'system' ? (
        <SystemList />
      ) : (
        <TalkList
          chosen={withId}
          empty={
            <a className={classes(buttonStyles.button, buttonStyles.main)} href={`#${listPath.follows}`}>
              {words.toFollowing}
            </a>
          }
        />
      )}
    </>
  )
}

function PageLink({ other }: { other: Person }) {
  const words = useText(messageText)
  return (
    <a className={buttonStyles.iconButton} href={personOf(other.user_id)} aria-label={words.toPage(displayNameOf(other))}>
      <Avatar name={displayNameOf(other)} src={pictureUrl(other.avatar)} isSmall />
    </a>
  )
}
