/** The test of what the box converts in time, and what each TV plays as it is. */
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { TestView } from '../../../playback/conversion-test/test-view.tsx'
import { conversionTestText } from '../../../playback/conversion-test/text.ts'
import { classes } from '../../../ui/classes.ts'
import gridStyles from '../../../ui/grid.module.css'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const { device } = useSession()
  const words = useText(conversionTestText)
  const at = classes(layoutStyles.page, layoutStyles.plain, gridStyles.narrow, layoutStyles.appearing, layoutStyles.top8)
  return (
    <>
      <NavBar title={words.title} backLabel={useText(commonText).back} back={() => back('/pages/device/setting/setting')} />
      <main className={at}>{device && <TestView key={device.devid} device={device} />}</main>
    </>
  )
}
