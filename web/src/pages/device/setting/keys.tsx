/** The keys of the services that bring posters, plots and subtitles; only the owner sets them. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../api-key/api-key-data.ts'
import styles from '../../../api-key/api-key.module.css'
import { KeyCard } from '../../../api-key/key-card.tsx'
import { apiKeyText } from '../../../api-key/text.ts'
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { reread } from '../../../movie/data.ts'
import { BoxQuery } from '../../../shared/box-query.tsx'
import { classes } from '../../../ui/classes.ts'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const words = useText(apiKeyText)
  const { device } = useSession()
  return (
    <>
      <NavBar title={words.title} backLabel={useText(commonText).back} back={() => back('/pages/device/setting/setting')} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing, layoutStyles.top8)}>
        {device && <Keys key={device.devid} device={device} />}
      </main>
    </>
  )
}

function Keys({ device }: { device: Device }) {
  const words = useText(apiKeyText)
  const client = useQueryClient()
  return (
    <BoxQuery
      device={device}
      query={useQuery(keys(device))}
      ownersOnly={{ title: words.ownerOnly, text: words.ownerOnlyText }}
      offlineText={words.offlineText}
      waiting={
        <div className={styles.cards} aria-busy="true">
          <Skeleton height={182} radius={20} isLate />
          <Skeleton height={182} radius={20} isLate />
        </div>
      }
    >
      {({ data }) => (
        <div className={styles.cards}>
          {data.map((apiKey) => (
            <KeyCard
              key={apiKey.service}
              device={device}
              apiKey={apiKey}
              isOn={device.online === 1}
              changed={() => reread(client, device)}
            />
          ))}
        </div>
      )}
    </BoxQuery>
  )
}
