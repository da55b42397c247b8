/** Where a title ends before words that titles use too: told by their place, their case, brackets and neighbours. */
import {
  dashedLanguage,
  editionBeforeYear,
  editionPhrase,
  genreBeforeYear,
  language,
  lastEdition,
  loudEdition,
  marks,
  namedEdition,
  plainLanguage,
  smallLanguage,
  threeDimensional,
  weak,
} from './release-words.ts'
import { wordsOf } from './titles.ts'

/** isMade: a release word stands at the end. isNumbered: an episode's mark does. */
type Where = { isMade: boolean; isNumbered: boolean }

const article = /^(?:the|an?|le|la|les|der|die|das)$/i
const country = /^(?:usa?|uk|au|nz)$/i
/** After these a language is a word of the title: In Spanish, Speaking French. */
const leading = /(?:^|[\s._])(?:and|the|&|of|an?|in|my|to|le|la|el|il|un|une|der|die|das|\p{L}+ing)$/iu
/** Words by which a title shows its language: it does not end with the English name of it. */
const ownWords: readonly [RegExp, RegExp][] = [
  [/^german$/i, /(?:^|[\s._])(?:der|die|das|ein|eine|und|von|im)(?=[\s._])/i],
  [/^french$/i, /(?:^|[\s._])(?:le|les|une?|des?|du|et|au|l)(?=[\s._'])/i],
  [/^(?:spanish|español|espanol)$/i, /(?:^|[\s._])(?:el|los|las|una?|del?|y)(?=[\s._])/i],
  [/^italian$/i, /(?:^|[\s._])(?:il|lo|gli|una?|di|del|della|e)(?=[\s._])/i],
  [/^(?:polish|pl)$/i, /(?:^|[\s._])(?:w|z|i|na|nie|do)(?=[\s._])|[ąęłńśżź]/i],
]
/** A German copy has its year amid its words: Harbour.German.2015.AC3.BDRip. */
const germanCopy =
  /^(?:19|20)\d\d[\s._)]+(?:(?:\d{3,4}p|uhd|bluray)[\s._]+)?(?:ac3d?|dl|ml|ld|md|ws|fs|dts|eac3|dubbed|complete|doku)(?![a-z])/i

/** A title may be made of such words only: Final Cut. */
export function titleEnd(text: string, end: number, where: Where): number {
  const at = withoutWeak(text, end, where)
  const words = wordsOf(text.slice(0, at)).split(' ')
  const [word = '', next] = words
  return next === undefined && (article.test(word) || (weak.test(word) && !isShouted(word))) ? end : at
}

function withoutWeak(text: string, end: number, where: Where): number {
  let at = end
  const before = text.slice(0, end).replace(/[\s._([-]+$/, '')
  const isLast = where.isMade || end === text.length
  const patterns = isLast
    ? [editionPhrase, loudEdition, lastEdition, dashedLanguage]
    : [threeDimensional, genreBeforeYear, editionBeforeYear, editionPhrase, loudEdition, namedEdition, smallLanguage]
  const removed: string[] = []
  for (;;) {
    for (let last = -1; last !== at;) {
      last = at
      for (const pattern of patterns) {
        const edition = pattern.exec(before.slice(0, at))
        if (edition && !/^(?:the|a|an)?$/i.test(wordsOf(before.slice(0, edition.index)))) at = edition.index
      }
    }
    const match = /^(.*?[\p{L}\p{N})\]'!].*?)([\s._,([-]+)([\p{L}\p{N}']+)([\s._,)\]-]*)$/su.exec(
      (where.isMade ? text : before).slice(0, at),
    )
    if (!match) return at
    const [, title = '', open = '', word = '', close = ''] = match
    const isBracketed = /[([]$/.test(open) && /^[)\]]/.test(close)
    if (!isOfRelease({ word, title, behind: text.slice(end), isBracketed, removed, isEnd: end === text.length, ...where }))
      return at
    removed.push(word.toLowerCase())
    at = title.length
  }
}

type Word = Where & {
  word: string
  title: string
  behind: string
  isBracketed: boolean
  isEnd: boolean
  /** Release words found behind it. */
  removed: readonly string[]
}

function isOfRelease({ word, title, behind, isBracketed, isEnd, isMade, isNumbered, removed }: Word): boolean {
  if (/^v\d$/i.test(word)) return true
  const isLoud = isOddCase(word) || (isUpper(word) && /\p{Ll}/u.test(title))
  if (marks.test(word)) return isLoud && (isMade || !isEnd)
  // STEELBOOK: a long word in capitals behind others with small letters.
  if (isUpper(word) && /^\p{Lu}{5,}$/u.test(word) && isWritten(title)) return !isEnd
  if (!weak.test(word) || (isNumbered && country.test(word)) || /^(?!Fr)[A-Z][a-z]$/.test(word)) return false
  if (isBracketed) return !country.test(word)
  const isLanguage = language.test(word)
  if (isLanguage && !isLoud && leading.test(title)) return false
  if (isMade) return true
  if (isEnd) return isShouted(word)
  if (country.test(word) || leading.test(title)) return false
  const isInRow = removed.length > 0 && !removed.includes(word.toLowerCase())
  return (
    isLoud ||
    plainLanguage.test(word) ||
    (isLanguage && isInRow) ||
    (/^german$/i.test(word) && germanCopy.test(behind)) ||
    ownWords.some(([name, own]) => name.test(word) && own.test(title))
  )
}

/** FRENCH at the end of a name is a release word, French belongs to the title. */
function isShouted(word: string): boolean {
  return word.length > 3 && isUpper(word)
}

function isUpper(word: string): boolean {
  return /^[\p{Lu}\d]{2,}$/u.test(word) && /\p{Lu}/u.test(word)
}

/** At least two words, none of them in capitals. */
function isWritten(title: string): boolean {
  const words = wordsOf(title).split(' ')
  return words.length > 1 && words.every((word) => /\p{Ll}|\d/u.test(word) || word.length < 2) && /\p{Lu}/u.test(title)
}

/** iTALiAN, NORDiC, MULTi, iP: as groups write to be told apart. */
function isOddCase(word: string): boolean {
  return /i/.test(word) && /^\p{Lu}/u.test(word.replaceAll('i', '')) && !/\p{Ll}/u.test(word.replaceAll('i', ''))
}
