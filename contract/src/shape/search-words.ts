/** The words of titles, names and queries, folded. The signs of C++, C# and .NET belong to their word; all others only separate. */
import { foldLetters } from './fold-letters.ts'

/** Scripts written without spaces between words; the long mark of kana and 〆 are of no script by themselves. */
export const dense = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー〆`
/** A letter, digit or mark of the scripts with spaces. */
export const spaced = String.raw`(?:(?![${dense}])[\p{L}\p{N}\p{M}])`
/** Behind a word: `++`, or one sign that no word follows, so that a+b and page#part are two words each. */
export const signsBehind = String.raw`(?:\+{2,}|[+#](?!${spaced}|[+#]))`
/** A dot that begins a word: neither in the middle of one nor before the ending of a file's name. */
export const dotBefore = String.raw`(?<=^|[\s\p{Ps}\p{Pi}"',;:/\\|、。])\.(?=\p{L})`

/** Signs that join the parts of a name in those scripts, folded; people leave them out: スター・ウォーズ, 基努·里维斯, ジャン＝リュック. */
export const denseJoints = '・·‧•∙⋅=゠-‐–—:.'
const signs = denseJoints.replace('-', '\\-')
/** Also where a name begins or ends with it, as one that is being typed does. */
const joint = new RegExp(`(?:^|(?<=[${dense}]))[${signs}](?=[${dense}])|(?<=[${dense}])[${signs}]$`, 'gu')

const words = new RegExp(`(?:${dotBefore})?[\\p{L}\\p{N}\\p{M}]+${signsBehind}?`, 'gu')
const apostrophes = /['’‘`´]/g

/** For full-text indexes, which know letters and digits only: letters that no folded text contains. */
const letters: Record<string, string> = { '+': 'ｐ', '#': 'ｓ', '.': 'ｄ' }

export function toIndexToken(word: string): string {
  return word.replace(/[+#.]/g, (sign) => letters[sign] ?? sign)
}

/** Folded, and names of scripts without spaces without the signs that join them. */
export function foldNames(text: string): string {
  return foldLetters(text).replace(joint, '')
}

/** Words with one space between. Apostrophes do not separate. */
export function foldWords(text: string): string {
  return foldNames(text).replace(apostrophes, '').match(words)?.join(' ') ?? ''
}
