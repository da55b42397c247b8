/** A list of threads that goes on as one scrolls, with its four faces. */
import type { ThreadRow } from '@homeport/contract/forum.ts'
import { useQuery, type UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { now } from '../kit/clock.ts'
import { agoOf } from '../kit/format.ts'
import { useText } from '../kit/lang.ts'
import { commonText } from '../kit/text.ts'
import { Button } from '../ui/button.tsx'
import { art, Face } from '../ui/face.tsx'
import { RetryIcon, WarnIcon } from '../ui/icon.tsx'
import { NearEnd } from '../ui/near-end.tsx'
import { allBoards, type Feed } from './data.ts'
import './forum.css'
import { forumText } from './text.ts'
import { ThreadItem, ThreadsSkeleton } from './thread-row.tsx'

type Props = {
  list: UseInfiniteQueryResult<Feed>
  empty: { title: string; text: string; act?: ReactNode }
  /** The board that the list is of: its name is not said again. */
  boardId?: number
  acts?: (row: ThreadRow) => ReactNode
}

export function ThreadList({ list, empty, boardId = 0, acts }: Props) {
  const words = useText(forumText)
  const boards = useQuery(allBoards()).data ?? []
  const rows = list.data?.pages.flatMap(({ data }) => data) ?? []
  if (list.isPending) return <ThreadsSkeleton />
  if (list.isLoadingError) return <FeedFailed retry={() => void list.refetch()} />
  if (rows.length === 0)
    return (
      <Face art={art.people} title={empty.title} text={empty.text} isNear>
        {empty.act}
      </Face>
    )
  return (
    <>
      {list.isRefetchError && (
        <output className="note">
          <WarnIcon size={18} />
          {words.saved(agoOf(list.dataUpdatedAt / 1000, now()))}
        </output>
      )}
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
      {list.hasNextPage && <NearEnd reached={() => void list.fetchNextPage()} isBusy={list.isFetchingNextPage} />}
    </>
  )
}

/** One that moved up while one scrolled comes again on a later page. */
function unique(rows: readonly ThreadRow[]): ThreadRow[] {
  const seen = new Set<string>()
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id))
}

export function FeedFailed({ retry }: { retry: () => void }) {
  const words = useText(forumText)
  return (
    <Face art={art.lost} title={words.failedTitle} text={words.failedText} isNear>
      <Button look="main" icon={<RetryIcon size={20} />} onClick={retry}>
        {useText(commonText).retry}
      </Button>
    </Face>
  )
}
