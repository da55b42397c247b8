/** What this browser is and can do. On plain http in the home it is no secure context: much is missing, and nothing here relies on it. */

export function osName(): string {
  const agent = navigator.userAgent
  if (/iPhone|iPad|iPod/.test(agent)) return 'ios'
  if (/Android/.test(agent)) return 'android'
  return 'h5'
}

export function canReadClipboard(): boolean {
  return globalThis.isSecureContext && typeof navigator.clipboard?.readText === 'function'
}

/** '' where the person or the browser says no. */
export async function readClipboard(): Promise<string> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    return ''
  }
}

/** Calls back when the page is hidden or shown again; returns how to stop. */
export function watchShown(listener: (isShown: boolean) => void): () => void {
  const tell = () => listener(isShown())
  document.addEventListener('visibilitychange', tell)
  addEventListener('pageshow', tell)
  return () => {
    document.removeEventListener('visibilitychange', tell)
    removeEventListener('pageshow', tell)
  }
}

/** False where the phone itself has no network; true promises nothing. */
export function isConnected(): boolean {
  return navigator.onLine
}

/** Calls back when the phone's network comes or goes; returns how to stop. */
export function watchConnected(listener: () => void): () => void {
  const tell = () => listener()
  addEventListener('online', tell)
  addEventListener('offline', tell)
  return () => {
    removeEventListener('online', tell)
    removeEventListener('offline', tell)
  }
}

/** Plain http has no camera: there a photo does. */
export function hasCamera(): boolean {
  return globalThis.isSecureContext && typeof navigator.mediaDevices?.getUserMedia === 'function'
}

/** The camera at the back; throws where the person or the browser says no. */
export function openCamera(): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' }, audio: false })
}

/** A short tick under the thumb where the device has one. */
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
  // What lies outside an open sheet cannot have the selection.
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

/** Hands a file to the browser's downloads. */
export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The download has begun by the next turn; the address may go then.
  setTimeout(() => URL.revokeObjectURL(link.href))
}

/** Hands what stands at an address of ours to the browser's downloads. */
export function saveAddress(name: string, url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

const hereTimeoutMs = 10_000

/** Where the phone is; plain http is not told, and a person may say no. */
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

/** Hands an address to the phone's own sheet; true where it has one, whatever the person does there. */
export async function share(what: { title: string; url: string }): Promise<boolean> {
  if (!globalThis.isSecureContext || typeof navigator.share !== 'function') return false
  try {
    await navigator.share(what)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}
