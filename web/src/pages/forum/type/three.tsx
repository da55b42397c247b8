/** One board (?id=), its boards below it, and its threads; or the threads of a tag (?tag=). */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { BoardChips } from '../../../forum/board-list.tsx'
import { rereadLists } from '../../../forum/changes.ts'
import { allBoards, wayTo, within } from '../../../forum/data.ts'
import { ThreadFeed } from '../../../forum/feed.tsx'
import { boardHref, paths } from '../../../forum/paths.ts'
import { PostButton } from '../../../forum/post-button.tsx'
import { forumText } from '../../../forum/text.ts'
import { useText } from '../../../kit/lang.ts'
import { back, forward, useQueryValue } from '../../../kit/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { commonText } from '../../../kit/text.ts'
import { IconButton } from '../../../ui/button.tsx'
import { NavBar } from '../../../ui/navbar.tsx'
import { PullRefresh } from '../../../ui/pull-refresh.tsx'

export const meta: PageMeta = { needs: 'anyone' }

export function Screen() {
  const words = useText(forumText)
  const client = useQueryClient()
  const boardId = Number(useQueryValue('id')) || 0
  const tag = useQueryValue('tag')
  const all = useQuery(allBoards()).data ?? []
  const way = wayTo(all, boardId)
  const board = way.at(-1)
  const title = tag !== '' ? words.tagged(tag) : (board?.name ?? words.board)
  const canWrite = board?.is_closed !== true
  return (
    <>
      <NavBar title={title} backLabel={useText(commonText).back} back={() => back(paths.boards)}>
        <IconButton label={words.search} onClick={() => forward(paths.search)}>
          <Search strokeWidth={1.75} />
        </IconButton>
      </NavBar>
      <main className="page plain screen-in">
        <PullRefresh refresh={() => rereadLists(client, 'board')}>
          {way.length > 1 && (
            <nav className="fm-way cap" aria-label={words.boards}>
              {way.slice(0, -1).map(({ id, name }) => (
                <a key={id} href={boardHref(id)}>
                  {name} ›
                </a>
              ))}
            </nav>
          )}
          {board && board.about !== '' && <p className="sub fm-about">{board.about}</p>}
          {within(all, boardId || -1).length > 0 && <BoardChips boards={within(all, boardId)} />}
          {/* A board of its own: its threads begin at their top. */}
          <ThreadFeed key={`${boardId} ${tag}`} boardId={boardId} tag={tag} canWrite={canWrite} />
          {canWrite && <PostButton boardId={boardId} />}
        </PullRefresh>
      </main>
    </>
  )
}
