/** The films and series of the current box that the user can go on with. */
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { homePath } from '../../../kit/nav/return-path.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { ContinueList } from '../../../movie/history/continue-list.tsx'
import { shelfText } from '../../../movie/shelf-text.ts'
import { classes } from '../../../ui/classes.ts'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const words = useText(shelfText)
  const common = useText(commonText)
  const { device } = useSession()
  return (
    <>
      <NavBar title={words.goOn} backLabel={common.back} back={() => back(homePath)} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        {device && <ContinueList key={device.devid} device={device} />}
      </main>
    </>
  )
}
