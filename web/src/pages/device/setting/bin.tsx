/** The deleted films of the current box. */
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { RecycleBin } from '../../../movie/recycle-bin/recycle-bin.tsx'
import { recycleBinText } from '../../../movie/recycle-bin/recycle-bin-text.ts'
import { classes } from '../../../ui/classes.ts'
import gridStyles from '../../../ui/grid.module.css'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const { device } = useSession()
  return (
    <>
      <NavBar
        title={useText(recycleBinText).title}
        backLabel={useText(commonText).back}
        back={() => back('/pages/device/setting/setting')}
      />
      <main className={classes(layoutStyles.page, layoutStyles.plain, gridStyles.narrow, layoutStyles.appearing)}>
        {device && <RecycleBin key={device.devid} device={device} />}
      </main>
    </>
  )
}
