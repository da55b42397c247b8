/** The forum's part of the home page: some recommended threads, and the two house boards. */
import type { ThreadRow } from '@homeport/contract/shape/thread.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Bell, ChevronRight, MessageCircle, Pin, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { now } from '../kit/time/clock.ts'
import { agoOf } from '../kit/text/format.ts'
import { useLang, useText } from '../kit/lang.ts'
import { displayNameOf } from '../shared/person.ts'
import { pictureUrl } from '../shared/picture-url.ts'
import { Avatar } from '../ui/avatar.tsx'
import cardStyles from '../ui/card.module.css'
import { classes } from '../ui/classes.ts'
import layoutStyles from '../ui/layout.module.css'
import listStyles from '../ui/list.module.css'
import sectionHeadStyles from '../ui/section-head.module.css'
import skeletonStyles from '../ui/skeleton.module.css'
import textStyles from '../ui/text.module.css'
import { boardHref, houseBoards, latestOf, recommended, threadHref, type HouseBoard } from './data.ts'
import styles from './from-forum.module.css'
import { frontText } from './front-text.ts'

const explorePath = '/pages/main/explore/explore'
const maxThreads = 3

const icons: Record<HouseBoard, ReactNode> = {
  announcements: <Bell strokeWidth={1.75} />,
  updates: <RefreshCw strokeWidth={1.75} />,
}

export function FromForum() {
  const words = useText(frontText)
  const list = useInfiniteQuery(recommended())
  const rows = list.data?.pages[0]?.data.slice(0, maxThreads) ?? []
  return (
    <div className={styles.forum}>
      {(rows.length > 0 || list.isPending) && (
        <section aria-busy={list.isPending || undefined}>
          <div className={sectionHeadStyles.sectionHead}>
            <h2>{words.forum}</h2>
            <a href={`#${explorePath}`}>
              {words.explore}
              <ChevronRight size={18} strokeWidth={1.75} />
            </a>
          </div>
          <ul className={styles.threads}>
            {rows.map((row) => (
              <li key={row.id}>
                <Thread row={row} />
              </li>
            ))}
            {list.isPending && [0, 1, 2].map((at) => <Waiting key={at} />)}
          </ul>
        </section>
      )}
      <Houses />
    </div>
  )
}

function Thread({ row }: { row: ThreadRow }) {
  const words = useText(frontText)
  // A row has room for four digits.
  const shortly = new Intl.NumberFormat(useLang(), { notation: row.replies < 10_000 ? 'standard' : 'compact' })
  const name = row.author ? displayNameOf(row.author) : words.anonymous
  return (
    <a className={styles.thread} href={threadHref(row.id)}>
      <Avatar name={name} src={pictureUrl(row.author?.avatar ?? '')} isSmall />
      <span className={layoutStyles.grow}>
        <span className={classes(textStyles.label, textStyles.twoLines)}>
          {row.is_pinned && <Pin size={14} strokeWidth={2} role="img" aria-label={words.pinned} />}
          <bdi>{row.title}</bdi>
        </span>
        <span className={classes(textStyles.caption, textStyles.twoLines)}>
          {name} · {row.replies > 0 ? words.lastReply(agoOf(row.active_at, now())) : agoOf(row.created_at, now())}
        </span>
      </span>
      <span className={classes(textStyles.caption, textStyles.numeric, layoutStyles.row, layoutStyles.gap4)}>
        <MessageCircle size={15} strokeWidth={1.75} aria-hidden="true" />
        <span aria-hidden="true">{shortly.format(row.replies)}</span>
        <span className={textStyles.visuallyHidden}>{words.replies(row.replies)}</span>
      </span>
    </a>
  )
}

/** Skeleton with the height of a thread with a two-line title. */
function Waiting() {
  return (
    <li className={classes(styles.thread, styles.waiting)} aria-hidden="true">
      <span className={classes(skeletonStyles.skeleton, skeletonStyles.late)} />
      <span className={layoutStyles.grow}>
        <span className={classes(skeletonStyles.skeleton, skeletonStyles.late)} />
        <span className={classes(skeletonStyles.skeleton, skeletonStyles.late)} />
      </span>
    </li>
  )
}

/** The boards of the house that hold something: together, so that neither moves the other. */
function Houses() {
  const latest = { announcements: useQuery(latestOf('announcements')), updates: useQuery(latestOf('updates')) }
  if (houseBoards.some((board) => latest[board].isPending)) return null
  return (
    <ul className={styles.boards}>
      {houseBoards.map((board) => {
        const newest = latest[board].data
        return (
          newest && (
            <li key={board}>
              <House board={board} latest={newest} />
            </li>
          )
        )
      })}
    </ul>
  )
}

function House({ board, latest }: { board: HouseBoard; latest: ThreadRow }) {
  const words = useText(frontText)
  return (
    <a className={classes(cardStyles.card, styles.board)} href={boardHref(board)}>
      {icons[board]}
      <span className={layoutStyles.grow}>
        <span className={classes(textStyles.label, textStyles.oneLine)}>{words.boards[board]}</span>
        <span className={classes(textStyles.caption, textStyles.oneLine)}>
          <bdi>{latest.title}</bdi>
        </span>
      </span>
      {latest.is_new && <span className={classes(textStyles.caption, textStyles.accent)}>{words.fresh}</span>}
      <span className={listStyles.chevron}>
        <ChevronRight size={20} strokeWidth={1.75} />
      </span>
    </a>
  )
}
