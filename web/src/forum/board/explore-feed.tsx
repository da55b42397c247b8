/** The forum on the explore tab: boards as chips, then the threads of all boards. */
import { useQuery } from '@tanstack/react-query'
import { LayoutList } from 'lucide-react'
import { useText } from '../../kit/lang.ts'
import chipStyles from '../../ui/chip.module.css'
import { classes } from '../../ui/classes.ts'
import { allBoards, within } from '../base/data.ts'
import { paths } from '../base/paths.ts'
import { hrefTo } from '../../kit/nav/href.ts'
import { PostButton } from '../base/post-button.tsx'
import { forumText } from '../base/text.ts'
import { BoardChips } from './board-list.tsx'
import styles from './boards.module.css'
import { ThreadFeed } from './feed.tsx'

export function ExploreFeed() {
  const words = useText(forumText)
  const all = useQuery(allBoards()).data ?? []
  return (
    <>
      <nav className={styles.chipLine} aria-label={words.boards}>
        <a className={classes(chipStyles.chip, chipStyles.selected)} href={hrefTo(paths.boards)}>
          <LayoutList size={18} strokeWidth={1.75} aria-hidden="true" />
          {words.allBoards}
        </a>
        <BoardChips boards={within(all, 0)} />
      </nav>
      <ThreadFeed boardId={0} />
      <PostButton />
    </>
  )
}
