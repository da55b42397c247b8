/** The page of the box's download settings: folder, limits, sharing. */
import type { Device } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { useQuery } from '@tanstack/react-query'
import { config } from '../../../download/config.ts'
import { ConfigForm } from '../../../download/config-form.tsx'
import { configText } from '../../../download/config-text.ts'
import { isFailure } from '../../../kit/failure.ts'
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text.ts'
import { devicePath } from '../../../kit/return-path.ts'
import { ShownAt } from '../../../ui/as-of.tsx'
import { Button } from '../../../ui/button.tsx'
import { art, EmptyState } from '../../../ui/empty-state.tsx'
import { RetryIcon } from '../../../ui/icon.tsx'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'device', hasSaved: true }

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
    <Button look="main" icon={<RetryIcon size={20} />} onClick={() => void existing.refetch()}>
      {common.retry}
    </Button>
  )
  return (
    <>
      <NavBar title={words.title} backLabel={common.back} back={() => back(devicePath)} />
      <main className="page plain screen-in">
        {existing.data?.stale_at && <ShownAt list={{ dataUpdatedAt: existing.data.stale_at * 1000 }} />}
        {existing.isPending && <Skeleton />}
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
      </main>
    </>
  )
}

function Skeleton() {
  return (
    <div aria-busy="true" className="late config">
      <span className="sk" style={{ height: 90, width: '100%', borderRadius: 20 }} />
      {[120, 160, 140, 150].map((width) => (
        <div key={width} style={{ marginTop: 24 }}>
          <span className="sk" style={{ height: 16, width }} />
          <span className="sk" style={{ height: 52, width: '100%', marginTop: 8 }} />
        </div>
      ))}
    </div>
  )
}
