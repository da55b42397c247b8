/** All boards of the forum. */
import { useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { allBoards } from '../../../forum/base/data.ts'
import { paths } from '../../../forum/base/paths.ts'
import { forumText } from '../../../forum/base/text.ts'
import { BoardList } from '../../../forum/board/board-list.tsx'
import { useText } from '../../../kit/lang.ts'
import { back, forward, switchTab } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { devicePath } from '../../../kit/nav/return-path.ts'
import { commonText } from '../../../kit/text/text.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import { PullRefresh } from '../../../ui/pull-refresh.tsx'

export const meta: PageMeta = { needs: 'anyone' }

export function Screen() {
  const words = useText(forumText)
  const client = useQueryClient()
  return (
    <>
      <NavBar title={words.boards} backLabel={useText(commonText).back} back={() => back(paths.explore)}>
        <IconButton label={words.search} onClick={() => forward(paths.search)}>
          <Search strokeWidth={1.75} />
        </IconButton>
      </NavBar>
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        <PullRefresh refresh={() => client.invalidateQueries({ queryKey: allBoards().queryKey })}>
          <BoardList
            otherwise={
              <Button variant="main" onClick={() => switchTab(devicePath)}>
                {words.toDevice}
              </Button>
            }
          />
        </PullRefresh>
      </main>
    </>
  )
}
