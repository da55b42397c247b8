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
import { commonText } from '../../../kit/text.ts'
import { reread } from '../../../movie/data.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { art } from '../../../ui/drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RetryIcon, WarnIcon } from '../../../ui/icon.tsx'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import noteStyles from '../../../ui/note.module.css'
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
  const common = useText(commonText)
  const client = useQueryClient()
  const query = useQuery(keys(device))
  const isOn = device.online === 1
  if (device.role !== 'owner') return <EmptyState art={art.films} title={words.ownerOnly} text={words.ownerOnlyText} isNear />
  if (!query.data && !isOn) return <EmptyState art={art.boxSilent} title={words.offline} text={words.offlineText} isNear />
  if (query.isLoadingError)
    return (
      <EmptyState art={art.boxSilent} title={words.failed} text={words.failedText} isNear>
        <Button variant="main" icon={<RetryIcon size={20} />} onClick={() => void query.refetch()}>
          {common.retry}
        </Button>
      </EmptyState>
    )
  if (!query.data)
    return (
      <div className={styles.cards} aria-busy="true">
        <Skeleton height={182} radius={20} isLate />
        <Skeleton height={182} radius={20} isLate />
      </div>
    )
  return (
    <div className={styles.cards}>
      {!isOn && (
        <p className={noteStyles.note} role="status">
          <WarnIcon size={18} />
          {words.offlineText}
        </p>
      )}
      {query.data.data.map((apiKey) => (
        <KeyCard key={apiKey.service} device={device} apiKey={apiKey} isOn={isOn} changed={() => reread(client, device)} />
      ))}
    </div>
  )
}
