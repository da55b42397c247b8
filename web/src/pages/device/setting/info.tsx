/** Information about the current box: serial number, network, system, versions of what it uses; its own version stands with the updates. Saved data is shown while it is offline. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { Facts } from '../../../device/facts.tsx'
import { info, versions } from '../../../device/household/household-data.ts'
import { settingText } from '../../../device/setting-text.ts'
import { deviceText } from '../../../device/text.ts'
import { DeviceStates } from '../../../device/device-states.tsx'
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { screens } from '../../../playback/screens-data.ts'
import { classes } from '../../../ui/classes.ts'
import gridStyles from '../../../ui/grid.module.css'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const words = useText(settingText)
  const { device } = useSession()
  return (
    <>
      <NavBar title={words.info} backLabel={useText(commonText).back} back={() => back('/pages/device/setting/setting')} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing, layoutStyles.top8)}>
        {device && <Info key={device.devid} device={device} />}
      </main>
    </>
  )
}

function Info({ device }: { device: Device }) {
  const words = useText(settingText)
  const tab = useText(deviceText)
  const versionList = useQuery(versions(device))
  const screenList = useQuery(screens(device))
  const parts = (versionList.data ?? []).filter(({ name }) => name !== 'station')
  const tv = screenList.data?.address
  return (
    <DeviceStates query={useQuery(info(device))} others={[versionList, screenList]}>
      {(word) => (
        <div className={gridStyles.columns}>
          <Facts
            title={words.network}
            facts={[
              { name: words.serial, value: device.devsn },
              { name: words.connection, value: device.online === 1 ? tab.online : tab.offline },
              { name: words.hostname, value: word.hostname },
              { name: words.tvAddress, value: tv?.replace(/^http:\/\//, '') },
            ]}
          />
          <Facts title={words.parts} facts={parts.map(({ name, version }) => ({ name, value: shortOf(version, words) }))} />
          <Facts
            title={words.system}
            facts={[
              { name: words.system, value: `${word.platform} ${word.arch}` },
              { name: words.processor, value: word.cpu_model },
              ...(word.cpu_max_freq > 0 ? [{ name: words.speed, value: `${(word.cpu_max_freq / 1000).toFixed(1)} GHz` }] : []),
            ]}
          />
        </div>
      )}
    </DeviceStates>
  )
}

/** 'n7.0-7-gd38bf5e08e-20240407' → '7.0'. What has no number of its own belongs to the box's program. */
function shortOf(version: string, words: (typeof settingText)['en']): string {
  if (version === '') return words.absent
  return /\d+(?:\.\d+)*/.exec(version)?.[0] ?? words.builtIn
}
