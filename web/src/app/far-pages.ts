/** The pages that are reached from others, by their files. */
import type { PageModule } from '../kit/page.ts'

export const farPages = import.meta.glob<PageModule>([
  '../pages/**/*.tsx',
  '!../pages/**/*.test.tsx',
  '!../pages/index/*.tsx',
  '!../pages/main/explore/explore.tsx',
  '!../pages/forum/postings/thread.tsx',
  '!../pages/forum/postings/postdetails.tsx',
])
