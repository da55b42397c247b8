/** The feeds of a box; only the owner sets them. */
import { Plus } from 'lucide-react'
import { FeedRow } from '../../../feed/feed-row.tsx'
import styles from '../../../feed/feed.module.css'
import { FeedsGuard } from '../../../feed/feeds-guard.tsx'
import { feedPath, settingPath } from '../../../feed/paths.ts'
import { feedText } from '../../../feed/text.ts'
import { useText } from '../../../kit/lang.ts'
import { back, forward } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { WishShelf } from '../../../movie/wish/wish-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { art } from '../../../ui/drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import layoutStyles from '../../../ui/layout.module.css'
import listStyles from '../../../ui/list.module.css'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const words = useText(feedText)
  const { device } = useSession()
  const add = {
    variant: 'main',
    icon: <Plus size={20} strokeWidth={1.75} />,
    disabled: device?.online !== 1,
    onClick: () => forward(feedPath),
    children: words.add,
  } as const
  return (
    <>
      <NavBar title={words.title} backLabel={useText(commonText).back} back={() => back(settingPath)} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing, layoutStyles.top8)}>
        {device && (
          <FeedsGuard key={device.devid} device={device}>
            {(all) => (
              <>
                <WishShelf device={device} below={words.title} />
                {all.length === 0 ? (
                  <EmptyState art={art.arriving} title={words.emptyTitle} text={words.emptyText} isNear>
                    <Button {...add} />
                  </EmptyState>
                ) : (
                  <div className={styles.narrow}>
                    <div className={listStyles.list}>
                      {all.map((feed) => (
                        <FeedRow key={feed.feed_id} feed={feed} />
                      ))}
                    </div>
                    <Button {...add} isWide />
                  </div>
                )}
              </>
            )}
          </FeedsGuard>
        )}
      </main>
    </>
  )
}
