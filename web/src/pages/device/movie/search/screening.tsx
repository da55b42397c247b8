/** The filter of the library as a page of its own (spec 2): what is chosen is in the address, and leads to the library. */
import type { Device } from '@homeport/contract/device.ts'
import { pathTo } from '../../../../kit/nav/href.ts'
import { useText } from '../../../../kit/lang.ts'
import { back, redirect, rewriteAddress } from '../../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../../kit/page.ts'
import { useSession } from '../../../../kit/session.ts'
import { commonText } from '../../../../kit/text/text.ts'
import { libraryPath, screeningPath } from '../../../../movie/data.ts'
import { FilterFoot } from '../../../../movie/library/filter-chip.tsx'
import { FilterForm } from '../../../../movie/library/filter-form.tsx'
import styles from '../../../../movie/library/filter-form.module.css'
import { filterText } from '../../../../movie/filter-text.ts'
import { queryOf, useFilter, type Filter } from '../../../../movie/filter.ts'
import { classes } from '../../../../ui/classes.ts'
import layoutStyles from '../../../../ui/layout.module.css'
import { NavBar } from '../../../../ui/navbar.tsx'

export const meta: PageMeta = { needs: 'device' }

export function Screen() {
  const { device } = useSession()
  return device && <Screening key={device.devid} device={device} />
}

function Screening({ device }: { device: Device }) {
  const words = useText(filterText)
  const common = useText(commonText)
  const filter = useFilter()
  const change = (next: Filter) => rewriteAddress(pathTo(screeningPath, queryOf(next)))
  return (
    <>
      <NavBar title={words.title} backLabel={common.back} back={() => back(libraryPath)} />
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing, layoutStyles.top16)}>
        <div className={styles.page}>
          <FilterForm device={device} filter={filter} onChange={change} />
          <FilterFoot
            device={device}
            filter={filter}
            onChange={change}
            apply={(chosen) => redirect(pathTo(libraryPath, queryOf(chosen)))}
          />
        </div>
      </main>
    </>
  )
}
