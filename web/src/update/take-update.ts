/** Takes a new version of the app: a browser loads the served build, iOS opens the url outside, Android downloads the package and installs it. */
import type { AppUpdate } from '@homeport/contract/update.ts'
import { appPlatform, openOutside, packageInstaller } from '../kit/native-shell.ts'
import { restartApp } from '../kit/platform.ts'
import { markReload } from './reload-mark.ts'

/** done: what follows is the phone's part. */
export type TakeResult = 'done' | 'download_failed' | 'failed'

export async function takeUpdate(update: AppUpdate, title: string, onProgress: (percent: number) => void): Promise<TakeResult> {
  const installer = packageInstaller()
  if (installer) {
    const listening = await installer.addListener('progress', ({ percent }) => onProgress(Math.round(percent)))
    try {
      await installer.install({ url: update.url, title })
      return 'done'
    } catch (error) {
      return error instanceof Error && error.message.startsWith('install') ? 'failed' : 'download_failed'
    } finally {
      await listening.remove()
    }
  }
  if (appPlatform() !== 'h5') {
    await openOutside(update.url)
    return 'done'
  }
  markReload(update.version_code)
  restartApp()
  return 'done'
}
