/** The threads of a board, of all, or of a tag: latest, hot, featured, unanswered. The sort is remembered while the app is open. */
import { threadSorts } from '@homeport/contract/forum.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useText } from '../../kit/lang.ts'
import { observable, useObservable } from '../../kit/observable.ts'
import buttonStyles from '../../ui/button.module.css'
import { classes } from '../../ui/classes.ts'
import { Segments } from '../../ui/segments.tsx'
import { feedOf, type Sort } from '../base/data.ts'
import styles from '../base/forum.module.css'
import { paths } from '../base/paths.ts'
import { hrefTo } from '../../kit/nav/href.ts'
import { forumText } from '../base/text.ts'
import { ThreadList } from '../base/thread-list.tsx'

/** Board id → sort; 0 is all boards. */
const sortedBy = observable<Readonly<Record<number, Sort>>>({})

export function ThreadFeed({ boardId, tag = '', canWrite = true }: { boardId: number; tag?: string; canWrite?: boolean }) {
  const words = useText(forumText)
  const sort = useObservable(sortedBy)[boardId] ?? 'latest'
  const list = useInfiniteQuery(feedOf({ board_id: boardId, sort, tag }))
  const write = canWrite && (
    <a className={classes(buttonStyles.button, buttonStyles.main)} href={hrefTo(paths.editor, { board: boardId || '' })}>
      {words.write}
    </a>
  )
  const empty =
    sort === 'featured'
      ? { title: words.noFeatured, text: words.noFeaturedText }
      : sort === 'unanswered'
        ? { title: words.noUnanswered, text: words.noUnansweredText }
        : { title: words.noThreads, text: words.noThreadsText, act: write }
  return (
    <section className={styles.feed} aria-label={words.posts}>
      <Segments
        label={words.sortedBy}
        segments={threadSorts.map((key) => ({ key, label: words.sorts[key] }))}
        chosen={sort}
        onSelect={(next) => sortedBy.set({ ...sortedBy.get(), [boardId]: next })}
      />
      <ThreadList list={list} empty={empty} boardId={boardId} />
    </section>
  )
}
