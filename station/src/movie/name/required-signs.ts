/**
 * Tells from the sources of patterns which signs a text must have for them to match: a name runs some 600 patterns, and cannot match most of them.
 * Unknown syntax asks for no sign, so that no match is lost.
 */

const wordCount = 5
const bitsOfWord = 32
/** A bit for each sign that a text has, or of which a pattern needs one. */
type Signs = Int32Array

/** The rarest needs of a pattern are tried. */
const maxNeeds = 4
const letters = 'abcdefghijklmnopqrstuvwxyz'
const digitBit = 26
const hanBit = 27
const marks = "-_.[]()【】（）《》「』#＃@&+~～★☆|丨｜°·：:,，!！?？'’、=$"
const firstLiteralBit = 96
const noBit = 255

/** How many of a hundred names have the letter; of other signs only the digits and Chinese characters are frequent. */
const letterShares = [45, 20, 30, 30, 50, 15, 20, 30, 45, 5, 15, 35, 30, 45, 45, 30, 3, 45, 40, 45, 30, 20, 20, 20, 20, 5]

function shareOf(bit: number): number {
  if (bit < letters.length) return letterShares[bit] ?? 50
  if (bit === digitBit) return 95
  return bit === hanBit ? 60 : bit < firstLiteralBit ? 25 : 4
}

const codeUnits = 0x1_00_00
/** The bit of each UTF-16 code unit. */
const bits = bitTable()

function bitTable(): Uint8Array {
  const table = new Uint8Array(codeUnits).fill(noBit)
  for (let code = 0x2e_80; code < codeUnits; code += 1) {
    // Half a pair may be of a Chinese character.
    const isHalf = code >= 0xd8_00 && code <= 0xdf_ff
    if (isHalf || /\p{Script=Han}/u.test(String.fromCharCode(code))) table[code] = hanBit
  }
  const set = (sign: string, bit: number) => (table[sign.charCodeAt(0)] = bit)
  for (const [at, letter] of [...letters].entries()) for (const form of [letter, letter.toUpperCase()]) set(form, at)
  // Where case does not count, these two are letters too.
  set('\u212A', letters.indexOf('k'))
  set('\u017F', letters.indexOf('s'))
  for (const digit of '0123456789') set(digit, digitBit)
  for (const [at, mark] of [...marks].entries()) set(mark, hanBit + 1 + at)
  return table
}

/** A Chinese character that a pattern names shares its bit with few others. */
let literals = 0
function bitOfLiteral(code: number): number {
  if (bits[code] !== hanBit || (code >= 0xd8_00 && code <= 0xdf_ff)) return bits[code] ?? noBit
  const bit = firstLiteralBit + (literals % (wordCount * bitsOfWord - firstLiteralBit))
  literals += 1
  bits[code] = bit
  return bit
}

let lastText: string | undefined
const lastSigns: Signs = new Int32Array(wordCount)

/** The same text is asked for by several tables. */
function signsOf(text: string): Signs {
  if (text === lastText) return lastSigns
  lastSigns.fill(0)
  for (let at = 0; at < text.length; at += 1) {
    const bit = bits[text.charCodeAt(at)] ?? noBit
    if (bit === noBit) continue
    lastSigns[bit >> 5]! |= 1 << (bit & 31)
    if (bit >= firstLiteralBit) lastSigns[hanBit >> 5]! |= 1 << (hanBit & 31)
  }
  lastText = text
  return lastSigns
}

/** Each pattern's needs stand one behind the other: their number, then the words of each. */
const tables = new WeakMap<readonly RegExp[], Int32Array>()

function tableOf(patterns: readonly RegExp[]): Int32Array {
  const existing = tables.get(patterns)
  if (existing) return existing
  const table = new Int32Array(
    patterns.flatMap(({ source }) => {
      const needs = needsOf(source)
      return [needs.length, ...needs.flatMap((need) => [...need])]
    }),
  )
  tables.set(patterns, table)
  // Characters may have got bits of their own.
  lastText = undefined
  return table
}

/** The patterns that may match the text, or what is left of it when parts of it are taken away or blanked. */
export function possibleIn(text: string, patterns: readonly RegExp[]): readonly RegExp[] {
  const table = tableOf(patterns)
  const signs = signsOf(text)
  const possible: RegExp[] = []
  let at = 0
  for (const pattern of patterns) {
    const end = at + 1 + (table[at] ?? 0) * wordCount
    let need = at + 1
    while (need < end && hasOne(signs, table, need)) need += wordCount
    if (need >= end) possible.push(pattern)
    at = end
  }
  return possible
}

/** The text without what the patterns match, taken away one after the other. */
export function without(text: string, patterns: readonly RegExp[]): string {
  return possibleIn(text, patterns).reduce((rest, pattern) => rest.replace(pattern, ''), text)
}

function hasOne(signs: Signs, table: Int32Array, from: number): boolean {
  for (let word = 0; word < wordCount; word += 1) if (((signs[word] ?? 0) & (table[from + word] ?? 0)) !== 0) return true
  return false
}

/** Each need is a set of signs of which the text must have one. */
function needsOf(source: string): readonly Signs[] {
  const { needs, at } = alternatives(source, 0)
  if (at < source.length) throw new Error(`not a pattern: ${source}`)
  return rarest(needs)
}

type Parsed = { needs: readonly Signs[]; at: number }

