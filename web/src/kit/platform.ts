/** Browser features behind one API; those of single pages are in browser-features.ts, so that the first page does not load them. Plain http at home is no secure context: many are missing, and the app relies on none. */
import { hostsFile } from './hosts.ts'
import { isNative } from './native-shell.ts'

export function osName(): string {
  const agent = navigator.userAgent
  if (/iPhone|iPad|iPod/.test(agent)) return 'ios'
  if (/Android/.test(agent)) return 'android'
  return 'h5'
}

/** Calls back when the page is hidden or shown again; returns how to stop. */
export function watchShown(listener: (isShown: boolean) => void): () => void {
  const notify = () => listener(isShown())
  document.addEventListener('visibilitychange', notify)
  addEventListener('pageshow', notify)
  return () => {
    document.removeEventListener('visibilitychange', notify)
    removeEventListener('pageshow', notify)
  }
}

/** False where the phone itself has no network; true promises nothing. */
export function isConnected(): boolean {
  return navigator.onLine
}

declare global {
  interface Navigator {
    /** Only some browsers have it. */
    readonly connection?: { readonly saveData?: boolean; readonly type?: string }
  }
}

/** The person told the browser to load no more than needed. */
export function savesData(): boolean {
  return navigator.connection?.saveData ?? false
}

/** Calls back when the phone goes online or offline; returns unsubscribe. */
export function watchConnected(listener: () => void): () => void {
  const notify = () => listener()
  addEventListener('online', notify)
  addEventListener('offline', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
  }
}

/** A short vibration, if the device supports it. */
export function tick(): void {
  navigator.vibrate?.(8)
}

export function isShown(): boolean {
  return document.visibilityState !== 'hidden'
}

/** WeChat's own browser: its scanner read the code. */
export function isWeChat(): boolean {
  return /MicroMessenger/i.test(navigator.userAgent)
}

/** A page that a mini-program of WeChat opened (from its version 7 on). */
export function isMiniProgram(): boolean {
  return isWeChat() && /miniProgram/i.test(navigator.userAgent)
}

/** Served over http, or the installed app: such a page may open plain sockets. */
export function isPlainPage(): boolean {
  return location.protocol === 'http:' || isNative()
}

export function pageOrigin(): string {
  return location.origin
}

/** Below which path the app lies; '/' where that does not matter: its calls go to other servers. */
export function pathOfApp(): string {
  return isNative() || hostsFile() !== null ? '/' : location.pathname.replace(/[^/]*$/, '')
}

/** Leaves the app for another address, in the same tab. */
export function goTo(address: string): void {
  location.assign(address)
}

/** The count on the icon of the installed app, where the system shows one; 0 removes it. Returns how to remove it. */
export function showAppBadge(count: number): () => void {
  if (!('setAppBadge' in navigator)) return () => {}
  const clear = () => void navigator.clearAppBadge().catch(() => undefined)
  if (count > 0) void navigator.setAppBadge(count).catch(() => undefined)
  else clear()
  return clear
}

/** Opened from the home screen, in a window of its own. */
export function isInstalled(): boolean {
  if (isNative()) return true
  return matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
}

/** False on plain http, and in the installed app for Android or iOS, whose files are on the phone already. */
export function canHaveWorker(): boolean {
  return !isNative() && globalThis.isSecureContext && 'serviceWorker' in navigator
}

/** Loads the app anew, at the same address. */
export function restartApp(): void {
  location.reload()
}

/** Asks the browser not to clear by itself what this app keeps. */
export async function keepStorage(): Promise<void> {
  await navigator.storage?.persist?.().catch(() => false)
}
