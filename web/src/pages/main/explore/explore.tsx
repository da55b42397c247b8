/** Explore: recommended threads, or boards with the latest threads (beside them where there is room); a link to search above. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../forum/base/paths.ts'
import { PostButton } from '../../../forum/base/post-button.tsx'
import { forumText } from '../../../forum/base/text.ts'
import { ThreadList } from '../../../forum/base/thread-list.tsx'
import { BoardAside } from '../../../forum/board/board-aside.tsx'
import { ExploreFeed } from '../../../forum/board/explore-feed.tsx'
import { recommended } from '../../../home/data.ts'
import { exploreText } from '../../../home/explore-text.ts'
import { useText } from '../../../kit/lang.ts'
import { forward } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import barsStyles from '../../../ui/bars.module.css'
import buttonStyles from '../../../ui/button.module.css'
import { IconButton } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import gridStyles from '../../../ui/grid.module.css'
import layoutStyles from '../../../ui/layout.module.css'
import { Segments } from '../../../ui/segments.tsx'
import { useHasAside } from '../../../ui/use-is-wide.ts'

export const meta: PageMeta = { needs: 'anyone', isRoot: true }

const sides = ['you', 'boards'] as const
type Side = (typeof sides)[number]
/** Remembered while the app is open. */
let lastSide: Side = 'you'

export function Screen() {
  const words = useText(forumText)
  const own = useText(exploreText)
  const [side, setSide] = useState(lastSide)
  const hasAside = useHasAside()
  function choose(next: Side) {
    lastSide = next
    setSide(next)
  }
  return (
    <main className={classes(layoutStyles.page, layoutStyles.appearing)}>
      <header className={barsStyles.titleBar}>
        <h1>{words.title}</h1>
        <IconButton label={own.search} onClick={() => forward(paths.search)}>
          <Search strokeWidth={1.75} />
        </IconButton>
      </header>
      <div className={gridStyles.mainAside}>
        <div>
          {!hasAside && (
            <Segments
              label={words.title}
              segments={sides.map((key) => ({ key, label: own.sides[key] }))}
              chosen={side}
              onSelect={choose}
            />
          )}
          {side === 'you' || hasAside ? (
            <ForYou toBoards={() => (hasAside ? forward(paths.boards) : choose('boards'))} />
          ) : (
            <ExploreFeed />
          )}
        </div>
        {hasAside && <BoardAside below={[]} />}
      </div>
    </main>
  )
}

function ForYou({ toBoards }: { toBoards: () => void }) {
  const own = useText(exploreText)
  const list = useInfiniteQuery(recommended())
  const act = (
    <button type="button" className={classes(buttonStyles.button, buttonStyles.main)} onClick={toBoards}>
      {own.toBoards}
    </button>
  )
  return (
    <>
      <ThreadList list={list} empty={{ title: own.empty, text: own.emptyText, act }} />
      <PostButton />
    </>
  )
}
