/** Status of the current box: CPU, memory and every disk in GB (spec 9). Saved data is shown while it is offline. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { status, storage } from '../../../device/data.ts'
import styles from '../../../device/device.module.css'
import { info } from '../../../device/household/household-data.ts'
import { Meters } from '../../../device/meters.tsx'
import { settingText } from '../../../device/setting-text.ts'
import { DeviceStates } from '../../../device/device-states.tsx'
import { partOf, sizeOf } from '../../../kit/text/format.ts'
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { Bar } from '../../../ui/bar.tsx'
import cardStyles from '../../../ui/card.module.css'
import { classes } from '../../../ui/classes.ts'
import gridStyles from '../../../ui/grid.module.css'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import textStyles from '../../../ui/text.module.css'

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const words = useText(settingText)
  const { device } = useSession()
  return (
    <>
      <NavBar title={words.status} backLabel={useText(commonText).back} back={() => back('/pages/device/setting/setting')} />
      <main
        className={classes(layoutStyles.page, layoutStyles.plain, gridStyles.narrow, layoutStyles.appearing, layoutStyles.top8)}
      >
        {device && <Status key={device.devid} device={device} />}
      </main>
    </>
  )
}

function Status({ device }: { device: Device }) {
  const words = useText(settingText)
  const now = useQuery(status(device)).data
  const stores = useQuery(storage(device))
  const disks = stores.data?.list ?? []
  return (
    <DeviceStates query={useQuery(info(device))} others={[stores]}>
      {(word) => (
        <>
          <Meters now={now ?? word.status} isOld={device.online !== 1} />
          {disks.length > 0 && (
            <section>
              <h2 className={styles.sectionTitle}>{words.disks}</h2>
              <ul className={classes(cardStyles.card, styles.disks)}>
                {disks.map((disk) => {
                  const { part, whole } = partOf(disk.used, disk.total)
                  return (
                    <li key={disk.path}>
                      <p className={classes(layoutStyles.row, layoutStyles.between, layoutStyles.gap12)}>
                        <span className={classes(textStyles.label, textStyles.oneLine)}>{disk.path}</span>
                        <span className={classes(textStyles.secondary, textStyles.numeric)}>{words.usedOf(part, whole)}</span>
                      </p>
                      <Bar percent={disk.value} tone={disk.value >= 95 ? 'warn' : 'rest'} label={disk.path} />
                      <p className={classes(textStyles.caption, textStyles.numeric)}>{words.free(sizeOf(disk.free))}</p>
                    </li>
                  )
                })}
              </ul>
            </section>
          )}
        </>
      )}
    </DeviceStates>
  )
}
