/** One board (?id=), its sub-boards, and its threads; or the threads of a tag (?tag=). */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { allBoards, boardsAnew, pathToBoard, within } from '../../../forum/base/data.ts'
import styles from '../../../forum/base/forum.module.css'
import { rereadLists } from '../../../forum/base/mutations.ts'
import { paths } from '../../../forum/base/paths.ts'
import { PostButton } from '../../../forum/base/post-button.tsx'
import { forumText } from '../../../forum/base/text.ts'
import { ThreadsSkeleton } from '../../../forum/base/thread-row.tsx'
import { BoardAside } from '../../../forum/board/board-aside.tsx'
import { BoardChips, BoardPath } from '../../../forum/board/board-list.tsx'
import { ThreadFeed } from '../../../forum/board/feed.tsx'
import { MissingBoard, useIsForeign } from '../../../forum/thread/missing.tsx'
import { useText } from '../../../kit/lang.ts'
import { back, forward, useQueryValue } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { commonText } from '../../../kit/text/text.ts'
import { askToSwitchLanguage } from '../../../settings/language.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import gridStyles from '../../../ui/grid.module.css'
import layoutStyles from '../../../ui/layout.module.css'
import { NavBar } from '../../../ui/navbar.tsx'
import { PullRefresh } from '../../../ui/pull-refresh.tsx'
import textStyles from '../../../ui/text.module.css'
import { useHasAside } from '../../../ui/use-is-wide.ts'

export const meta: PageMeta = { needs: 'anyone' }

export function Screen() {
  const words = useText(forumText)
  const client = useQueryClient()
  const hasAside = useHasAside()
  const linked = useQueryValue('id')
  // A wrong link gets -1: no board has it.
  const boardId = linked === '' || /^\d{1,9}$/.test(linked) ? Number(linked) : -1
  const tag = useQueryValue('tag')
  const isForeign = useIsForeign()
  const all = useQuery(allBoards())
  const boardPath = pathToBoard(all.data ?? [], boardId)
  const board = boardPath.at(-1)
  const title = tag !== '' ? words.tagged(tag) : (board?.name ?? words.board)
  const canWrite = board?.is_closed !== true
  const below = within(all.data ?? [], boardId || -1)
  // Parts above the list come with the boards: the list, asked for meanwhile, would be moved by them.
  const isPending = boardId > 0 && all.isPending
  const isUnlisted = !isForeign && boardId !== 0 && (boardId < 0 || all.data !== undefined) && !board
  const isAsking = useQuery({ ...boardsAnew(client, boardId), enabled: isUnlisted && boardId > 0 }).fetchStatus === 'fetching'
  return (
    <>
      <NavBar title={title} backLabel={useText(commonText).back} back={() => back(paths.boards)}>
        <IconButton label={words.search} onClick={() => forward(paths.search)}>
          <Search strokeWidth={1.75} />
        </IconButton>
      </NavBar>
      <main className={classes(layoutStyles.page, layoutStyles.plain, layoutStyles.appearing)}>
        {isUnlisted && isAsking ? (
          <ThreadsSkeleton />
        ) : isForeign || isUnlisted ? (
          <MissingBoard id={boardId} isForeign={isForeign} switchLanguage={() => void askToSwitchLanguage()} />
        ) : (
          <PullRefresh refresh={() => rereadLists(client, 'board')}>
            {isPending && <ThreadsSkeleton />}
            <div className={isPending ? '' : gridStyles.mainAside} hidden={isPending}>
              <div>
                <BoardPath way={boardPath} />
                {!hasAside && board && board.about !== '' && (
                  <p className={classes(textStyles.secondary, styles.about)}>{board.about}</p>
                )}
                {!hasAside && below.length > 0 && <BoardChips boards={below} />}
                {/* Keyed by board and tag: each list starts at its top. */}
                <ThreadFeed key={`${boardId} ${tag}`} boardId={boardId} tag={tag} canWrite={canWrite} />
              </div>
              {hasAside && <BoardAside board={board} below={below} />}
            </div>
            {canWrite && <PostButton boardId={boardId} />}
          </PullRefresh>
        )}
      </main>
    </>
  )
}
