/** A route of the spec; Homeport has one page about itself. */
import type { PageMeta } from '../../../kit/page.ts'

export const meta: PageMeta = { needs: 'anyone' }

export { Screen } from '../../user/about/index.tsx'
