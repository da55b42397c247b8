/** Features of the browser that single pages use: clipboard, camera, place, share sheet, files. The first page needs none of them; what it needs is in platform.ts. */
import { boxPath } from '@homeport/contract/playback/box-paths.ts'
import { cloudAddress, nativePlugins } from './native-shell.ts'
import { isWeChat } from './platform.ts'

const hereTimeoutMs = 10_000

export function canReadClipboard(): boolean {
  return globalThis.isSecureContext && typeof navigator.clipboard?.readText === 'function'
}

/** A phone or tablet: touched, not pointed at. */
export function isHandheld(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

/** Touched, and smaller than a tablet. */
export function isPhone(): boolean {
  return isHandheld() && matchMedia('(max-width: 599px), (max-height: 599px)').matches
}

/** '' if the user or the browser refuses. */
export async function readClipboard(): Promise<string> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    return ''
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

/** Its browser runs no WebAssembly, which reads QR codes. */
export function isOldWeChat(): boolean {
  return isWeChat() && !('WebAssembly' in globalThis)
}

/** The address of what the box serves at `url`, for this page: an app from the https port of the box's home has it there, since browsers keep http away from it. httpsPort: 0 if the box is not reached so. */
export function boxAddress(
  url: string,
  httpsPort: number,
  page: Pick<Location, 'protocol' | 'port' | 'origin'> = location,
): string {
  const isFromThere = page.protocol === 'https:' && page.port === String(httpsPort)
  return isFromThere && url !== '' ? page.origin + boxPath + new URL(url).pathname : url
}

/** The browser saves a blob, or a file of our origin, without opening a page. */
export function isOfThisPage(url: string): boolean {
  return url.startsWith('blob:') || new URL(url).origin === location.origin
}

/** A phone on a line of its provider, where its browser tells that. */
export function isOnCellular(): boolean {
  return navigator.connection?.type === 'cellular'
}

/** The same without a way back by Back. */
export function goOnTo(address: string): void {
  location.replace(address)
}

/** The app stays: the way to another address is given up. */
export function stopGoing(): void {
  stop()
}

/** The app's address without its hash, as other people open it. */
export function appAddress(): string {
  const cloud = cloudAddress()
  return cloud ? `${cloud}/` : location.origin + location.pathname
}

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
  const plugin = nativePlugins().Share
  // It rejects where the user closes the sheet.
  if (plugin)
    return plugin.share(what).then(
      () => true,
      () => true,
    )
  if (!globalThis.isSecureContext || typeof navigator.share !== 'function') return false
  try {
    await navigator.share(what)
    return true
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError'
  }
}

/** Bytes that this app may still keep here; null where the browser does not say. */
export async function freeRoom(): Promise<number | null> {
  if (typeof navigator.storage?.estimate !== 'function') return null
  const { quota, usage } = await navigator.storage.estimate().catch((): StorageEstimate => ({}))
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage)
}

/** Runs in one tab of this browser alone: elsewhere it does nothing. */
export async function inOneTab(name: string, run: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return run()
  await navigator.locks.request(`homeport.${name}`, { ifAvailable: true }, (lock) => (lock ? run() : undefined))
}
