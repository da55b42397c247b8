/** Where a web address within a text ends: before the words and signs of a script without spaces, which may stand close to it. */

/** Letters of the scripts that are written close to an address. */
const letters = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー`
/** Signs that no address has: blanks, those that are not seen, quotes, brackets and stops of Chinese and Japanese, dots and dashes of a sentence. */
const stops = String.raw`\s<>"'\x60«»\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\u2014\u2015\u2018-\u201f\u2025\u2026\u2039\u203a\u3000-\u3004\u3008-\u303f\ufe10-\ufe6f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65`

/** Behind letters a second address begins; behind a slash it is a part of the first. */
const next = String.raw`(?!(?<=[${letters}])https?:\/\/)`
/** A name in letters: the first label, or one between others. */
const host = String.raw`(?:[${letters}](?:${next}[^${stops}/?#])*|[^${stops}${letters}/?#]*(?<=[.\-])[${letters}]+(?=\.)(?:${next}[^${stops}/?#])+|[^${stops}${letters}/?#]+)`
/** Letters belong to a path where they begin a part of it, to the end of that part; or where the path goes on after them. */
const part = String.raw`(?<=[/=_#+\-]|_\()[${letters}](?:${next}(?:\([^${stops}()/?#&]*\)|[^${stops}()/?#&]))*`
const within = String.raw`[${letters}]+(?=[/_=&%#][\w%(])`
const path = String.raw`(?:[/?#](?:${next}[^${stops}${letters}]|${part}|${within})*)?`

/** Without groups, to be a part of another expression. */
export const address = new RegExp(String.raw`https?:\/\/${host}${path}`, 'giu')

const closing = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])

/** Stops of every script: ، and ؟, । and 。 too (UTS 58, soft). */
const sentenceEnd = /\p{Terminal_Punctuation}/u

/** The end of the address in what was matched: a full stop, or a bracket that is closed or opened alone, belongs to the sentence. One step per character. */
export function endOfAddress(text: string): number {
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  let end = text.length
  while (end > 0) {
    const last = text.charAt(end - 1)
    const opening = closing.get(last)
    const isAlone = opening !== undefined && (counts.get(last) ?? 0) > (counts.get(opening) ?? 0)
    if (!isAlone && !'([{'.includes(last) && !sentenceEnd.test(last)) return end
    counts.set(last, (counts.get(last) ?? 0) - 1)
    end -= 1
  }
  return end
}
