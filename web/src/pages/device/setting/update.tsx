/** Updates of the current box's software (spec 2). */
import { BoxArt } from '../../../device/box-art.tsx'
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { classes } from '../../../ui/classes.ts'
import gridStyles from '../../../ui/grid.module.css'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import { BoxUpdate } from '../../../update/box-update.tsx'
import { boxUpdateText } from '../../../update/box-update-text.ts'

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const words = useText(boxUpdateText)
  const { device } = useSession()
  return (
    <>
      <NavBar title={words.title} backLabel={useText(commonText).back} back={() => back('/pages/device/setting/setting')} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, gridStyles.narrow, layoutStyles.appearing)}>
        {device && <BoxUpdate key={device.devid} device={device} drawing={<BoxArt isOnline={device.online === 1} />} />}
      </main>
    </>
  )
}
