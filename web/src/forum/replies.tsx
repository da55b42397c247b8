/** The replies of a thread: only those on screen exist, earlier ones come in above without a jump, and it opens where one stopped. */
import type { Reply, Thread } from '@homeport/contract/forum.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useCell } from '../kit/cell.ts'
import { later } from '../kit/clock.ts'
import { useText } from '../kit/lang.ts'
import { entryKey } from '../kit/nav.ts'
import { Button } from '../ui/button.tsx'
import { markRead } from './changes.ts'
import { repliesTo, type Order } from './data.ts'
import { desk } from './desk.ts'
import { ReplyRow, WaitingReply } from './reply-row.tsx'
import { forumText } from './text.ts'
import { FailedFace, More, SavedNote } from '../ui/feed.tsx'

const likelyHeight = 132
/** What stood on screen for so long is read. */
const readAfterMs = 1_000

/** How tall each reply was when one left, by entry of the history: coming back finds the same place. */
const heights = new Map<string, VirtualItem[]>()
/** Entries that went to where one stopped: coming back keeps the place that one scrolled to. */
const resumed = new Set<string>()

type Props = {
  thread: Thread
  order: Order
  ofAuthor: boolean
  from: number
  /** The floor that a link names; 0 for none. */
  marked: number
  fromStart: () => void
  answer: (to: Reply) => void
  choose: (reply: Reply) => void
}

export function Replies({ thread, order, ofAuthor, from, marked, fromStart, answer, choose }: Props) {
  const words = useText(forumText)
  const list = useInfiniteQuery(repliesTo(thread.id, { order, ofAuthor, floor: from }))
  const rows = useMemo(() => list.data?.pages.flatMap(({ data }) => data) ?? [], [list.data])
  const waiting = useCell(desk).waiting.filter((one) => one.kind === 'reply' && one.thread_id === thread.id)
  const top = useRef<HTMLDivElement>(null)
  useResume(top, from > 0 && rows.length > 0)
  // A post that nobody has answered is read too.
  useReading(thread.id, list.data && rows.length === 0 ? 0 : -1)

  if (list.isPending) return <RepliesSkeleton />
  if (list.isLoadingError) return <FailedFace retry={() => void list.refetch()} />
  return (
    <div ref={top} className="fm-top">
      {list.hasPreviousPage && (
        <div className="fm-earlier">
          <Button look="line" isSmall isBusy={list.isFetchingPreviousPage} onClick={() => void list.fetchPreviousPage()}>
            {words.earlier}
          </Button>
          <Button look="text" onClick={fromStart}>
            {words.fromStart}
          </Button>
          {marked === 0 && <span className="cap">{words.resumed(from)}</span>}
        </div>
      )}
      <SavedNote list={list} />
      {waiting.map((one) => (
        <WaitingReply key={one.id} waiting={one} />
      ))}
      {rows.length === 0 && waiting.length === 0 ? (
        <p className="fm-none sub">
          {words.noReplies}. {thread.can.reply && words.noRepliesText}
        </p>
      ) : (
        <Rows rows={rows} thread={thread} marked={marked} answer={answer} choose={choose} />
      )}
      <More list={list} />
    </div>
  )
}

type RowsProps = { rows: Reply[] } & Pick<Props, 'thread' | 'marked' | 'answer' | 'choose'>

function Rows({ rows, thread, marked, answer, choose }: RowsProps) {
  const entry = useRef(entryKey())
  const top = useRef<HTMLOListElement>(null)
  const margin = useTopOf(top)
  const keyAt = useCallback((at: number) => rows[at]?.id ?? at, [rows])
  // oxlint-disable-next-line react/incompatible-library -- the virtual list keeps its own state; no compiler runs here
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => likelyHeight,
    overscan: 6,
    scrollMargin: margin,
    getItemKey: keyAt,
    // Earlier replies come in above: what one reads stays where it is.
    anchorTo: 'end',
    initialMeasurementsCache: heights.get(entry.current) ?? [],
  })
  useEffect(() => {
    const mine = entry.current
    return () => void heights.set(mine, virtual.takeSnapshot())
  }, [virtual])
  useReading(thread.id, rows[Math.min(rows.length - 1, virtual.range?.endIndex ?? -1)]?.floor ?? 0)

  return (
    <ol className="fm-replies" ref={top} style={{ height: virtual.getTotalSize() }}>
      {virtual.getVirtualItems().map(({ key, index, start }) => {
        const reply = rows[index]
        return (
          reply && (
            <li
              key={key}
              data-index={index}
              ref={virtual.measureElement}
              style={{ transform: `translateY(${start - margin}px)` }}
            >
              <ReplyRow
                reply={reply}
                canReply={thread.can.reply}
                isMarked={reply.floor === marked}
                answer={answer}
                choose={choose}
              />
            </li>
          )
        )
      })}
    </ol>
  )
}

/** How far below the top of the page it begins, whatever grows above it. */
function useTopOf(list: RefObject<HTMLElement | null>): number {
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => {
    const measure = () => list.current && setMargin(Math.round(list.current.getBoundingClientRect().top + scrollY))
    measure()
    const watch = new ResizeObserver(measure)
    watch.observe(document.body)
    return () => watch.disconnect()
  }, [list])
  return margin
}

/** Once for each visit, after the place that the page itself remembers. */
function useResume(top: RefObject<HTMLElement | null>, isReady: boolean): void {
  const entry = useRef(entryKey())
  useEffect(() => {
    if (!isReady || resumed.has(entry.current)) return
    resumed.add(entry.current)
    top.current?.scrollIntoView({ block: 'start' })
  }, [top, isReady])
}

function useReading(threadId: string, floor: number): void {
  const client = useQueryClient()
  const told = useRef(-1)
  useEffect(() => {
    if (floor <= told.current) return
    return later(readAfterMs, () => {
      told.current = floor
      markRead(client, threadId, floor)
    })
  }, [client, threadId, floor])
}

function RepliesSkeleton() {
  return (
    <div className="late" aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <div className="fm-rp" key={row}>
          <span className="sk" style={{ width: 36, height: 36, borderRadius: '50%', flex: 'none' }} />
          <span className="grow">
            <span className="sk" style={{ height: 16, width: 130, marginBottom: 8 }} />
            <span className="sk" style={{ height: 18, width: `${90 - row * 16}%` }} />
          </span>
        </div>
      ))}
    </div>
  )
}
