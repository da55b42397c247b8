/** How likely bytes are a text of an encoding: the bits that its letters cost in the writing that fits best, by how often each is written and what stands beside it. */
import type { TextEncoding } from '@homeport/contract/shape/film/track.ts'
import {
  commonHangul,
  commonHanzi,
  commonTraditional,
  hiragana,
  rareSimplified,
  rareTraditional,
  usualJapanese,
  usualSimplified,
  usualTraditional,
} from './east-asian-letters.ts'
import { textDecoderOf } from './text-decoder.ts'
import { alphabets, eastAsian, type Alphabet } from './writings.ts'

/** Bits. */
const cost = {
  /** A byte, private or control character that no text has. */
  missing: 30,
  /** A digit, a blank or a sign of ASCII; a letter of it in another writing. */
  plain: 4,
  latin: 5.5,
  /** A letter that the language does not have. */
  strangePlain: 9,
  strange: 13,
  sign: 8,
  rareSign: 16,
  capital: 1.5,
  capitalAfterCapital: 0.3,
  capitalInWord: 8,
  smallAfterCapitals: 3,
  /** A letter where its writing never has it: a sign of the end of a word before a letter, a mark without a vowel. */
  misplaced: 8,
  signInWord: 8,
  /** Two writings in one word. */
  mixed: 6,
  mixedCapital: 2,
  /** A letter beyond a–z that is no word of its language, and stands alone. */
  lone: 4,
  /** For a writing that is none of the usual ones of its language. */
  rarerEncoding: 2,
}
/** The bits that a known language saves: a few letters cannot outweigh it, a page of them can. */
const languageBits = 20
const frequentSigns = new Set('«»“”„‘’‚…–—°€№¿¡·♪•©®™\u00a0،؛؟')
const signsInWords = new Set('’‘·–—…')
const openingSigns = new Set('¿¡«„“')
const signsAfterWords = new Set('©®™°')
const neverFirst = new Set('ðьъыğßςىةؤئ')
const onlyLast = new Set('ךםןףץςىة')
const neverLast = new Set('כמנפצเแโใไ')
const vietnameseVowels = new Set('aeiouyăâêôơư')
/** Tags and line breaks of subtitles and NFO files. No encoding has < inside a character; a brace or backslash behind a high byte may be half of one. */
export const markup = /<\/?[a-z!?][^<>]*>|(?<![\x80-\xff])(?:\{\\[^{}]*\}|\\[Nnh])/gi

export type EncodingCost = { encoding: TextEncoding; bits: number }

/** The likeliest first, each encoding once. language: BCP 47, as far as it is known. */
export function rankedEncodings(given: Uint8Array, language = ''): EncodingCost[] {
  const bytes = withoutMarkup(given)
  const base = language.split('-')[0] ?? ''
  const texts = new Map<string, CountedText>()
  const textIn = (encoding: string): CountedText => {
    const text = texts.get(encoding) ?? counted(charactersOfPage(bytes, encoding))
    texts.set(encoding, text)
    return text
  }
  const best = new Map<TextEncoding, number>()
  const add = (encoding: TextEncoding, languages: string, bits: number) => {
    const bonus = base !== '' && languages.split(' ').some((one) => one.split('-')[0] === base) ? languageBits : 0
    best.set(encoding, Math.min(best.get(encoding) ?? Infinity, bits - bonus))
  }
  for (const alphabet of alphabets)
    for (const [at, encoding] of alphabet.encodings.entries())
      add(encoding, alphabet.languages, alphabet.prior + at * cost.rarerEncoding + alphabetBits(textIn(encoding), alphabet))
  for (const { language: own, encoding, prior } of eastAsian)
    add(encoding, own, prior + eastAsianBits(new TextDecoder(encoding).decode(bytes), encoding))
  return [...best].map(([encoding, bits]) => ({ encoding, bits })).toSorted((one, other) => one.bits - other.bits)
}

