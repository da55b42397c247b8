/** Highlighting of search hits: splits a text into parts with the hits marked; of a long text only the snippet around the first hit. */
import type { HighlightedText } from '@homeport/contract/shape/highlighted-text.ts'
import { boundaryBefore } from '../graphemes.ts'
import { normalize } from './tokenizer.ts'
import { toPlain } from '@homeport/contract/shape/post-marks.ts'
import { minOf } from '@homeport/contract/kit/extremes.ts'

type Parts = HighlightedText

const pieceMax = 120
const before = 20
/** A hit within this many letters is visible in two lines on a phone, in Chinese too. */
const seenAtOnce = 30
const lookBefore = 300
const lookMost = 1_200

/** spellings: normalized words, as they were looked up. The joined parts equal the text. */
export function highlight(text: string, spellings: readonly string[]): Parts {
  const letters = [...text]
  // Letter by letter, so that a position in the normalized text is a position in the text.
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

/** One line of a post, starting a little before the first hit. */
export function snippet(content: string, spellings: readonly string[]): string {
  const near = boundaryBefore(content, Math.max(0, placeOf(content, spellings) - lookBefore))
  const plain = toPlain(content.slice(near, boundaryBefore(content, near + lookMost)))
  const place = placeOf(plain, spellings)
  const start = place <= seenAtOnce ? 0 : boundaryBefore(plain, place - before)
  const part = plain.slice(start, boundaryBefore(plain, start + pieceMax))
  const isEnd = start + pieceMax >= plain.length && near + lookMost >= content.length
  return `${near + start > 0 ? '…' : ''}${part}${isEnd ? '' : '…'}`.toWellFormed()
}

/** Only lower case: precise enough to choose a snippet. */
function placeOf(text: string, spellings: readonly string[]): number {
  const small = text.toLowerCase()
  const places = spellings.map((word) => small.indexOf(word)).filter((place) => place >= 0)
  return minOf(places, 0)
}

/** The end of the word that begins at this position; undefined if it is not there. */
function endOf(folded: readonly string[], at: number, word: string): number | undefined {
  let remaining = word
  let end = at
  while (remaining !== '' && end < folded.length) {
    const letter = folded[end] ?? ''
    if (!remaining.startsWith(letter)) return undefined
    remaining = remaining.slice(letter.length)
    end += 1
  }
  return remaining === '' && end > at ? end : undefined
}

const spaced = /^[\p{L}\p{N}\p{M}]$/u
const dense = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** In scripts with spaces a match must be at the beginning of a word. */
function isBegin(letters: readonly string[], at: number, word: string): boolean {
  const previous = letters[at - 1]
  return dense.test(word) || previous === undefined || !spaced.test(previous) || dense.test(previous)
}
