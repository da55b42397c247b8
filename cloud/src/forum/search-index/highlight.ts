/** Shows in a text what was looked for: the text in parts, those that hit marked; and of a long text the piece around the first of them. */
import type { HighlightedText } from '@homeport/contract/forum-search.ts'
import type * as z from 'zod/mini'
import { normalize } from './tokenizer.ts'
import { toPlain } from '@homeport/contract/shape/post-marks.ts'

type Parts = z.infer<typeof HighlightedText>

const pieceMax = 120
const before = 20
/** A hit among the first so many letters is seen in two lines of a phone, in Chinese too. */
const seenAtOnce = 30
const lookBefore = 300
const lookMost = 1_200

/** spellings: folded words, as they were looked up. Joined again the parts are the text. */
export function highlight(text: string, spellings: readonly string[]): Parts {
  const letters = [...text]
  // Letter by letter, so that a place in the folded text is a place in the text.
  const folded = letters.map((letter) => normalize(letter) || letter)
  const hits = new Set<number>()
  for (const at of folded.keys()) {
    for (const word of spellings) {
      const end = endOf(folded, at, word)
      if (end === undefined || !isBegin(letters, at, word)) continue
      for (let hit = at; hit < end; hit += 1) hits.add(hit)
    }
  }
  const parts: Parts = []
  for (const [at, letter] of letters.entries()) {
    const is_hit = hits.has(at)
    const last = parts.at(-1)
    if (last?.is_hit === is_hit) last.text += letter
    else parts.push({ text: letter, is_hit })
  }
  return parts
}

/** One line of a post, from a little before the first hit. */
export function snippet(content: string, spellings: readonly string[]): string {
  const near = Math.max(0, placeOf(content, spellings) - lookBefore)
  const plain = toPlain(content.slice(near, near + lookMost))
  const place = placeOf(plain, spellings)
  const start = place <= seenAtOnce ? 0 : place - before
  const part = plain.slice(start, start + pieceMax)
  const isEnd = start + pieceMax >= plain.length && near + lookMost >= content.length
  return `${near + start > 0 ? '…' : ''}${part}${isEnd ? '' : '…'}`.toWellFormed()
}

/** Good enough to choose a piece by: in small letters only. */
function placeOf(text: string, spellings: readonly string[]): number {
  const small = text.toLowerCase()
  const places = spellings.map((word) => small.indexOf(word)).filter((place) => place >= 0)
  return places.length > 0 ? Math.min(...places) : 0
}

/** Where the word ends that begins at a place; undefined where it does not stand there. */
function endOf(folded: readonly string[], at: number, word: string): number | undefined {
  let left = word
  let end = at
  while (left !== '' && end < folded.length) {
    const letter = folded[end] ?? ''
    if (!left.startsWith(letter)) return undefined
    left = left.slice(letter.length)
    end += 1
  }
  return left === '' && end > at ? end : undefined
}

const spaced = /^[\p{L}\p{N}\p{M}]$/u
const dense = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Words with spaces between them are looked up by their beginning. */
function isBegin(letters: readonly string[], at: number, word: string): boolean {
  const previous = letters[at - 1]
  return dense.test(word) || previous === undefined || !spaced.test(previous) || dense.test(previous)
}
