/** All pages by their files, but home, whose folder holds its parts too. Those that `nearPages` names stand in both, so that no page can be in neither. */
import type { PageModule } from '../kit/page.ts'

export const farPages = import.meta.glob<PageModule>(['../pages/**/*.tsx', '!../pages/**/*.test.tsx', '!../pages/index/*.tsx'])
