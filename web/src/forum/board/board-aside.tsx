/** The aside of a board: description and sub-boards; of all threads or a tag: all boards. */
import type { Board } from '@homeport/contract/forum.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../kit/lang.ts'
import cardStyles from '../../ui/card.module.css'
import { classes } from '../../ui/classes.ts'
import layoutStyles from '../../ui/layout.module.css'
import textStyles from '../../ui/text.module.css'
import { allBoards, within } from '../base/data.ts'
import { formatCount } from '../base/format-count.ts'
import styles from '../base/forum.module.css'
import { boardHref, paths } from '../base/paths.ts'
import { hrefTo } from '../../kit/nav/href.ts'
import { forumText } from '../base/text.ts'

export function BoardAside({ board, below }: { board?: Board | undefined; below: readonly Board[] }) {
  const words = useText(forumText)
  const tops = within(useQuery(allBoards()).data ?? [], 0)
  const listed = board ? below : tops
  return (
    <aside className={styles.side}>
      {board && (
        <section className={cardStyles.card}>
          <h2>{board.name}</h2>
          {board.about !== '' && <p className={textStyles.secondary}>{board.about}</p>}
          <p className={classes(textStyles.caption, textStyles.numeric)}>
            {words.counts(formatCount(board.threads), formatCount(board.posts))}
          </p>
        </section>
      )}
      {listed.length > 0 && (
        <nav className={cardStyles.card} aria-label={words.boards}>
          <h2>{words.boards}</h2>
          <ul>
            {listed.map(({ id, name, threads }) => (
              <li key={id}>
                <a className={classes(layoutStyles.row, layoutStyles.between, layoutStyles.gap12)} href={boardHref(id)}>
                  <span className={textStyles.oneLine}>{name}</span>
                  <span className={classes(textStyles.caption, textStyles.numeric)}>{formatCount(threads)}</span>
                </a>
              </li>
            ))}
            {!board && (
              <li>
                <a href={hrefTo(paths.boards)}>{words.allBoards}</a>
              </li>
            )}
          </ul>
        </nav>
      )}
    </aside>
  )
}
