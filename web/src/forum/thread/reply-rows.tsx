/** The virtual list of loaded replies: earlier ones are prepended without a scroll jump; starts at the chosen floor. */
import type { Reply, Thread } from '@homeport/contract/forum.ts'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useInsertionEffect,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react'
import { entryKey } from '../../kit/nav/nav.ts'
import { repliesOnPage } from '../base/data.ts'
import { FloorJump } from './floor-jump.tsx'
import styles from './replies.module.css'
import { ReplyRow } from './reply-row.tsx'
import { keepScrollPosition } from './scroll-anchor.ts'
import { updateScrollMemory, scrollMemoryOf, type ScrollMemory } from './scroll-memory.ts'
import { useReadProgress } from './use-read-progress.ts'

const likelyHeight = 92
/** Height of the nav bar above. */
const navHeight = 52

export type RepliesProps = {
  thread: Thread
  reading: ScrollMemory
  /** The floor that a link names; 0 for none. */
  marked: number
  /** Restarts at another floor, 0 for the post itself. */
  go: (floor: number) => void
  answer: (to: Reply) => void
  onSelect: (reply: Reply) => void
}

type RowsProps = RepliesProps & { rows: Reply[] }

export function ReplyRows({ rows, thread, reading, marked, go, answer, onSelect }: RowsProps) {
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
    scrollPaddingStart: navHeight,
    getItemKey: keyAt,
    // Earlier replies are prepended: the visible ones keep their position.
    anchorTo: 'end',
    initialMeasurementsCache: scrollMemoryOf(entry.current).heights ?? [],
    // Without it the offset is briefly 0 on return, and rows measured then would shift all below.
    initialOffset: () => positionOf(entry.current, reading.turn) ?? scrollY,
  })
  const head = useHead(rows)
  // The last read floor before this visit: reading on changes it.
  const [stopped] = useState(thread.read_floor)
  // Before the rows' refs, which measure what came in where nothing scrolls; layout effects run after them.
  useInsertionEffect(() => {
    virtual.shouldAdjustScrollPositionOnItemSizeChange = (item) =>
      keepScrollPosition(item, {
        likely: likelyHeight,
        at: virtual.scrollOffset ?? 0,
        isUpward: virtual.scrollDirection === 'backward',
        head: virtual.measurementsCache[head],
        high: innerHeight,
      })
  }, [virtual, head])
  useLayoutEffect(() => {
    const own = entry.current
    // Before unmount: after it the next page has already scrolled.
    return () => updateScrollMemory(own, { leftAt: { turn: reading.turn, at: scrollY } })
  }, [reading.turn])
  useEffect(() => {
    const ownEntry = entry.current
    return () => updateScrollMemory(ownEntry, { heights: virtual.takeSnapshot() })
  }, [virtual])
  useLanding(reading, (floor) => {
    const at = rows.findIndex((row) => (reading.order === 'oldest' ? row.floor >= floor : row.floor <= floor))
    if (at > 0) virtual.scrollToIndex(at, { align: 'start' })
    else top.current?.closest('[data-replies]')?.scrollIntoView({ block: 'start' })
  })
  const lowest = rows[Math.min(rows.length - 1, virtual.range?.endIndex ?? -1)]?.floor ?? 0
  useReadProgress(thread.id, lowest)

  return (
    <>
      <ol className={styles.replies} ref={top} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ key, index, start }) => {
          const reply = rows[index]
          return (
            reply && (
              <li
                key={key}
                data-index={index}
                data-floor={reply.floor}
                ref={virtual.measureElement}
                style={{ transform: `translateY(${start - margin}px)` }}
              >
                <ReplyRow
                  reply={reply}
                  canReply={thread.can.reply}
                  isMarked={reply.floor === marked}
                  answer={answer}
                  onSelect={onSelect}
                />
              </li>
            )
          )
        })}
      </ol>
      {thread.replies > repliesOnPage && lowest > 0 && (
        <FloorJump at={lowest} last={Math.max(thread.replies, lowest)} stopped={stopped} go={go} />
      )}
    </>
  )
}

function positionOf(entry: string, turn: number): number | undefined {
  const { leftAt } = scrollMemoryOf(entry)
  return leftAt?.turn === turn ? leftAt.at : undefined
}

/** Index of the row that was first before a prepend; 0 if none. */
function useHead(rows: readonly Reply[]): number {
  const [ends, setEnds] = useState({ first: rows[0]?.id, before: rows[0]?.id })
  if (ends.first !== rows[0]?.id) setEnds({ first: rows[0]?.id, before: ends.first })
  return Math.max(
    0,
    rows.findIndex(({ id }) => id === ends.before),
  )
}

/** Offset of the list from the top of the page, updated when content above grows. */
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

/** Scrolls to the starting floor once; a return visit keeps its scroll position. */
function useLanding({ from, turn }: ScrollMemory, land: (floor: number) => void): void {
  const entry = useRef(entryKey())
  const go = useEffectEvent(land)
  useEffect(() => {
    if (from === 0 || scrollMemoryOf(entry.current).landed === turn) return
    updateScrollMemory(entry.current, { landed: turn })
    go(from)
  }, [from, turn])
}
