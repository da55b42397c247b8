/** The aside of a board: description and sub-boards; of all threads or a tag: all boards. */
import type { Board } from '@homeport/contract/forum.ts'
import { useQuery } from '@tanstack/react-query'
import { useText } from '../../kit/lang.ts'
import { allBoards, within } from '../base/data.ts'
import { formatCount } from '../base/format-count.ts'
import { boardHref, hrefTo, paths } from '../base/paths.ts'
import { forumText } from '../base/text.ts'

export function BoardAside({ board, below }: { board?: Board | undefined; below: readonly Board[] }) {
  const words = useText(forumText)
  const tops = within(useQuery(allBoards()).data ?? [], 0)
  const listed = board ? below : tops
  return (
    <aside className="fm-side">
      {board && (
        <section className="card">
          <h2>{board.name}</h2>
          {board.about !== '' && <p className="sub">{board.about}</p>}
          <p className="cap num">{words.counts(formatCount(board.threads), formatCount(board.posts))}</p>
        </section>
      )}
      {listed.length > 0 && (
        <nav className="card" aria-label={words.boards}>
          <h2>{words.boards}</h2>
          <ul>
            {listed.map(({ id, name, threads }) => (
              <li key={id}>
                <a className="fx between g12" href={boardHref(id)}>
                  <span className="one">{name}</span>
                  <span className="cap num">{formatCount(threads)}</span>
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
