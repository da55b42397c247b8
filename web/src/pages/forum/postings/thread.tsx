/** One thread (?id=), from the last read floor. */
import { AuthorCard } from '../../../people/author-card.tsx'
import { AuthorFollow } from '../../../people/author-follow.tsx'
import { ThreadView } from '../../../forum/thread/thread-view.tsx'
import { useQueryValue } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { askToSwitchLanguage } from '../../../settings/language.ts'

export const meta: PageMeta = { needs: 'anyone' }

export function Screen() {
  const id = useQueryValue('id')
  return (
    <ThreadView
      key={id}
      id={id}
      floor={0}
      switchLanguage={() => void askToSwitchLanguage()}
      Follow={AuthorFollow}
      Card={AuthorCard}
    />
  )
}
