/** The text of a subtitle file in an unknown encoding: UTF-8 and UTF-16 by their bytes, code pages by the language that its name says, else by its letters, else GB18030, Big5 or windows-1252. */
import { codePageOf } from './code-page.ts'
import { codePageByLetters } from './letter-statistics.ts'

/** What is looked at for the guess. */
const sampleBytes = 64 * 1024
/** Of lines with letters beyond ASCII: each is read by many code pages. */
const tellingBytes = 4 * 1024
const lineFeed = 0x0a

/** language: BCP 47, as far as it is known. */
export function decodeText(bytes: Uint8Array, language = ''): string {
  // TextDecoder leaves out a byte order mark.
  return new TextDecoder(encodingOf(bytes, language)).decode(bytes).replaceAll('\0', '')
}

export function encodingOf(bytes: Uint8Array, language = ''): string {
  const [first = 0, second = 0, third = 0] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, sampleBytes)
  const wide = utf16Of(sample)
  if (wide) return wide
  // It has no byte above 127, and says where its characters begin.
  if (isIso2022(sample)) return 'iso-2022-jp'
  if (isUtf8(sample)) return 'utf-8'
  const telling = tellingLines(sample)
  return (language === '' ? codePageByLetters(telling) : codePageOf(telling, language)) ?? legacyOf(sample)
}

/** Without a mark: digits and line breaks of UTF-16 have a zero byte on one side. */
function utf16Of(sample: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) * 10 < sample.length || Math.min(even, odd) * 4 > Math.max(even, odd)) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** ESC $ B or ESC $ @. */
function isIso2022(sample: Uint8Array): boolean {
  return sample.some(
    (byte, at) => byte === 0x1b && sample[at + 1] === 0x24 && (sample[at + 2] === 0x42 || sample[at + 2] === 0x40),
  )
}

/** The last character of a sample may be cut. A few damaged bytes in a long text do not make it another encoding. */
function isUtf8(sample: Uint8Array): boolean {
  let valid = 0
  let broken = 0
  for (let at = 0; at < sample.length;) {
    const length = utf8Length(sample, at)
    if (length === 0) {
      broken += 1
      at += 1
      continue
    }
    if (length > 1) valid += 1
    at += length
  }
  return broken === 0 || valid > broken * 20
}

/** 0: no character of UTF-8 begins at this byte. */
function utf8Length(sample: Uint8Array, at: number): number {
  const byte = sample[at] ?? 0
  if (byte < 0x80) return 1
  const length = byte >= 0xc2 && byte < 0xe0 ? 2 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xf0 && byte < 0xf5 ? 4 : 0
  for (let next = 1; next < length; next += 1) {
    const more = sample[at + next]
    if (more === undefined) return sample.length - at
    if (more < 0x80 || more > 0xbf) return 0
  }
  return length
}

/** The first lines that are not ASCII alone: neither times nor the head of a file. No encoding has a line feed inside a character. */
function tellingLines(sample: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = []
  let bytes = 0
  for (let from = 0; from < sample.length && bytes < tellingBytes;) {
    const next = sample.indexOf(lineFeed, from)
    const line = sample.subarray(from, Math.min(next < 0 ? sample.length : next + 1, from + tellingBytes))
    from = next < 0 ? sample.length : next + 1
    if (!line.some((byte) => byte >= 0x80)) continue
    lines.push(line)
    bytes += line.length
  }
  return Buffer.concat(lines)
}

/** How many characters of two bytes are the frequent ones of each encoding; Western text has its high bytes alone. */
function legacyOf(sample: Uint8Array): string {
  let pairs = 0
  let alone = 0
  let gb = 0
  let big5 = 0
  for (let at = 0; at < sample.length; at += 1) {
    const lead = sample[at] ?? 0
    if (lead < 0x80) continue
    const trail = sample[at + 1] ?? 0
    if (trail < 0x40 || lead === 0x80 || lead === 0xff) {
      alone += 1
      continue
    }
    // A letter of Western text before a plain letter: é in "été".
    if (trail < 0x80 && !isHighByte(sample[at + 2]) && !isHighByte(sample[at - 1])) alone += 1
    pairs += 1
    if (isFrequentGb(lead, trail)) gb += 1
    if (isFrequentBig5(lead, trail)) big5 += 1
    at += 1
  }
  if (alone * 2 > pairs || Math.max(gb, big5) * 3 < pairs) return 'windows-1252'
  return big5 > gb ? 'big5' : 'gb18030'
}

function isHighByte(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80
}

/** Punctuation and the 3755 characters of the first level of GB 2312. */
function isFrequentGb(lead: number, trail: number): boolean {
  return trail >= 0xa1 && ((lead >= 0xb0 && lead <= 0xd7) || (lead >= 0xa1 && lead <= 0xa3))
}

/** Punctuation and the 5401 frequent characters of Big5. */
function isFrequentBig5(lead: number, trail: number): boolean {
  return lead >= 0xa1 && lead <= 0xc6 && (trail <= 0x7e || trail >= 0xa1)
}
