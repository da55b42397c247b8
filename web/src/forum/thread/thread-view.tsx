/** One thread: its post, its replies from the last read floor, and the bottom bar. */
import type { Reply, Thread } from '@homeport/contract/forum.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ComponentType } from 'react'
import { later } from '../../kit/time/clock.ts'
import { useIsMissing } from '../../kit/query/use-is-missing.ts'
import { textNow, useText } from '../../kit/lang.ts'
import { back, entryKey, prepare } from '../../kit/nav/nav.ts'
import { commonText } from '../../kit/text/text.ts'
import { LoadFailed } from '../../shared/query-list.tsx'
import { ShownAt } from '../../ui/as-of.tsx'
import { classes } from '../../ui/classes.ts'
import gridStyles from '../../ui/grid.module.css'
import layoutStyles from '../../ui/layout.module.css'
import { NavBar } from '../../ui/navbar.tsx'
import { PullRefresh } from '../../ui/pull-refresh.tsx'
import { prepareSheets } from '../../ui/sheet.tsx'
import skeletonStyles from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { allBoards, oneThread, repliesOnPage } from '../base/data.ts'
import { insertReply, rereadThread } from '../base/mutations.ts'
import { paths, replyHref } from '../base/paths.ts'
import { pathTo } from '../../kit/nav/href.ts'
import { forumText } from '../base/text.ts'
import { startOutbox } from '../outbox/outbox.ts'
import { isInSight } from './in-sight.ts'
import { MissingThread, useIsForeign } from './missing.tsx'
import { RepliesHead } from './replies-head.tsx'
import { Replies } from './replies.tsx'
import { ReplyMenu } from './reply-menu.tsx'
import { ReplySheet, type Answering } from './reply-sheet.tsx'
import { updateScrollMemory, scrollMemoryOf, type ScrollMemory } from './scroll-memory.ts'
import { ThreadArticle } from './thread-article.tsx'
import { ThreadFoot } from './thread-foot.tsx'
import { ThreadMenu } from './thread-menu.tsx'
import { ThreadSide } from './thread-side.tsx'
import styles from './thread.module.css'

/** With fewer floors read, the thread starts at the beginning. */
const resumeFrom = repliesOnPage / 3

/** Delay before prefetching sheets and editor, so that they open at once, also offline. */
const prepareAfterMs = 2_000

type Props = {
  id: string
  /** The starting floor, 0 for the last read one. */
  floor: number
  /** Asks, then switches the language: for a thread of the other forum. */
  switchLanguage: () => void
  /** Rendered beside the author's name, and as the author's card on wide windows. */
  Follow: ComponentType<{ userId: string }>
  Card: ComponentType<{ userId: string }>
}

export function ThreadView({ id, floor, switchLanguage, ...people }: Props) {
  const words = useText(forumText)
  const client = useQueryClient()
  const isForeign = useIsForeign()
  const one = useQuery({ ...oneThread(id), enabled: id !== '' && !isForeign })
  const boards = useQuery(allBoards()).data ?? []
  const isGone = useIsMissing(one) || isForeign || id === ''
  const thread = isGone ? undefined : one.data
  const board = boards.find((existing) => existing.id === thread?.board_id)
  useEffect(() => later(prepareAfterMs, prepareAll), [])
  useEffect(
    () =>
      startOutbox({
        replied(reply) {
          insertReply(client, reply)
          // Only after rendering is it known if the reply is in view.
          later(0, () => tellPosition(reply))
        },
      }),
    [client],
  )

  return (
    <>
      <NavBar
        title={board?.name ?? words.posts}
        backLabel={useText(commonText).back}
        back={() => back(board ? pathTo(paths.board, { id: board.id }) : paths.explore)}
      >
        {thread && <ThreadMenu thread={thread} />}
      </NavBar>
      <main className={classes(layoutStyles.page, layoutStyles.plain, styles.page, layoutStyles.appearing)}>
        {isGone && <MissingThread id={id} isForeign={isForeign} switchLanguage={switchLanguage} />}
        {!isGone && one.isLoadingError && <LoadFailed onRetry={() => void one.refetch()} />}
        {!isGone && one.isPending && <ThreadSkeleton />}
        {thread && (
          <PullRefresh refresh={() => rereadThread(client, id)}>
            <ShownAt list={one} />
            <Whole key={id} thread={thread} floor={floor} {...people} />
          </PullRefresh>
        )}
      </main>
    </>
  )
}

function Whole({ thread, floor, Follow, Card }: Omit<Props, 'id' | 'switchLanguage'> & { thread: Thread }) {
  const [entry] = useState(entryKey)
  // The last read floor is taken once: reading on changes it.
  const [reading, setReading] = useState(() => scrollMemoryOf(entry).reading ?? startOf(thread, floor))
  const { order, ofAuthor } = reading
  const [answering, setAnswering] = useState<Answering | null>(null)
  const [chosen, setChosen] = useState<Reply | null>(null)

  function begin(part: Partial<ScrollMemory>) {
    const next = { ...reading, from: 0, ...part, turn: reading.turn + 1 }
    updateScrollMemory(entry, { reading: next })
    setReading(next)
  }

  /** 0 is the post itself. */
  function go(to: number) {
    begin({ from: to })
    if (to === 0) scrollTo(0, 0)
  }

  return (
    <>
      <div className={gridStyles.mainAside}>
        <div>
          <ThreadArticle thread={thread} Follow={Follow} />
          <RepliesHead thread={thread} order={order} ofAuthor={ofAuthor} begin={begin} />
          <Replies
            key={reading.turn}
            thread={thread}
            reading={reading}
            marked={floor}
            go={go}
            answer={(to) => setAnswering({ to, quote: null })}
            onSelect={setChosen}
          />
        </div>
        <ThreadSide thread={thread} Card={Card} />
      </div>
      <ThreadFoot thread={thread} write={() => setAnswering({ to: null, quote: null })} />
      <ReplySheet thread={thread} answering={answering} onClose={() => setAnswering(null)} />
      <ReplyMenu
        reply={chosen}
        canModerate={thread.can.moderate}
        quote={thread.can.reply ? (quote) => setAnswering({ to: null, quote }) : null}
        onClose={() => setChosen(null)}
      />
    </>
  )
}

/** In a long thread the reply may be out of view: the toast links to it. */
function tellPosition({ thread_id, floor }: Reply): void {
  const words = textNow(forumText)
  toast(words.answered(floor), isInSight(floor) ? undefined : { label: words.showReply, href: replyHref(thread_id, floor) })
}

function prepareAll(): void {
  prepareSheets()
  prepare(paths.editor)
}

function startOf({ read_floor, replies, options }: Thread, floor: number): ScrollMemory {
  const isBetween = read_floor > resumeFrom && read_floor < replies && !options.reverse
  const from = floor || (isBetween ? read_floor : 0)
  return { order: options.reverse ? 'newest' : 'oldest', ofAuthor: false, from, turn: 1 }
}

function ThreadSkeleton() {
  return (
    <div className={classes(skeletonStyles.late, gridStyles.narrow)} aria-hidden="true">
      <Skeleton width="84%" height={34} above={8} below={8} />
      <Skeleton width="52%" height={34} below={18} />
      <div className={classes(layoutStyles.row, layoutStyles.gap12, layoutStyles.below20)}>
        <Skeleton width={40} height={40} isRound />
        <Skeleton width={140} height={18} />
      </div>
      {[0, 1, 2].map((line) => (
        <Skeleton key={line} width={line === 2 ? '60%' : '100%'} height={20} below={8} />
      ))}
    </div>
  )
}