type Character = {
  text: string
  small: string
  isAscii: boolean
  isLetter: boolean
  isLatin: boolean
  isCapital: boolean
  isSmall: boolean
  isMissing: boolean
}
/** The properties of a character are asked of each one millions of times. */
const knownCharacters = new Map<string, Character>()
const blank = characterOf(' ')
/** By encoding of one byte a character: those of its 256 bytes. */
const codePages = new Map<string, Character[]>()

function withoutMarkup(bytes: Uint8Array): Uint8Array {
  return Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(markup, ' '), 'latin1')
}

function charactersOfPage(bytes: Uint8Array, encoding: string): Character[] {
  const page = codePages.get(encoding) ?? codePage(encoding)
  codePages.set(encoding, page)
  const characters: Character[] = []
  for (const byte of bytes) characters.push(page[byte] ?? blank)
  return characters
}

function codePage(encoding: string): Character[] {
  const decoder = textDecoderOf(encoding)
  return Array.from({ length: 256 }, (_, byte) => characterOf(decoder.decode(Uint8Array.of(byte))))
}

function characterOf(text: string): Character {
  const existing = knownCharacters.get(text)
  if (existing) return existing
  const small = text.toLowerCase()
  const made: Character = {
    text,
    // A capital I with a dot is two of them in small.
    small: small[0] ?? '',
    isAscii: text < '\u0080',
    isLetter: /[\p{L}\p{M}]/u.test(text),
    isLatin: /\p{Script=Latin}/u.test(text),
    isCapital: small !== text,
    isSmall: text.toUpperCase() !== text,
    isMissing: /[\ufffd\u0080-\u009f\ue000-\uf8ff]/.test(text),
  }
  knownCharacters.set(text, made)
  return made
}

/** bits: of all that no alphabet tells. mixed: how often two writings meet in a word. letters, lone: how many of each small letter there are. */
type CountedText = { bits: number; mixed: number; letters: Map<string, number>; lone: Map<string, number> }

function counted(text: readonly Character[]): CountedText {
  const result: CountedText = { bits: 0, mixed: 0, letters: new Map(), lone: new Map() }
  let beforeThat = blank
  let previous = blank
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? blank
    const next = text[at + 1] ?? blank
    const { small, isAscii } = character
    if (character.isMissing) result.bits += cost.missing
    else if (!character.isLetter) result.bits += isAscii ? cost.plain : signBits(character, previous, next)
    else {
      result.bits += caseBits(character, previous, beforeThat)
      if (!isAscii && isMisplaced(character, previous, next)) result.bits += cost.misplaced
      if (previous.isLetter && previous.isLatin !== character.isLatin) result.mixed += 1
      count(result.letters, small)
      if (!isAscii && !previous.isLetter && !next.isLetter) count(result.lone, small)
    }
    beforeThat = previous
    previous = character
  }
  return result
}

function count(counts: Map<string, number>, letter: string): void {
  counts.set(letter, (counts.get(letter) ?? 0) + 1)
}

const letterBitsOf = new Map<Alphabet, Map<string, number>>()

/** About an eighth of the letters of a text are its most frequent one, and each further one is a little rarer. */
function letterBits(alphabet: Alphabet): Map<string, number> {
  const existing = letterBitsOf.get(alphabet)
  if (existing) return existing
  const step = alphabet.letters.length > 50 ? 0.11 : 0.18
  const made = new Map([...alphabet.letters].map((letter, at) => [letter, 3 + at * step]))
  letterBitsOf.set(alphabet, made)
  return made
}

function alphabetBits({ bits, mixed, letters, lone }: CountedText, alphabet: Alphabet): number {
  const bitsOf = letterBits(alphabet)
  const isLatin = bitsOf.has('e')
  let sum = bits + (isLatin ? 0 : mixed * cost.mixed)
  for (const [small, times] of letters) sum += times * letterCost(small, bitsOf, isLatin)
  if (isLatin) for (const [small, times] of lone) if (!alphabet.lone?.includes(small)) sum += times * cost.lone
  return sum
}

