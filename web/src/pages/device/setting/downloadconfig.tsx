/** The page of the box's download settings: folder, limits, sharing. */
import type { Device } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { useQuery } from '@tanstack/react-query'
import { ConfigForm } from '../../../download/settings/config-form.tsx'
import { TorrentProgramSection } from '../../../download/settings/torrent-program-section.tsx'
import { configText } from '../../../download/config-text.ts'
import styles from '../../../download/config.module.css'
import { config } from '../../../download/config.ts'
import { isFailure } from '../../../kit/failure.ts'
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { devicePath } from '../../../kit/nav/return-path.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { ShownAt } from '../../../ui/as-of.tsx'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { art } from '../../../ui/drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { RetryIcon } from '../../../ui/icon.tsx'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import skeletonStyles from '../../../ui/skeleton.module.css'
import { Skeleton } from '../../../ui/skeleton.tsx'

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const { device } = useSession()
  return device ? <Settings key={device.devid} device={device} /> : null
}

function Settings({ device }: { device: Device }) {
  const words = useText(configText)
  const common = useText(commonText)
  const existing = useQuery(config(device))
  const isNew = isFailure(existing.error) && existing.error.code === Code.notFound
  const retry = (
    <Button variant="main" icon={<RetryIcon size={20} />} onClick={() => void existing.refetch()}>
      {common.retry}
    </Button>
  )
  return (
    <>
      <NavBar title={words.title} backLabel={common.back} back={() => back(devicePath)} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        {existing.data?.stale_at && <ShownAt list={{ dataUpdatedAt: existing.data.stale_at * 1000 }} />}
        {existing.isPending && <FormSkeleton />}
        {existing.isLoadingError && (
          <EmptyState
            art={art.boxSilent}
            title={isNew ? words.noneTitle : words.failedTitle}
            text={isNew ? words.noneText : words.failedText}
          >
            {retry}
          </EmptyState>
        )}
        {existing.data && <ConfigForm device={device} config={existing.data} />}
        <TorrentProgramSection device={device} />
      </main>
    </>
  )
}

function FormSkeleton() {
  return (
    <div aria-busy="true" className={classes(skeletonStyles.late, styles.form)}>
      <Skeleton height={90} radius={20} />
      {[120, 160, 140, 150].map((width) => (
        <div key={width} className={layoutStyles.above24}>
          <Skeleton width={width} height={16} />
          <Skeleton height={52} above={8} />
        </div>
      ))}
    </div>
  )
}
