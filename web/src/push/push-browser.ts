/** The browser's side of notifications: whether they are possible here, the permission, and the subscription. */
import { latin1Of } from '@homeport/contract/kit/latin1.ts'
import { canHaveWorker, isInstalled, osName } from '../kit/platform.ts'

/** Why there can be no notifications. install: iOS has them for installed apps only. denied: the user or the browser forbids them. */
export type Obstacle = 'install' | 'denied' | 'unable'

export function obstacleNow(): Obstacle | null {
  if (osName() === 'ios' && !isInstalled()) return 'install'
  if (!canHaveWorker() || !('PushManager' in globalThis) || !('Notification' in globalThis)) return 'unable'
  return Notification.permission === 'denied' ? 'denied' : null
}

export type BrowserSubscription = { endpoint: string; p256dh: string; auth: string }

/** Asks for the permission, then subscribes; an Obstacle where either is refused. Call from a tap: browsers ask only then. */
export async function subscribeBrowser(key: string): Promise<BrowserSubscription | Obstacle> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return 'denied'
  try {
    const { pushManager } = await navigator.serviceWorker.ready
    const existing = await pushManager.getSubscription()
    const subscription =
      existing && keyOf(existing) === key ? existing : await existing?.unsubscribe().then(() => subscribeWith(pushManager, key))
    return fieldsOf(subscription ?? (await subscribeWith(pushManager, key)))
  } catch {
    // The browser's push service cannot be reached, or it has none.
    return 'unable'
  }
}

const subscribeWith = (manager: PushManager, key: string) =>
  manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })

function keyOf({ options }: PushSubscription): string {
  return options.applicationServerKey ? base64url(options.applicationServerKey) : ''
}

function fieldsOf(subscription: PushSubscription): BrowserSubscription | Obstacle {
  const [p256dh, auth] = [subscription.getKey('p256dh'), subscription.getKey('auth')]
  return p256dh && auth ? { endpoint: subscription.endpoint, p256dh: base64url(p256dh), auth: base64url(auth) } : 'unable'
}

function base64url(bytes: ArrayBuffer): string {
  const text = btoa(latin1Of(new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

export function timeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
