/** Browser features behind one API. Plain http at home is no secure context: many are missing, and the app relies on none. */

export function osName(): string {
  const agent = navigator.userAgent
  if (/iPhone|iPad|iPod/.test(agent)) return 'ios'
  if (/Android/.test(agent)) return 'android'
  return 'h5'
}

export function canReadClipboard(): boolean {
  return globalThis.isSecureContext && typeof navigator.clipboard?.readText === 'function'
}

/** A phone or tablet: touched, not pointed at. */
export function isHandheld(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

/** '' if the user or the browser refuses. */
export async function readClipboard(): Promise<string> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    return ''
  }
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

/** False on plain http: a photo is used instead. */
export function hasCamera(): boolean {
  return globalThis.isSecureContext && typeof navigator.mediaDevices?.getUserMedia === 'function'
}

/** The rear camera; throws if the user or the browser refuses. */
export function openCamera(): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
}

/** A short vibration, if the device supports it. */
export function tick(): void {
  navigator.vibrate?.(8)
}

export function isShown(): boolean {
  return document.visibilityState !== 'hidden'
}

/** By a selection and execCommand: the only way on plain http. False where the browser refuses. */
export function copyText(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.style.cssText = 'position:fixed;top:0;opacity:0'
  // An open sheet traps the selection.
  const home = before?.closest('[role=dialog]') ?? document.body
  home.append(field)
  field.select()
  let isCopied = false
  try {
    isCopied = document.execCommand('copy')
  } catch {
    isCopied = false
  }
  field.remove()
  if (before instanceof HTMLElement) before.focus({ preventScroll: true })
  return isCopied
}

/** Downloads a file through the browser. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The download has started by the next tick; the object URL can be revoked.
  setTimeout(() => URL.revokeObjectURL(link.href))
}

/** Downloads a URL of our origin through the browser. */
export function saveAddress(name: string, url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

const hereTimeoutMs = 10_000

/** The phone's position; not available on plain http, and the user may refuse. */
export async function whereAmI(): Promise<{ lat: number; lon: number } | 'no way' | 'refused'> {
  if (!globalThis.isSecureContext || !('geolocation' in navigator)) return 'no way'
  return new Promise((resolve) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lon: coords.longitude }),
      () => resolve('refused'),
      { timeout: hereTimeoutMs, maximumAge: 60_000 },
    ),
  )
}

/** Opens the phone's share sheet; true if it has one, whatever the user does there. */
export async function share(what: { title: string; url: string }): Promise<boolean> {
  if (!globalThis.isSecureContext || typeof navigator.share !== 'function') return false
  try {
    await navigator.share(what)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
