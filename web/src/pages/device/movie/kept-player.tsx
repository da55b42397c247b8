/** A film that plays from this phone (?id=, ?from=start). */
import { useQueryValue } from '../../../kit/nav/nav.ts'
import type { PageMeta } from '../../../kit/page.ts'
import { KeptPlayer } from '../../../movie/kept/kept-player.tsx'

export const meta: PageMeta = { needs: 'user' }

export function Screen() {
  return <KeptPlayer id={useQueryValue('id')} from={useQueryValue('from')} />
}
