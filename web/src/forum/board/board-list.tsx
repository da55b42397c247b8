/** The tree of boards: the first level as headings, the second as rows, the third as chips below them. */
import type { Board } from '@homeport/contract/forum.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, Lock } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { useText } from '../../kit/lang.ts'
import { LoadFailed } from '../../shared/query-list.tsx'
import chipStyles from '../../ui/chip.module.css'
import { classes } from '../../ui/classes.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lines } from '../../ui/illustration-lines.tsx'
import layoutStyles from '../../ui/layout.module.css'
import listStyles from '../../ui/list.module.css'
import sectionHeadStyles from '../../ui/section-head.module.css'
import skeletonStyles from '../../ui/skeleton.module.css'
import { Skeleton } from '../../ui/skeleton.tsx'
import textStyles from '../../ui/text.module.css'
import { allBoards, within } from '../base/data.ts'
import { formatCount } from '../base/format-count.ts'
import { boardHref } from '../base/paths.ts'
import { forumText } from '../base/text.ts'
import styles from './boards.module.css'

/** `otherwise`: shown if the server has no boards. */
export function BoardList({ otherwise }: { otherwise?: ReactNode }) {
  const words = useText(forumText)
  const tree = useQuery(allBoards())
  if (tree.isPending)
    return (
      <div className={skeletonStyles.late} aria-hidden="true">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height={148} radius={20} above={24} />
        ))}
      </div>
    )
  if (tree.isLoadingError) return <LoadFailed onRetry={() => void tree.refetch()} />
  const all = tree.data ?? []
  if (all.length === 0)
    return (
      <EmptyState art={lines.bubbles} title={words.empty} text={words.emptyText} isNear>
        {otherwise}
      </EmptyState>
    )
  return (
    <div className={styles.boards}>
      {within(all, 0).map((top) => (
        <section key={top.id}>
          {within(all, top.id).length > 0 && (
            <div className={sectionHeadStyles.sectionHead}>
              <h2>
                <a href={boardHref(top.id)}>{top.name}</a>
              </h2>
            </div>
          )}
          <ul className={listStyles.list}>
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
    <li className={styles.board}>
      <a className={listStyles.row} href={boardHref(board.id)}>
        <span className={layoutStyles.grow}>
          <span className={classes(textStyles.label, layoutStyles.row, layoutStyles.gap8)}>
            {board.name}
            {board.is_closed && (
              <>
                <Lock size={15} strokeWidth={1.75} aria-hidden="true" />
                <span className={textStyles.visuallyHidden}>{words.closed}</span>
              </>
            )}
          </span>
          {board.about !== '' && <span className={classes(textStyles.secondary, textStyles.twoLines)}>{board.about}</span>}
          <span className={classes(textStyles.caption, textStyles.numeric)}>
            {words.counts(formatCount(board.threads), formatCount(board.posts))}
          </span>
        </span>
        <span className={listStyles.chevron}>
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
    <nav className={classes(styles.way, textStyles.caption)} aria-label={words.boards}>
      {way.slice(0, -1).map(({ id, name }, at) => (
        <Fragment key={id}>
          {at > 0 && <span aria-hidden>›</span>}
          <a href={boardHref(id)}>{name}</a>
        </Fragment>
      ))}
    </nav>
  )
}

export function BoardChips({ boards }: { boards: readonly Board[] }) {
  return (
    <ul className={chipStyles.chips}>
      {boards.map(({ id, name }) => (
        <li key={id}>
          <a className={chipStyles.chip} href={boardHref(id)}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  )
}
