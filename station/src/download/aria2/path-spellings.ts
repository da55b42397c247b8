/** The spellings of an ftp link's path: old Chinese servers know their files by GBK bytes, newer ones by UTF-8, and the link does not tell which. */
import { asciiOf, decodeLink, isUtf8, percentBytes } from '@homeport/contract/shape/link/link-text.ts'

/** As the link has it first. */
export function spellingsOf(url: string): string[] {
  const [, start = '', path = ''] = /^([a-z]+:\/\/[^/]*)(.*)$/is.exec(url) ?? []
  const bytes = percentBytes(path)
  if (bytes.every((byte) => byte < 0x80)) return [url]
  const other = isUtf8(bytes) ? gbkOf(decodeLink(bytes)) : new TextEncoder().encode(decodeLink(bytes))
  return other ? [url, start + encoded(other)] : [url]
}

/** The separators stay; every other byte that a link may not have is encoded. */
function encoded(bytes: Uint8Array): string {
  return asciiOf(bytes).replaceAll(/[^\w./~!$&'()*+,;=:@%-]/g, (letter) => encodeURIComponent(letter))
}

let letters: Map<string, readonly [number, number]> | undefined

/** Undefined where GBK lacks a character. */
function gbkOf(text: string): Uint8Array | undefined {
  letters ??= gbkLetters()
  const bytes: number[] = []
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    const pair = letters.get(letter)
    if (code >= 0x80 && !pair) return undefined
    if (code < 0x80 || !pair) bytes.push(code)
    else bytes.push(pair[0], pair[1])
  }
  return Uint8Array.from(bytes)
}

/** Node only reads the encoding. */
function gbkLetters(): Map<string, readonly [number, number]> {
  const decoder = new TextDecoder('gb18030')
  const table = new Map<string, readonly [number, number]>()
  for (let lead = 0x81; lead < 0xff; lead += 1)
    for (let trail = 0x40; trail < 0xff; trail += 1) {
      const letter = decoder.decode(Uint8Array.of(lead, trail))
      if ([...letter].length === 1 && letter !== '\ufffd' && !table.has(letter)) table.set(letter, [lead, trail])
    }
  return table
}
