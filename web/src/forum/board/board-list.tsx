/** The tree of boards: the first level as headings, the second as rows, the third as chips below them. */
import type { Board } from '@homeport/contract/forum.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../kit/lang.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lines } from '../../ui/illustration-lines.tsx'
import { allBoards, within } from '../base/data.ts'
import '../base/forum.css'
import { formatCount } from '../base/format-count.ts'
import { boardHref } from '../base/paths.ts'
import { forumText } from '../base/text.ts'
import { LoadFailed } from '../../shared/query-list.tsx'

/** `otherwise`: shown if the server has no boards. */
export function BoardList({ otherwise }: { otherwise?: ReactNode }) {
  const words = useText(forumText)
  const tree = useQuery(allBoards())
  if (tree.isPending)
    return (
      <div className="late" aria-hidden="true">
        {[0, 1, 2].map((row) => (
          <span className="sk" key={row} style={{ height: 148, borderRadius: 20, marginTop: 24 }} />
        ))}
      </div>
    )
  if (tree.isLoadingError) return <LoadFailed retry={() => void tree.refetch()} />
  const all = tree.data ?? []
  if (all.length === 0)
    return (
      <EmptyState art={lines.bubbles} title={words.empty} text={words.emptyText} isNear>
        {otherwise}
      </EmptyState>
    )
  return (
    <div className="fm-boards">
      {within(all, 0).map((top) => (
        <section key={top.id}>
          {within(all, top.id).length > 0 && (
            <div className="sec-h">
              <h2>
                <a href={boardHref(top.id)}>{top.name}</a>
              </h2>
            </div>
          )}
          <ul className="list">
            {(within(all, top.id).length === 0 ? [top] : within(all, top.id)).map((board) => (
              <BoardRow key={board.id} board={board} below={board === top ? [] : within(all, board.id)} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function BoardRow({ board, below }: { board: Board; below: Board[] }) {
  const words = useText(forumText)
  return (
    <li className="fm-board">
      <a className="li" href={boardHref(board.id)}>
        <span className="grow">
          <span className="label fx g8">
            {board.name}
            {board.is_closed && (
              <>
                <Lock size={15} strokeWidth={1.75} aria-hidden="true" />
                <span className="vh">{words.closed}</span>
              </>
            )}
          </span>
          {board.about !== '' && <span className="sub two">{board.about}</span>}
          <span className="cap num">{words.counts(formatCount(board.threads), formatCount(board.posts))}</span>
        </span>
        <span className="chev">
          <ChevronRight size={20} strokeWidth={1.75} />
        </span>
      </a>
      {below.length > 0 && <BoardChips boards={below} />}
    </li>
  )
}

/** Breadcrumbs: the boards from the root to one. */
export function BoardPath({ way }: { way: readonly Board[] }) {
  const words = useText(forumText)
  if (way.length <= 1) return null
  return (
    <nav className="fm-way cap" aria-label={words.boards}>
      {way.slice(0, -1).map(({ id, name }) => (
        <a key={id} href={boardHref(id)}>
          {name} ›
        </a>
      ))}
    </nav>
  )
}

export function BoardChips({ boards }: { boards: readonly Board[] }) {
  return (
    <ul className="fm-chips">
      {boards.map(({ id, name }) => (
        <li key={id}>
          <a className="fm-chip" href={boardHref(id)}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
