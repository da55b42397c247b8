/** One reply (?id= of its thread, &floor=) in context: the target of notifications, quotes and shared links. */
import { ThreadView } from '../../../forum/thread/thread-view.tsx'
import { useQueryValue } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { AuthorCard } from '../../../people/author-card.tsx'
import { AuthorFollow } from '../../../people/author-follow.tsx'
import { askToSwitchLanguage } from '../../../settings/language.ts'

export const meta: PageMeta = { needs: 'anyone' }

export function Screen() {
  const id = useQueryValue('id')
  const floor = Math.max(0, Math.trunc(Number(useQueryValue('floor')) || 0))
  return (
    <ThreadView
      key={`${id} ${floor}`}
      id={id}
      floor={floor}
      switchLanguage={() => void askToSwitchLanguage()}
      Follow={AuthorFollow}
      Card={AuthorCard}
    />
  )
}
