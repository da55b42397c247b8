/** Bytes and characters of links: base64 as pasted, percent-encoding, and the encodings that links come in. */
import { latin1Of } from '../../kit/latin1.ts'
import { trimEnd } from '../field/text.ts'

/** UTF-8 if it is valid; else windows-1252 where each byte beyond ASCII stands alone, which no Chinese word has; else GB18030. */
export function decodeLink(bytes: Uint8Array): string {
  if (isUtf8(bytes)) return new TextDecoder().decode(bytes)
  const isWestern = bytes.every((byte, at) => byte < 0x80 || (bytes[at + 1] ?? 0) < 0x80)
  return new TextDecoder(isWestern ? 'windows-1252' : 'gb18030').decode(bytes)
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

/** With white space, missing padding, the url-safe alphabet or percent-encoding; undefined if it is no base64. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  const padded = (/%[0-9a-f]{2}/i.test(text) ? percentDecoded(text) : text)
    .replaceAll(/\s/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  const plain = trimEnd(padded, /=/)
  if (plain === '' || plain.length % 4 === 1 || !/^[a-z0-9+/]+$/i.test(plain)) return undefined
  return Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0))
}

export function base64Of(text: string): string {
  return btoa(latin1Of(new TextEncoder().encode(text)))
}

/** Percent-encoding of every byte that is not ASCII. */
export function asciiOf(bytes: Uint8Array): string {
  return [...bytes]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`))
    .join('')
}

/** A '%' that encodes nothing stays. */
export function percentDecoded(text: string): string {
  return decodeLink(percentBytes(text))
}

export function percentBytes(text: string): Uint8Array {
  const bytes: number[] = []
  const encoded = new TextEncoder().encode(text)
  for (let at = 0; at < encoded.length; at += 1) {
    const hex = encoded[at] === 0x25 ? latin1Of(encoded.subarray(at + 1, at + 3)) : ''
    if (/^[0-9a-f]{2}$/i.test(hex)) {
      bytes.push(Number.parseInt(hex, 16))
      at += 2
    } else bytes.push(encoded[at] ?? 0)
  }
  return Uint8Array.from(bytes)
}
