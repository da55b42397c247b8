/** An infinite list of threads with loading, failed, empty and filled state. */
import type { ThreadRow } from '@homeport/contract/shape/thread.ts'
import { useQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../kit/lang.ts'
import { QueryList } from '../../shared/query-list.tsx'
import { IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lines } from '../../ui/illustration-lines.tsx'
import { allBoards } from './data.ts'
import { forumText } from './text.ts'
import styles from './thread-row.module.css'
import { ThreadItem, ThreadsSkeleton } from './thread-row.tsx'

type Props = {
  list: UseInfiniteQueryResult<InfiniteData<{ data: ThreadRow[] }>>
  empty: { title: string; text: string; act?: ReactNode; art?: ReactNode }
  /** The list's own board: rows do not repeat its name. */
  boardId?: number
  /** All rows are by one author, whose name is shown above. */
  isOfOne?: boolean
  /** If set, each row has a menu button. */
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
        <ul className={styles.threads}>
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

/** A row that moved up while the user scrolled appears again on a later page. */
function unique(rows: readonly ThreadRow[]): ThreadRow[] {
  const seen = new Set<string>()
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id))
}
