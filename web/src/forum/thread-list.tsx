/** A list of threads that goes on as one scrolls, with its four faces. */
import type { ThreadRow } from '@homeport/contract/forum.ts'
import { useQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { art, Face } from '../ui/face.tsx'
import { Feed } from '../ui/feed.tsx'
import { allBoards } from './data.ts'
import './forum.css'
import { ThreadItem, ThreadsSkeleton } from './thread-row.tsx'

type Props = {
  list: UseInfiniteQueryResult<InfiniteData<{ data: ThreadRow[] }, unknown>>
  empty: { title: string; text: string; act?: ReactNode }
  /** The board that the list is of: its name is not said again. */
  boardId?: number
  acts?: (row: ThreadRow) => ReactNode
}

export function ThreadList({ list, empty, boardId = 0, acts }: Props) {
  const boards = useQuery(allBoards()).data ?? []
  const none = (
    <Face art={art.people} title={empty.title} text={empty.text} isNear>
      {empty.act}
    </Face>
  )
  return (
    <Feed list={list} waiting={<ThreadsSkeleton />} empty={none}>
      {(rows) => (
        <ul className="fm-threads">
          {unique(rows).map((row) => (
            <ThreadItem
              key={row.id}
              row={row}
              board={row.board_id === boardId ? undefined : boards.find(({ id }) => id === row.board_id)?.name}
            >
              {acts?.(row)}
            </ThreadItem>
          ))}
        </ul>
      )}
    </Feed>
  )
}

/** One that moved up while one scrolled comes again on a later page. */
function unique(rows: readonly ThreadRow[]): ThreadRow[] {
  const seen = new Set<string>()
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id))
}
