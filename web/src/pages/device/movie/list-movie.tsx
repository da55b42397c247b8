/** The films of the current box, from its own page; those of a person, a genre or a collection (?person=, ?genres=, ?collection=, ?title=). */
import { downloadsPath } from '../../../download/data.ts'
import { useText } from '../../../kit/lang.ts'
import { back, forward, useQueryValue } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { devicePath } from '../../../kit/nav/return-path.ts'
import { useSession } from '../../../kit/session.ts'
import { commonText } from '../../../kit/text/text.ts'
import { Library, SearchLink, SyncButton } from '../../../movie/library/library.tsx'
import { movieText } from '../../../movie/text.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const words = useText(movieText)
  const common = useText(commonText)
  const { device } = useSession()
  const title = useQueryValue('title') || words.title
  if (!device) return null
  return (
    <>
      <NavBar title={title} backLabel={common.back} back={() => back(devicePath)}>
        <SyncButton device={device} />
        <SearchLink />
      </NavBar>
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        <Library
          key={device.devid}
          device={device}
          empty={
            <Button variant="main" onClick={() => forward(downloadsPath)}>
              {words.toDownloads}
            </Button>
          }
        />
      </main>
    </>
  )
}
