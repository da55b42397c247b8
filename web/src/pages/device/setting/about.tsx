/** The about page: Homeport, the versions of app and box, the licence. */
import { appVersion } from '@homeport/contract/kit/version.ts'
import { useQuery } from '@tanstack/react-query'
import type { Device } from '@homeport/contract/device.ts'
import deviceStyles from '../../../device/device.module.css'
import { Facts } from '../../../device/facts.tsx'
import { versions } from '../../../device/household-data.ts'
import { settingText } from '../../../device/setting-text.ts'
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text.ts'
import { classes } from '../../../ui/classes.ts'
import gridStyles from '../../../ui/grid.module.css'
import { Mark } from '../../../ui/icon.tsx'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import textStyles from '../../../ui/text.module.css'

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const words = useText(settingText)
  const { device } = useSession()
  return (
    <>
      <NavBar title={words.about} backLabel={useText(commonText).back} back={() => back('/pages/device/setting/setting')} />
      <main
        className={classes(layoutStyles.page, layoutStyles.plain, gridStyles.narrow, layoutStyles.appearing, layoutStyles.top24)}
      >
        <div className={deviceStyles.about}>
          <Mark size={64} />
          <p className={deviceStyles.name}>{words.aboutTitle}</p>
          <p className={textStyles.secondary}>{words.aboutText}</p>
        </div>
        {device && <Versions device={device} />}
      </main>
    </>
  )
}

function Versions({ device }: { device: Device }) {
  const words = useText(settingText)
  const parts = useQuery(versions(device)).data
  return (
    <Facts
      title={words.version}
      facts={[
        { name: words.app, value: appVersion.version_name },
        { name: words.box, value: parts?.find(({ name }) => name === 'station')?.version || device.version },
        { name: words.licence, value: words.licenceText },
      ]}
    />
  )
}
