/** Who follows one, or another person (?user_id=). */
import type { PageMeta } from '../../../kit/page.ts'
import { PeoplePage } from '../../../people/people-page.tsx'

export const meta: PageMeta = { needs: 'user' }

export function Screen() {
  return <PeoplePage side="fans" />
}
