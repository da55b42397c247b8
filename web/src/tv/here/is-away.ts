/** The page came from the cloud, away from home: what it shows passes there. */
import { awayPath } from '@homeport/contract/playback/box-paths.ts'

export function isAway(path: string = location.pathname): boolean {
  return path.startsWith(`${awayPath}/`)
}
