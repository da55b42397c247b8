/** The library tab: the films of the current box; sign-in for guests, binding for users without a box. */
import type { Device } from '@homeport/contract/device.ts'
import { downloadsPath } from '../../../download/data.ts'
import { useText } from '../../../kit/lang.ts'
import { forward, switchTab } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { devicePath } from '../../../kit/nav/return-path.ts'
import { useSession } from '../../../kit/session.ts'
import { Library, SearchLink, SyncButton } from '../../../movie/library/library.tsx'
import { movieText } from '../../../movie/text.ts'
import { PullPage } from '../../../shared/pull-page.tsx'
import barsStyles from '../../../ui/bars.module.css'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { art } from '../../../ui/drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import layoutStyles from '../../../ui/layout.module.css'

export const meta: PageMeta = { needs: 'anyone', isRoot: true }

export function Screen() {
  const words = useText(movieText)
  const { token, device } = useSession()
  const box = token !== '' ? device : null
  return (
    <main className={classes(layoutStyles.page, layoutStyles.appearing)}>
      <header className={barsStyles.titleBar}>
        <h1>{words.title}</h1>
        {box && (
          <div className={layoutStyles.row}>
            <SyncButton device={box} />
            <SearchLink />
          </div>
        )}
      </header>
      {box ? (
        <PullPage key={box.devid}>
          <Films device={box} />
        </PullPage>
      ) : (
        <LibraryHelp />
      )}
    </main>
  )
}

function Films({ device }: { device: Device }) {
  const words = useText(movieText)
  return (
    <Library
      device={device}
      empty={
        <Button variant="main" onClick={() => forward(downloadsPath)}>
          {words.toDownloads}
        </Button>
      }
    />
  )
}

function LibraryHelp() {
  const words = useText(movieText)
  return (
    <EmptyState art={art.films} title={words.empty} text={words.guestText} isNear>
      <Button variant="main" onClick={() => switchTab(devicePath)}>
        {words.toDevice}
      </Button>
    </EmptyState>
  )
}
