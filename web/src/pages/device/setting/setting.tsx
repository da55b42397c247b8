/** The settings of the current box: people, TVs, and links to its info pages. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { Activity, Download, Gauge, KeyRound, RefreshCw, Rss, Server, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import { apiKeyText } from '../../../api-key/text.ts'
import { household } from '../../../device/household/household-data.ts'
import { ManageSheet } from '../../../device/manage-sheet.tsx'
import { settingText } from '../../../device/setting-text.ts'
import { deviceText } from '../../../device/text.ts'
import { feedText } from '../../../feed/text.ts'
import { useIsReached } from '../../../kit/call/connection.ts'
import { useText } from '../../../kit/lang.ts'
import { back, switchTab } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { devicePath } from '../../../kit/nav/return-path.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { conversionTestText } from '../../../playback/conversion-test/text.ts'
import { onlineOf, screens } from '../../../playback/screens-data.ts'
import { ScreenIcon } from '../../../playback/icon.tsx'
import { ScreensSheet } from '../../../playback/screens/screens-sheet.tsx'
import { playbackText } from '../../../playback/text.ts'
import { classes } from '../../../ui/classes.ts'
import dotStyles from '../../../ui/dot.module.css'
import gridStyles from '../../../ui/grid.module.css'
import { BoxIcon } from '../../../ui/icon.tsx'
import layoutStyles from '../../../ui/layout.module.css'
import listStyles from '../../../ui/list.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import { Row } from '../../../ui/row.tsx'
import { boxUpdateText } from '../../../update/box-update-text.ts'

export const meta: PageMeta = { needs: 'device' }

const at = (page: string) => `#/pages/device/setting/${page}`

export function Screen() {
  const { device } = useSession()
  return device ? <Settings key={device.devid} device={device} /> : null
}

function Settings({ device }: { device: Device }) {
  const words = useText(settingText)
  const tab = useText(deviceText)
  const playback = useText(playbackText)
  const update = useText(boxUpdateText)
  const keys = useText(apiKeyText)
  const feed = useText(feedText)
  const playTest = useText(conversionTestText)
  const [sheet, setSheet] = useState<'none' | 'screens' | 'box'>('none')
  const shown = useQuery(screens(device)).data
  const people = useQuery(household(device)).data?.length
  const isOn = device.online === 1
  const isReached = useIsReached()
  const tv = onlineOf(shown)[0]?.name ?? (shown ? playback.noTv : '')
  return (
    <>
      <NavBar title={words.title} backLabel={useText(commonText).back} back={() => back(devicePath)} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing, layoutStyles.top8)}>
        <div className={gridStyles.columns}>
          <div className={listStyles.list}>
            <Row
              icon={<BoxIcon />}
              label={device.name || device.showsn}
              value={
                <>
                  <i className={classes(dotStyles.dot, !isOn && dotStyles.off)} />
                  {isOn ? tab.online : isReached ? tab.offline : ''}
                </>
              }
              onClick={() => setSheet('box')}
            />
            <Row icon={<Server strokeWidth={1.75} />} label={words.info} href={at('info')} />
            <Row icon={<Activity strokeWidth={1.75} />} label={words.status} href={at('status')} />
            <Row icon={<RefreshCw strokeWidth={1.75} />} label={update.title} href={at('update')} />
          </div>
          <div className={listStyles.list}>
            <Row
              icon={<Users strokeWidth={1.75} />}
              label={words.household}
              value={people ? words.people(people) : ''}
              href={at('household')}
            />
            {device.role === 'owner' && (
              <Row icon={<Download strokeWidth={1.75} />} label={words.downloads} href={at('downloadconfig')} />
            )}
            {device.role === 'owner' && <Row icon={<Rss strokeWidth={1.75} />} label={feed.title} href={at('feeds')} />}
            {device.role === 'owner' && <Row icon={<KeyRound strokeWidth={1.75} />} label={keys.title} href={at('keys')} />}
            <Row icon={<Trash2 strokeWidth={1.75} />} label={words.deletedFilms} href={at('bin')} />
            <Row icon={<Gauge strokeWidth={1.75} />} label={playTest.title} href={at('playtest')} />
            <Row icon={<ScreenIcon />} label={words.screens} value={tv} onClick={() => setSheet('screens')} />
          </div>
        </div>
      </main>
      <ScreensSheet device={device} isOpen={sheet === 'screens'} onClose={() => setSheet('none')} />
      <ManageSheet
        device={device}
        isOpen={sheet === 'box'}
        onClose={() => setSheet('none')}
        onUnbound={() => switchTab(devicePath)}
      />
    </>
  )
}
