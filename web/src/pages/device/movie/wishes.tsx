/** The films and series that the household wants to see and a feed may bring. */
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { libraryPath } from '../../../movie/data.ts'
import { searchPath } from '../../../movie/search/search-data.ts'
import { WishList } from '../../../movie/wish/wish-list.tsx'
import { wishText } from '../../../movie/wish/wish-text.ts'
import { classes } from '../../../ui/classes.ts'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const words = useText(wishText)
  const { device } = useSession()
  return (
    <>
      <NavBar title={words.title} backLabel={useText(commonText).back} back={() => back(libraryPath)} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        {device && <WishList key={device.devid} device={device} searchPath={searchPath} />}
      </main>
    </>
  )
}
