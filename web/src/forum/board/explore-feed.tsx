/** The forum on the explore tab: boards as chips, then the threads of all boards. */
import { useQuery } from '@tanstack/react-query'
import { LayoutList } from 'lucide-react'
import { useText } from '../../kit/lang.ts'
import { BoardChips } from './board-list.tsx'
import { allBoards, within } from '../base/data.ts'
import { ThreadFeed } from './feed.tsx'
import '../base/forum.css'
import { hrefTo, paths } from '../base/paths.ts'
import { PostButton } from '../base/post-button.tsx'
import { forumText } from '../base/text.ts'

export function ExploreFeed() {
  const words = useText(forumText)
  const all = useQuery(allBoards()).data ?? []
  return (
    <>
      <nav className="fm-chipline" aria-label={words.boards}>
        <a className="fm-chip on" href={hrefTo(paths.boards)}>
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
