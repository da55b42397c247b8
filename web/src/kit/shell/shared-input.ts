/** The input that another app handed over: a shared text, link or torrent file, or a magnet link. Kept in memory until the page of downloads reads it, through sign-in too. */
import { observable } from '../observable.ts'
import { onSessionEnd } from '../session.ts'
import { sharedCache, sharedPath } from './shared-names.ts'

type SharedInput = { text: string; files: readonly File[] }

export const sharedInput = observable<SharedInput | null>(null)

/** query: of the address that the app was opened by. True if there is something. */
export async function takeSharedInput(query: URLSearchParams): Promise<boolean> {
  const link = query.get('link')
  const isShared = query.has('shared')
  if (link === null && !isShared) return false
  const input = isShared ? await readShared() : { text: link ?? '', files: [] }
  if (!input || (input.text === '' && input.files.length === 0)) return false
  sharedInput.set(input)
  return true
}

/** Keeps the input that the app for Android got from another app. False if there is nothing in it. */
export function takeNativeInput({ text, files }: SharedInput): boolean {
  if (text === '' && files.length === 0) return false
  sharedInput.set({ text: linksIn(text), files })
  return true
}

async function readShared(): Promise<SharedInput | null> {
  if (!('caches' in globalThis)) return null
  const cached = await caches.match(new URL(sharedPath, document.baseURI), { cacheName: sharedCache }).catch(() => undefined)
  await caches.delete(sharedCache).catch(() => false)
  const form = await cached?.formData().catch(() => undefined)
  if (!form) return null
  const text = form.get('text')
  return {
    text: linksIn(typeof text === 'string' ? text : ''),
    files: form.getAll('torrent').filter((part) => part instanceof File),
  }
}

/** P13; storage.ts deletes what a service worker holds. */
onSessionEnd(() => sharedInput.set(null))

/** Apps share a page's title and words around its link: only the links are kept, once each; a text without any stays as it is. */
function linksIn(text: string): string {
  const links = text.match(/\b(?:magnet:\?|(?:https?|ftps?|sftp|ed2k|thunder|rtmp|mms):\/\/)\S+/gi)
  return links ? [...new Set(links)].join('\n') : text
}
