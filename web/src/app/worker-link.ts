/** Registers the service worker, where the browser allows one: https or this very machine. Its absence takes nothing from the app but a cold start offline and notifications. */
import { canHaveWorker } from '../kit/platform.ts'

export async function registerWorker(): Promise<void> {
  if (!import.meta.env.PROD || !canHaveWorker()) return
  // A browser that refuses (a private window, a full disk) leaves the app as it is on plain http.
  await navigator.serviceWorker.register('./sw.js', { updateViaCache: 'none' }).catch(() => undefined)
}
