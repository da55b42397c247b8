/** Whether there is a newer version of the app: of the packages that the operator announced, or of the build that this cloud serves. */
import { checkForUpdates, type AppUpdate } from '@homeport/contract/update.ts'
import { serve, type Route } from '../kit/http/serve.ts'
import { releasesAbove } from './store.ts'
import type { ServedBuild } from './served-build.ts'

export function updateRoutes(servedBuild: () => Promise<ServedBuild | null>): Route[] {
  return [
    serve(checkForUpdates, async ({ version_code, app_platform }, { db }) => {
      const releases = await releasesAbove(db, app_platform, version_code)
      if (app_platform !== 'h5') return newestOf(releases)
      const build = await servedBuild()
      if (!build || build.version_code <= version_code) return null
      // A browser gets what is served, whatever else is announced.
      const served = releases.filter((release) => release.version_code <= build.version_code)
      const announced = served.find((release) => release.version_code === build.version_code)
      return { ...(announced ?? unannounced(build)), is_force: forceOf(served), url: '', size: 0 }
    }),
  ]
}

function newestOf(releases: readonly AppUpdate[]): AppUpdate | null {
  const [newest] = releases
  return newest ? { ...newest, is_force: forceOf(releases) } : null
}

/** An update is forced if it, or a version that it skips, is forced. */
function forceOf(releases: readonly AppUpdate[]): number {
  return releases.some(({ is_force }) => is_force === 1) ? 1 : 0
}

function unannounced({ version_name, version_code }: ServedBuild): AppUpdate {
  const title = `Homeport ${version_name}`
  return {
    version_code,
    version_name,
    title_cn: title,
    title_en: title,
    content_cn: '',
    content_en: '',
    is_force: 0,
    url: '',
    size: 0,
  }
}
