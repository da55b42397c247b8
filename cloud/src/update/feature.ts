/** The update feature: newer versions of the app. */
import type { Feature } from '../shared/feature.ts'
import { updateRoutes } from './routes.ts'
import { servedBuildIn } from './served-build.ts'

export function updateFeature({ webFolder }: { webFolder: string }): Feature {
  return { routes: updateRoutes(servedBuildIn(webFolder)) }
}
