/** Whom the user follows, or another user (?user_id=). */
import type { PageMeta } from '../../../kit/page.ts'
import { PeoplePage } from '../../../people/people-page.tsx'

export const meta: PageMeta = { needs: 'user' }

export function Screen() {
  return <PeoplePage side="follows" />
}
