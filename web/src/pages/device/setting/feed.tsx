/** One feed with its rule, which is tried on what the feed has; without an id a new one, which begins with its address. */
import { cutText } from '@homeport/contract/shape/field/text.ts'
import type { Device } from '@homeport/contract/device.ts'
import { feedNameMaxLength, type Feed } from '@homeport/contract/feed/feed.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AddressForm } from '../../../feed/address-form.tsx'
import { anyRule, feeds } from '../../../feed/feed-data.ts'
import { FeedForm } from '../../../feed/feed-form.tsx'
import { FeedMenu } from '../../../feed/feed-menu.tsx'
import { FeedState } from '../../../feed/feed-row.tsx'
import styles from '../../../feed/feed.module.css'
import { FeedsGuard } from '../../../feed/feeds-guard.tsx'
import { feedPath, feedsPath } from '../../../feed/paths.ts'
import { feedText } from '../../../feed/text.ts'
import { newId } from '../../../kit/id.ts'
import { useTyped } from '../../../kit/keep/unsent-forms.ts'
import { useText } from '../../../kit/lang.ts'
import { pathTo } from '../../../kit/nav/href.ts'
import { back, redirect, useQueryValue } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { classes } from '../../../ui/classes.ts'
import { art } from '../../../ui/drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const { device } = useSession()
  const id = useQueryValue('id')
  return device ? <Page key={`${device.devid} ${id}`} device={device} id={id} /> : null
}

function Page({ device, id }: { device: Device; id: string }) {
  const words = useText(feedText)
  const feed = useQuery(feeds(device)).data?.data.find(({ feed_id }) => feed_id === id)
  const [isMoving, setMoving] = useState(false)
  return (
    <>
      <NavBar title={feed?.name ?? words.add} backLabel={useText(commonText).back} back={() => back(feedsPath)}>
        {feed && <FeedMenu device={device} feed={feed} onNewAddress={() => setMoving(true)} />}
      </NavBar>
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing, layoutStyles.top8)}>
        <FeedsGuard device={device}>
          {() => {
            if (id === '')
              return <NewAddress device={device} onSaved={(feed_id) => redirect(pathTo(feedPath, { id: feed_id }))} />
            if (!feed) return <EmptyState art={art.nothingFound} title={words.gone} text={words.goneText} isNear />
            return isMoving ? (
              <NewAddress device={device} feed={feed} onSaved={() => setMoving(false)} />
            ) : (
              <Existing device={device} feed={feed} />
            )
          }}
        </FeedsGuard>
      </main>
    </>
  )
}

function Existing({ device, feed }: { device: Device; feed: Feed }) {
  return (
    <>
      <p className={styles.note}>
        <FeedState feed={feed} />
      </p>
      <FeedForm key={feed.feed_id} device={device} feed={feed} address="" isNew={false} canSave={device.online === 1} />
    </>
  )
}

/** feed: the one that gets another address. */
type NewProps = { device: Device; feed?: Feed; onSaved: (feed_id: string) => void }

function NewAddress({ device, feed, onSaved }: NewProps) {
  const [read, setRead] = useState<{ address: string; title: string } | null>(null)
  const [feed_id] = useState(() => feed?.feed_id ?? newId())
  const typed = useTyped(`feed address ${device.devsn} ${feed?.feed_id ?? ''}`, '')
  const isOn = device.online === 1
  if (!read)
    return (
      <div className={styles.narrow}>
        <AddressForm isOn={isOn} draft={typed} onRead={setRead} />
      </div>
    )
  const { address, title } = read
  const name = cutText(title || new URL(address).hostname, feedNameMaxLength)
  const draft = feed ?? { feed_id, name, is_on: true, rule: anyRule }
  function saved() {
    typed.forget()
    onSaved(feed_id)
  }
  return <FeedForm {...{ device, address }} feed={draft} isNew={!feed} canSave={isOn} onSaved={saved} />
}
