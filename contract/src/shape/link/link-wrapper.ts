/** Links that hold another one in base64: thunder, flashget, qqdl. */
import { latin1Of } from '../../kit/latin1.ts'
import { trimEnd } from '../field/text.ts'
import { asciiOf, base64Of, bytesOfBase64, decodeLink, isUtf8 } from './link-text.ts'
import type { LinkFault } from './link-fault.ts'

const frames = { thunder: ['AA', 'ZZ'], flashget: ['[FLASHGET]', '[FLASHGET]'], qqdl: ['', ''] } as const
export type Wrapper = keyof typeof frames

export const isWrapper = (scheme: string): scheme is Wrapper => Object.hasOwn(frames, scheme)

/** The inner link. Bytes of its path that are no UTF-8 are percent-encoded: its server knows the file by them. */
export function unwrapLink(text: string, wrapper: Wrapper): { inner: string } | LinkFault {
  const body = text.replace(/^[a-z]+:\/*/i, '')
  const plain = wrapper === 'thunder' ? body : body.replace(/&.*$/s, '')
  let hasBytes = false
  for (const part of [plain, trimEnd(plain.trimEnd(), /\//)]) {
    const bytes = bytesOfBase64(part)
    hasBytes ||= bytes !== undefined
    const inner = bytes && innerOf(bytes, wrapper)
    if (inner !== undefined) return { inner }
  }
  return { reason: hasBytes ? 'no_frame' : 'not_base64' }
}

export function wrapLink(inner: string, wrapper: Wrapper): string {
  const [before, after] = frames[wrapper]
  return `${wrapper}://${base64Of(before + inner + after)}`
}

function innerOf(bytes: Uint8Array, wrapper: Wrapper): string | undefined {
  const [before, after] = frames[wrapper]
  const ascii = latin1Of(bytes).trim()
  if (!ascii.startsWith(before) || !ascii.endsWith(after) || ascii.length <= before.length + after.length) return undefined
  const inner = ascii.slice(before.length, ascii.length - after.length).trim()
  const raw = Uint8Array.from(inner, (letter) => letter.charCodeAt(0))
  return !isUtf8(raw) && /^(s?ftp|https?):/i.test(inner) ? asciiOf(raw) : decodeLink(raw)
}
