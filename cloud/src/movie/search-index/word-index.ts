/** Many short texts by their words: a word, or the beginning of one, is found in all of them without reading them; Chinese words by any part of them. */
import { isDense } from '@homeport/contract/movie/film-worth.ts'
import { lowerBound } from '@homeport/contract/kit/collection/lower-bound.ts'
import { textColumn } from './text-column.ts'

/** After every word that begins with the one before it. */
const lastLetter = '\uffff'

/** Called for each text with the word: its owner, whether a word begins with it there, and whether the text does. */
export type Hit = (owner: number, isWordStart: boolean, isTextStart: boolean) => void
export type WordIndex = {
  scan(word: string, hit: Hit): void
  /** How often `scan` calls, roughly. */
  count(word: string): number
  /** Distinct words, and in how many texts. */
  words(): { word: string; count: number }[]
  bytes: number
}

/** Owners are below 2^31. */
export function createWordIndexBuilder() {
  const numbers = new Map<string, number>()
  let postings = new Uint32Array(1_024)
  let wordOf = new Uint32Array(1_024)
  let size = 0

  function add(owner: number, word: string, isFirst: boolean): void {
    let number = numbers.get(word)
    if (number === undefined) numbers.set(word, (number = numbers.size))
    if (size === postings.length) {
      postings = doubled(postings)
      wordOf = doubled(wordOf)
    }
    postings[size] = owner * 2 + (isFirst ? 1 : 0)
    wordOf[size] = number
    size += 1
  }

  return {
    /** Words separated by single spaces. */
    add(owner: number, text: string): void {
      let from = 0
      while (from < text.length) {
        const space = text.indexOf(' ', from)
        const end = space === -1 ? text.length : space
        add(owner, text.slice(from, end), from === 0)
        // .hack is found as hack too.
        if (text[from] === '.') add(owner, text.slice(from + 1, end), from === 0)
        from = end + 1
      }
    },
    build: () => wordIndex(numbers, postings.subarray(0, size), wordOf.subarray(0, size)),
  }
}

function doubled(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(values.length * 2)
  larger.set(values)
  return larger
}

/** unsorted: owner * 2, and 1 where the text begins with the word; wordOf: the number of each one's word. */
function wordIndex(numbers: ReadonlyMap<string, number>, unsorted: Uint32Array, wordOf: Uint32Array): WordIndex {
  const words = [...numbers.keys()].toSorted()
  const ranks = new Uint32Array(words.length)
  for (const [rank, word] of words.entries()) ranks[numbers.get(word) ?? 0] = rank
  const { offsets, postings } = groupedBy(unsorted, { places: ranks, wordOf })
  const denseWords = textColumn(words.flatMap((text, owner) => (isDense(text) ? [{ owner, text }] : [])))

  function hitAll(word: number, isWordStart: boolean, hit: Hit): void {
    const end = offsets[word + 1] ?? 0
    for (let at = offsets[word] ?? 0; at < end; at += 1) {
      const posting = postings[at] ?? 0
      hit(posting >>> 1, isWordStart, isWordStart && (posting & 1) === 1)
    }
  }

  /** Words that begin with this one stand side by side. */
  function rangeOf(word: string): [number, number] {
    return [firstFrom(words, word), firstFrom(words, word + lastLetter)]
  }

  return {
    scan(word, hit) {
      if (isDense(word)) return denseWords.scan(word, (number, isWordStart) => hitAll(number, isWordStart, hit))
      const [from, to] = rangeOf(word)
      for (let number = from; number < to; number += 1) hitAll(number, true, hit)
    },
    count(word) {
      let count = 0
      if (isDense(word)) {
        denseWords.scan(word, (number) => void (count += (offsets[number + 1] ?? 0) - (offsets[number] ?? 0)))
        return count
      }
      const [from, to] = rangeOf(word)
      return (offsets[to] ?? 0) - (offsets[from] ?? 0)
    },
    words: () => words.map((word, number) => ({ word, count: (offsets[number + 1] ?? 0) - (offsets[number] ?? 0) })),
    bytes: postings.byteLength + offsets.byteLength + denseWords.bytes + words.length * 40,
  }
}

/** The postings of each word side by side, from offsets[place of the word] on, in the order in which they came. */
function groupedBy(
  unsorted: Uint32Array,
  { places: ranks, wordOf }: { places: Uint32Array; wordOf: Uint32Array },
): { offsets: Uint32Array; postings: Uint32Array } {
  const offsets = new Uint32Array(ranks.length + 1)
  for (const number of wordOf) {
    const next = (ranks[number] ?? 0) + 1
    offsets[next] = (offsets[next] ?? 0) + 1
  }
  for (let at = 1; at < offsets.length; at += 1) offsets[at] = (offsets[at] ?? 0) + (offsets[at - 1] ?? 0)
  const ends = offsets.slice()
  const postings = new Uint32Array(unsorted.length)
  for (let at = 0; at < unsorted.length; at += 1) {
    const rank = ranks[wordOf[at] ?? 0] ?? 0
    const end = ends[rank] ?? 0
    postings[end] = unsorted[at] ?? 0
    ends[rank] = end + 1
  }
  return { offsets, postings }
}

/** The first of the sorted words that is not before this one. */
function firstFrom(words: readonly string[], word: string): number {
  return lowerBound((at) => (words[at] ?? '') < word, { end: words.length })
}
