/** Messages between the app and its service worker; on plain http there is none. */
type Kind = 'outbox' | 'open'

/** open: a notification was tapped, with the address of its page. outbox: the network is back (background sync). */
export function onWorker(kind: Kind, handler: (address: string) => void): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (isOf(kind, data)) handler(typeof data.address === 'string' ? data.address : '')
  })
}

/** Without a schema: the first paint waits for this file, not for a library. */
function isOf(kind: Kind, data: unknown): data is { address?: unknown } {
  return typeof data === 'object' && data !== null && 'kind' in data && data.kind === kind
}

/** The browser wakes the service worker once the network is back, also while the app lies in the background; not every browser can. */
export async function syncLater(): Promise<void> {
  if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return
  const registration = await navigator.serviceWorker.ready
  if ('sync' in registration && isSyncManager(registration.sync))
    await registration.sync.register('outbox').catch(() => undefined)
}

function isSyncManager(sync: unknown): sync is { register: (tag: string) => Promise<void> } {
  return typeof sync === 'object' && sync !== null && 'register' in sync
}

/** P13: what notifications show belongs to the user whose session ends. */
export async function closeNotifications(): Promise<void> {
  if (!('serviceWorker' in navigator) || !navigator.serviceWorker.controller) return
  const registration = await navigator.serviceWorker.ready
  for (const one of await registration.getNotifications()) one.close()
}
