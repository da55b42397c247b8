/** How a text reads in each encoding that it may be in, for a person to choose by a line of it. */
import { cutText } from '@homeport/contract/shape/field/text.ts'
import type { TextEncoding, TextReading } from '@homeport/contract/shape/film/track.ts'
import { decodeAs, encodingOf, tellingLines } from './decode-text.ts'
import { markup, rankedEncodings } from './encoding-cost.ts'

const maxReadings = 12
const maxLineLetters = 100
const sampleBytes = 64 * 1024

/** The likeliest first, each line once: encodings that differ in no letter of it are one. language: BCP 47, as far as it is known. */
export function readingsOf(bytes: Uint8Array, language = ''): TextReading[] {
  const likeliest = encodingOf(bytes, language)
  const telling = tellingLines(bytes.subarray(0, sampleBytes))
  // UTF-16 and ISO-2022 say so themselves, and what is ASCII alone reads alike in all.
  if (telling.length === 0 || !canBeMistaken(likeliest))
    return [readingOf(longestLine(decodeAs(bytes.subarray(0, sampleBytes), likeliest)), likeliest)]
  const line = mostTelling(telling)
  const encodings = new Set<TextEncoding>([
    likeliest,
    ...rankedEncodings(telling, language).map(({ encoding }) => encoding),
    'utf-8',
  ])
  const readings = [...encodings].map((encoding) => readingOf(decodeAs(line, encoding), encoding))
  const readable = readings.filter(({ encoding, line: text }) => encoding === likeliest || !/[\ufffd\u0080-\u009f]/.test(text))
  return readable.filter((one, at) => readable.findIndex(({ line: text }) => text === one.line) === at).slice(0, maxReadings)
}

function canBeMistaken(encoding: TextEncoding): boolean {
  return !['utf-16le', 'utf-16be', 'iso-2022-jp', 'iso-2022-kr'].includes(encoding)
}

function readingOf(text: string, encoding: TextEncoding): TextReading {
  const line = cutText(text.replaceAll(markup, ' ').trim(), maxLineLetters)
  return { encoding, line }
}

/** The line with the most different bytes that no ASCII letter has. */
function mostTelling(telling: Uint8Array): Uint8Array {
  const text = Buffer.from(telling).toString('latin1')
  const kinds = (line: string) => new Set(line.match(/[\x80-\xff]/g)).size
  const best = text.split('\n').reduce((one, other) => (kinds(other) > kinds(one) ? other : one))
  return Buffer.from(best, 'latin1')
}

function longestLine(text: string): string {
  return text
    .split(/[\r\n]+/)
    .filter((line) => !line.includes('-->'))
    .reduce((one, other) => (other.length > one.length ? other : one), '')
}
