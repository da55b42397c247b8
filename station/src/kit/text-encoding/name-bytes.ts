/** Reads the bytes of a name whose encoding nobody told: UTF-8, or the encoding whose letters look most like writing, leaning to the one that fits the names beside it. */
import { isAscii, isUtf8 } from 'node:buffer'
import { rankedEncodings } from './encoding-cost.ts'
import { encodingNamed, textDecoderOf } from './text-decoder.ts'

/** Looked at for the leaning: a name costs about a tenth of a millisecond. */
const namesMaxBytes = 4 * 1024
/** Bits: the names beside a name, and what somebody said of them, weigh as much as a few of its letters. */
const [maxBeside, declaredBits] = [12, 20]
/** Bytes, with its dot. */
const maxSuffix = 6
const lineFeed = Buffer.from('\n')

/** Bits by encoding that a name in it costs more than in the likeliest one. */
type Leaning = ReadonlyMap<string, number>

/** How well each encoding fits the names of one origin as a whole. */
function leaningOf(names: Iterable<Buffer>, declared: string): Leaning {
  const parts: Buffer[] = []
  let bytes = 0
  for (const name of names) {
    if (isUtf8(name)) continue
    parts.push(wordsOf(name), lineFeed)
    bytes += name.length
    if (bytes > namesMaxBytes) break
  }
  // As one text: they are of one language, and how rare an encoding is counts once.
  const ranked = bytes === 0 ? [] : rankedEncodings(Buffer.concat(parts))
  const least = ranked[0]?.bits ?? 0
  const leaning = new Map<string, number>(ranked.map(({ encoding, bits }) => [encoding, Math.min(bits - least, maxBeside)]))
  const label = encodingNamed(declared)
  if (label !== undefined && label !== 'utf-8') leaning.set(label, (leaning.get(label) ?? 0) - declaredBits)
  return leaning
}

/** Which encoding fits the names best, taken together. */
function likeliestOf(leaning: Leaning): string {
  const [first] = [...leaning].toSorted(([, one], [, other]) => one - other)
  return first?.[0] ?? 'windows-1252'
}

/** leaning: of the names beside it. */
export function readName(name: Buffer, leaning: Leaning = new Map()): string {
  if (isUtf8(name)) return name.toString()
  const ranked = rankedEncodings(wordsOf(name).subarray(0, namesMaxBytes))
    .map(({ encoding, bits }) => ({ encoding, bits: bits + (leaning.get(encoding) ?? 0) }))
    .toSorted((one, other) => one.bits - other.bits)
  for (const { encoding } of ranked) {
    const text = decode(name, encoding)
    if (text !== undefined) return text
  }
  return new TextDecoder('windows-1252').decode(name)
}

/** Reads the names of one origin, so many of them each by itself. The rest of a long list is of one program and in one encoding: reading all of it so would hold up the box for seconds (P43). */
export function readerOf(names: Iterable<Buffer>, { declared, maxReadSingly }: { declared: string; maxReadSingly: number }) {
  const leaning = leaningOf(names, declared)
  const likeliest = likeliestOf(leaning)
  let count = 0
  return (name: Buffer): string => {
    if (isUtf8(name)) return name.toString()
    count += 1
    if (count <= maxReadSingly) return readName(name, leaning)
    return decode(name, likeliest) ?? new TextDecoder('windows-1252').decode(name)
  }
}

/** Without the suffix, whose letters are of no language. */
function wordsOf(name: Buffer): Buffer {
  const dot = name.lastIndexOf('.')
  return dot > 0 && name.length - dot <= maxSuffix && isAscii(name.subarray(dot)) ? name.subarray(0, dot) : name
}

/** In the encoding that somebody named; undefined where the bytes are no text in it, or nobody knows it. */
export function decode(bytes: Buffer, label: string): string | undefined {
  try {
    return textDecoderOf(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
