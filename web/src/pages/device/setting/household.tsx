/** The people of the current box, and inviting another. */
import { Household } from '../../../device/household/household.tsx'
import { settingText } from '../../../device/setting-text.ts'
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const words = useText(settingText)
  const { device } = useSession()
  return (
    <>
      <NavBar title={words.household} backLabel={useText(commonText).back} back={() => back('/pages/device/setting/setting')} />
      {device && <Household key={device.devid} device={device} />}
    </>
  )
}
