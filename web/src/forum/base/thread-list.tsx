/** A list of threads that goes on as one scrolls, with its four faces. */
import type { ThreadRow } from '@homeport/contract/forum.ts'
import { useQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../kit/lang.ts'
import { IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { QueryList } from '../../shared/query-list.tsx'
import { lines } from '../../ui/illustration-lines.tsx'
import { allBoards } from './data.ts'
import './forum.css'
import { forumText } from './text.ts'
import { ThreadItem, ThreadsSkeleton } from './thread-row.tsx'

type Props = {
  list: UseInfiniteQueryResult<InfiniteData<{ data: ThreadRow[] }>>
  empty: { title: string; text: string; act?: ReactNode; art?: ReactNode }
  /** The board that the list is of: its name is not said again. */
  boardId?: number
  /** All of one person, whose name stands above it. */
  isOfOne?: boolean
  /** With it each row has a button for what can be done with it. */
  manage?: (row: ThreadRow) => void
}

export function ThreadList({ list, empty, boardId = 0, isOfOne = false, manage }: Props) {
  const words = useText(forumText)
  const boards = useQuery(allBoards()).data ?? []
  const none = (
    <EmptyState art={empty.art ?? lines.pages} title={empty.title} text={empty.text} isNear>
      {empty.act}
    </EmptyState>
  )
  return (
    <QueryList list={list} waiting={<ThreadsSkeleton />} empty={none}>
      {(rows) => (
        <ul className="fm-threads">
          {unique(rows).map((row) => (
            <ThreadItem
              key={row.id}
              row={row}
              withAuthor={!isOfOne}
              board={row.board_id === boardId ? undefined : boards.find(({ id }) => id === row.board_id)?.name}
            >
              {manage && (
                <IconButton label={words.manageOf(row.title)} aria-haspopup="dialog" onClick={() => manage(row)}>
                  <Ellipsis strokeWidth={1.75} />
                </IconButton>
              )}
            </ThreadItem>
          ))}
        </ul>
      )}
    </QueryList>
  )
}

/** One that moved up while one scrolled comes again on a later page. */
function unique(rows: readonly ThreadRow[]): ThreadRow[] {
  const seen = new Set<string>()
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id))
}