function rarest(needs: readonly Signs[]): readonly Signs[] {
  const unique = needs.filter((need, at) => needs.findIndex((other) => isSame(other, need)) === at)
  return unique.toSorted((one, other) => weightOf(one) - weightOf(other)).slice(0, maxNeeds)
}

const isSame = (one: Signs, other: Signs) => one.every((word, at) => word === other[at])

function weightOf(need: Signs): number {
  let weight = 0
  for (let bit = 0; bit < wordCount * bitsOfWord; bit += 1) if (((need[bit >> 5] ?? 0) >> (bit & 31)) & 1) weight += shareOf(bit)
  return weight
}

function union(sets: readonly Signs[]): Signs {
  const all = new Int32Array(wordCount)
  for (const set of sets) for (let word = 0; word < wordCount; word += 1) all[word]! |= set[word] ?? 0
  return all
}

/** One of the alternatives must match: the text has a sign of the rarest need of one of them, and whatever all of them need. */
function alternatives(source: string, from: number): Parsed {
  const all: (readonly Signs[])[] = []
  let at = from
  for (;;) {
    const one = sequence(source, at)
    all.push(one.needs)
    at = one.at
    if (source[at] !== '|') break
    at += 1
  }
  const [first = [], ...others] = all
  if (others.length === 0) return { needs: first, at }
  if (all.some((needs) => needs.length === 0)) return { needs: [], at }
  const ofAll = first.filter((need) => others.every((needs) => needs.some((other) => isSame(other, need))))
  return { needs: [...ofAll, union(all.flatMap((needs) => rarest(needs).slice(0, 1)))], at }
}

function sequence(source: string, from: number): Parsed {
  const pieces: (readonly Signs[])[] = []
  let at = from
  while (at < source.length && source[at] !== '|' && source[at] !== ')') {
    const piece = atom(source, at)
    const [counter = ''] = /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(source.slice(piece.at, piece.at + 12)) ?? []
    at = piece.at + counter.length
    if (!/^(?:[*?]|\{0+[,}])/.test(counter)) pieces.push(piece.needs)
  }
  return { needs: pieces.flat(), at }
}

function atom(source: string, at: number): Parsed {
  const sign = source[at]
  if (sign === '(') return group(source, at)
  if (sign === '[') return signClass(source, at)
  if (sign === '.' || sign === '^' || sign === '$') return { needs: [], at: at + 1 }
  const one = oneSign(source, at)
  return { needs: one.set ? [one.set] : [], at: one.at }
}

function group(source: string, from: number): Parsed {
  const [opening = '('] = /^\((?:\?(?:[:=!]|<[=!]|<\w+>|[a-z-]+:))?/.exec(source.slice(from, from + 40)) ?? []
  const { needs, at } = alternatives(source, from + opening.length)
  if (source[at] !== ')') throw new Error(`a group has no end: ${source}`)
  return { needs: opening.endsWith('!') ? [] : needs, at: at + 1 }
}

/** set: undefined where any sign may stand. */
type Sign = { set: Signs | undefined; at: number; code?: number }

function signClass(source: string, from: number): Parsed {
  const isOther = source[from + 1] === '^'
  let at = from + (isOther ? 2 : 1)
  const sets: (Signs | undefined)[] = []
  while (source[at] !== ']') {
    const one = oneSign(source, at)
    at = one.at
    const isRange = source[at] === '-' && source[at + 1] !== ']'
    const last = isRange ? oneSign(source, at + 1) : one
    at = last.at
    sets.push(isRange ? rangeOf(one.code, last.code) : one.set)
  }
  const plain = sets.filter((set) => set !== undefined)
  return { needs: isOther || plain.length < sets.length ? [] : [union(plain)], at: at + 1 }
}

/** Only ASCII: others have no bits of their own. */
function rangeOf(first = 0, last = codeUnits): Signs | undefined {
  if (last > 0x7f) return undefined
  const sets = Array.from({ length: last - first + 1 }, (_, at) => setOf(first + at))
  return sets.every((set) => set !== undefined) ? union(sets) : undefined
}

function setOf(code: number): Signs | undefined {
  const bit = code < codeUnits ? bitOfLiteral(code) : noBit
  return bit === noBit ? undefined : bitSet(bit)
}

function bitSet(bit: number): Signs {
  const set = new Int32Array(wordCount)
  set[bit >> 5] = 1 << (bit & 31)
  return set
}

/** A sign by itself, or an escape. */
function oneSign(source: string, from: number): Sign {
  const code = source.codePointAt(from) ?? 0
  if (source[from] !== '\\') return { set: setOf(code), at: from + String.fromCodePoint(code).length, code }
  const [escape = '', property, hex] =
    /^\\(?:[pP]\{([^}]*)\}|u([\dA-F]{4})|u\{[^}]*\}|x[\dA-F]{2}|k<\w+>|[1-9]\d*|.)/isu.exec(source.slice(from, from + 60)) ?? []
  const at = from + escape.length
  if (hex !== undefined) return { set: setOf(Number.parseInt(hex, 16)), at, code: Number.parseInt(hex, 16) }
  if (escape === '\\d') return { set: bitSet(digitBit), at }
  if (escape === '\\p{Script=Han}' && property !== undefined) return { set: bitSet(hanBit), at }
  if (escape.length !== 2 || /\w/.test(escape[1] ?? '')) return { set: undefined, at }
  return { set: setOf(escape.charCodeAt(1)), at, code: escape.charCodeAt(1) }
}
