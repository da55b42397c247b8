/** The front page: banners, threads of a board, what is recommended. */
import type { Feature } from '../shared/feature.ts'
import { homeRoutes } from './routes.ts'
import type { Threads } from './threads.ts'

export function homeFeature({ threads }: { threads: Threads }): Feature {
  return { routes: homeRoutes(threads) }
}