function letterCost(small: string, bitsOf: ReadonlyMap<string, number>, isLatin: boolean): number {
  const isAscii = small < '\u0080'
  if (isAscii && !isLatin) return cost.latin
  return bitsOf.get(small) ?? (isAscii ? cost.strangePlain : cost.strange)
}

function caseBits(letter: Character, previous: Character, beforeThat: Character): number {
  if (letter.isCapital)
    return previous.isCapital ? cost.capitalAfterCapital : previous.isSmall ? cost.capitalInWord : cost.capital
  return letter.isSmall && previous.isCapital && beforeThat.isCapital ? cost.smallAfterCapitals : 0
}

function isMisplaced({ small }: Character, previous: Character, next: Character): boolean {
  if (small >= '\u0300' && small <= '\u036f') return !vietnameseVowels.has(previous.small)
  if (previous.isLetter && next.isLetter) return onlyLast.has(small)
  return (!previous.isLetter && neverFirst.has(small)) || (!next.isLetter && neverLast.has(small))
}

function signBits({ text: sign }: Character, previous: Character, next: Character): number {
  const own = frequentSigns.has(sign) ? cost.sign : cost.rareSign
  if (signsInWords.has(sign)) return own
  if (!previous.isLetter) return own + (signsAfterWords.has(sign) && next.isLetter ? cost.signInWord : 0)
  return own + (next.isLetter || openingSigns.has(sign) ? cost.signInWord : 0)
}

function eastAsianBits(text: string, encoding: string): number {
  const bitsOf = characterBits(encoding)
  let bits = 0
  let previous = blank
  for (const written of text) {
    const character = characterOf(written)
    if (character.isMissing) bits += cost.missing
    else if (character.isAscii) bits += character.isLetter ? cost.latin : cost.plain
    else bits += bitsOf(character.text)
    if (character.isLetter && previous.isLetter && character.isAscii !== previous.isAscii) {
      const latin = character.isAscii ? character : previous
      // NBA stands in a Chinese sentence, a piece of a word does not.
      bits += latin.isCapital ? cost.mixedCapital : cost.mixed
    }
    previous = character
  }
  return bits
}

const bitsByEncoding = new Map<string, Map<string, number>>()

function characterBits(encoding: string): (character: string) => number {
  const bits = bitsByEncoding.get(encoding) ?? new Map<string, number>()
  bitsByEncoding.set(encoding, bits)
  return (character) => {
    const existing = bits.get(character)
    if (existing !== undefined) return existing
    const made = bitsOfCharacter(character, encoding)
    bits.set(character, made)
    return made
  }
}

function bitsOfCharacter(character: string, encoding: string): number {
  if (/[，。？！、：；“”‘’（）《》—…·　「」『』～【】]/.test(character)) return 8
  if (encoding === 'euc-kr') return hangulBits(character)
  if (encoding === 'gb18030') return hanziBits(character, [usualSimplified(), rareSimplified()])
  if (encoding === 'big5') return hanziBits(character, [usualTraditional(), rareTraditional()])
  return japaneseBits(character)
}

function hanziBits(character: string, [usual, rare]: [ReadonlySet<string>, ReadonlySet<string>]): number {
  if (!usual.has(character)) return rare.has(character) ? 18 : /[\u3040-\u30ff]/.test(character) ? 16 : 24
  return commonHanzi.has(character) || commonTraditional.has(character) ? 9.5 : 13.7
}

function hangulBits(character: string): number {
  if (commonHangul.has(character)) return 8.6
  return /\p{Script=Hangul}/u.test(character) ? 13.7 : 20
}

function japaneseBits(character: string): number {
  const at = hiragana.indexOf(character)
  if (at >= 0) return 4.5 + at * 0.08
  if (/[\u30a1-\u30fc]/.test(character)) return 9
  if (commonHanzi.has(character) || commonTraditional.has(character)) return 10.5
  if (usualJapanese().has(character)) return 13.5
  return /\p{Script=Han}/u.test(character) ? 19 : 16
}
