/** All boxes of the user, the current one first: names, roles, choosing, unbinding, binding another. */
import type { Device } from '@homeport/contract/device.ts'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { BindSheet } from '../../../device/bind/bind-sheet.tsx'
import { BoxRow } from '../../../device/box-row.tsx'
import { devices } from '../../../device/data.ts'
import { ManageSheet } from '../../../device/manage-sheet.tsx'
import { settingText } from '../../../device/setting-text.ts'
import { deviceText } from '../../../device/text.ts'
import { useText } from '../../../kit/lang.ts'
import { back } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { commonText } from '../../../kit/text/text.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { LoadFailed } from '../../../shared/query-list.tsx'
import { art } from '../../../ui/drawing.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import gridStyles from '../../../ui/grid.module.css'
import layoutStyles from '../../../ui/layout.module.css'
import listStyles from '../../../ui/list.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

export const meta: PageMeta = { needs: 'user' }

export function Screen() {
  const words = useText(settingText)
  const device = useText(deviceText)
  const common = useText(commonText)
  const list = useQuery(devices())
  const [isAdding, setAdding] = useState(false)
  const [chosen, setChosen] = useState('')
  const rows = list.data ?? []
  return (
    <>
      <NavBar title={words.myBoxes} backLabel={common.back} back={() => back('/pages/main/user/index')}>
        <IconButton label={device.add} onClick={() => setAdding(true)}>
          <Plus strokeWidth={1.75} />
        </IconButton>
      </NavBar>
      <main
        className={classes(layoutStyles.page, layoutStyles.plain, gridStyles.narrow, layoutStyles.appearing, layoutStyles.top8)}
      >
        {list.isPending && <Skeleton height={144} radius={20} isLate />}
        {list.isLoadingError && (
          <LoadFailed onRetry={() => void list.refetch()} title={device.failedTitle} text={device.failedText} isBox />
        )}
        {list.data && rows.length === 0 && (
          <EmptyState art={art.boxNew} title={words.mineEmpty} text={words.mineEmptyText} isNear>
            <Button variant="main" onClick={() => setAdding(true)}>
              {words.bindBox}
            </Button>
          </EmptyState>
        )}
        {rows.length > 0 && (
          <div className={listStyles.list}>
            {rows.map((one) => (
              <BoxRow key={one.devid} device={one} open={() => setChosen(one.devid)} />
            ))}
          </div>
        )}
      </main>
      <BindSheet isOpen={isAdding} onClose={() => setAdding(false)} />
      {rows.map((one: Device) => (
        <ManageSheet key={one.devid} device={one} isOpen={chosen === one.devid} onClose={() => setChosen('')} />
      ))}
    </>
  )
}
