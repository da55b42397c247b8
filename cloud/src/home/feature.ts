/** The home feature: banners, threads of a board, recommended threads. */
import type { Feature } from '../shared/feature.ts'
import { homeRoutes } from './routes.ts'
import type { Threads } from './threads.ts'

export function homeFeature({ threads }: { threads: Threads }): Feature {
  return { routes: homeRoutes(threads) }
}
