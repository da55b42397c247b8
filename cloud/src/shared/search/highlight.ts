/** Highlighting of search hits: splits a text into parts with the hits marked; of a long text only the snippet around the first hit. */
import { foldLetters } from '@homeport/contract/shape/fold-letters.ts'
import { denseJoints, foldNames, spaced } from '@homeport/contract/shape/search-words.ts'
import type { HighlightedText } from '@homeport/contract/shape/highlighted-text.ts'
import { boundaryBefore } from '@homeport/contract/shape/field/text.ts'
import { joints } from './tokenizer.ts'
import { toPlain } from '@homeport/contract/shape/post-marks.ts'
import { minOf } from '@homeport/contract/kit/extremes.ts'

type Deps = HighlightedText

const pieceMax = 120
const before = 20
/** A hit within this many letters is visible in two lines on a phone, in Chinese too. */
const seenAtOnce = 30
const lookBefore = 300
const maxLookahead = 1_200

/** A letter with its marks and what is not seen behind it: folding makes one of them, or several, or none. */
const clusters = /[\u1100-\u11ff]+|[^][\p{M}\p{Default_Ignorable_Code_Point}\uff9e\uff9f]*/gu

/** spellings: folded words, as they were looked up. The joined parts equal the text. */
export function highlight(text: string, spellings: readonly string[]): Deps {
  const letters = text.match(clusters) ?? []
  // Letter by letter, so that a position in the folded text is a position in the text.
  const folded = letters.map((letter) => foldLetters(letter))
  const hits = new Set<number>()
  for (const at of folded.keys()) {
    for (const word of spellings) {
      const end = endOf(folded, at, word)
      if (end === undefined || !isBegin(folded, at, word)) continue
      for (let hit = at; hit < end; hit += 1) hits.add(hit)
    }
  }
  const parts: Deps = []
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
  const near = boundaryBefore(content, Math.max(0, positionOf(content, spellings) - lookBefore))
  const plain = toPlain(content.slice(near, boundaryBefore(content, near + maxLookahead)))
  const index = positionOf(plain, spellings)
  const start = index <= seenAtOnce ? 0 : boundaryBefore(plain, index - before)
  const part = plain.slice(start, boundaryBefore(plain, start + pieceMax))
  const isEnd = start + pieceMax >= plain.length && near + maxLookahead >= content.length
  return `${near + start > 0 ? '…' : ''}${part}${isEnd ? '' : '…'}`.toWellFormed()
}

/** Precise enough to choose a snippet. Only a text that has the words in another spelling is folded letter by letter: that takes a hundred times as long. */
function positionOf(text: string, spellings: readonly string[]): number {
  const small = text.toLowerCase()
  const indexes = indexesIn(small, spellings)
  if (indexes.length > 0) return minOf(indexes, 0)
  if (indexesIn(foldNames(text), spellings).length === 0) return 0
  let folded = ''
  const ends = (text.match(clusters) ?? []).map((letter) => (folded += foldLetters(letter)).length)
  // The index in a name that is joined by signs is a few letters too early.
  const index = minOf(indexesIn(foldNames(folded), spellings), 0)
  const letters = text.match(clusters) ?? []
  return letters.slice(0, ends.filter((end) => end <= index).length).join('').length
}

function indexesIn(text: string, spellings: readonly string[]): number[] {
  return spellings.map((word) => text.indexOf(word)).filter((index) => index >= 0)
}

/** The end of the word that begins at this position; undefined if it is not there. */
function endOf(folded: readonly string[], at: number, word: string): number | undefined {
  if (folded[at] === '') return undefined
  let remaining = word
  let end = at
  while (remaining !== '' && end < folded.length) {
    const letter = folded[end] ?? ''
    end += 1
    if (remaining.startsWith(letter)) remaining = remaining.slice(letter.length)
    // A word may end within what one letter stands for: œ is oe.
    else if (letter.startsWith(remaining)) remaining = ''
    // AT&T is found as att, スター・ウォーズ as スターウォーズ.
    else if (end === at + 1 || !signsWithin.includes(letter)) return undefined
  }
  return remaining === '' ? end : undefined
}

const signsWithin = `${joints}${denseJoints}`
const isSpaced = new RegExp(`${spaced}$`, 'u')
const startsSpaced = new RegExp(`^${spaced}`, 'u')

/** In scripts with spaces a match must be at the beginning of a word. */
function isBegin(folded: readonly string[], at: number, word: string): boolean {
  let before = at - 1
  while (folded[before] === '') before -= 1
  const previous = folded[before]
  return !startsSpaced.test(word) || previous === undefined || !isSpaced.test(previous)
}
