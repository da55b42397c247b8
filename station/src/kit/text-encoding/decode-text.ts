/** The text of a file in an unknown encoding (subtitle, NFO, list of links): UTF-8 and UTF-16 by their bytes, any other by its letters and the language that is known of it. */
import { isAscii } from 'node:buffer'
import type { TextEncoding } from '@homeport/contract/shape/film/track.ts'
import { rankedEncodings } from './encoding-cost.ts'
import { textDecoderOf } from './text-decoder.ts'

/** The bytes that are looked at for the guess. */
const sampleBytes = 64 * 1024
/** The size of the lines with letters beyond ASCII that are looked at: each is read by many code pages. */
const tellingBytes = 2 * 1024
const lineFeed = 0x0a

/** language: BCP 47, as far as it is known. */
export function decodeText(bytes: Uint8Array, language = ''): string {
  return decodeAs(bytes, encodingOf(bytes, language))
}

/** In an encoding that is known. TextDecoder leaves out a byte order mark. */
export function decodeAs(bytes: Uint8Array, encoding: TextEncoding): string {
  return textDecoderOf(encoding).decode(bytes).replaceAll('\0', '')
}

export function encodingOf(bytes: Uint8Array, language = ''): TextEncoding {
  const [first = 0, second = 0, third = 0] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, sampleBytes)
  const wide = utf16Of(sample)
  if (wide) return wide
  const marked = sevenBitsOf(sample)
  if (marked) return marked
  if (isUtf8(sample, sample.length === sampleBytes)) return 'utf-8'
  return rankedEncodings(tellingLines(sample), language)[0]?.encoding ?? 'windows-1252'
}

/** Without a mark: digits and line breaks of UTF-16 have a zero byte on one side. */
function utf16Of(sample: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) * 10 < sample.length || Math.min(even, odd) * 4 > Math.max(even, odd)) return undefined
  return odd > even ? 'utf-16le' : 'utf-16be'
}

/** Encodings of seven bits say where their characters begin: ESC $ B or ESC $ @ in Japanese, ESC $ ) C in Korean, ~{ in Chinese. */
function sevenBitsOf(sample: Uint8Array): 'iso-2022-jp' | 'iso-2022-kr' | 'hz-gb-2312' | undefined {
  const text = Buffer.from(sample).toString('latin1')
  if (text.includes('\u001b$B') || text.includes('\u001b$@')) return 'iso-2022-jp'
  if (text.includes('\u001b$)C')) return 'iso-2022-kr'
  return isAscii(sample) && /~\{(?:[!-w][!-~])+~\}/.test(text) ? 'hz-gb-2312' : undefined
}

/** The last character of a sample may be cut, that of a file is not. A few damaged bytes in a long text do not make it another encoding. */
function isUtf8(sample: Uint8Array, isCut: boolean): boolean {
  let valid = 0
  let broken = 0
  for (let at = 0; at < sample.length;) {
    const length = utf8Length(sample, at)
    if (length === 0 || (!isCut && at + length > sample.length)) {
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
    if (more === undefined) return length
    if (more < 0x80 || more > 0xbf) return 0
  }
  return length
}

/** The first lines that are not ASCII alone: neither times nor the head of a file. No encoding has a line feed inside a character. */
export function tellingLines(sample: Uint8Array): Uint8Array {
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
