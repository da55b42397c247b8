/**
 * Tokenizer of the forum's search, the same for both databases. Scripts without spaces: every pair of neighbouring characters, so that any two characters match, and
 * the last one alone; all others: folded words. The signs of C++, C# and .NET belong to their word, numbers keep their dots, and what is written with single letters
 * is one word too: AT&T, S.W.A.T., e-mail.
 */
import { dense, dotBefore, foldNames, signsBehind, spaced, toIndexToken } from '@homeport/contract/shape/search-words.ts'

const runs = new RegExp(String.raw`[${dense}]+|(?<lead>${dotBefore})?(?<word>${spaced}+)(?<tail>${signsBehind})?`, 'gu')
const isDense = new RegExp(`^[${dense}]`, 'u')
/** Signs that join the parts of AT&T, M*A*S*H, WALL·E, L'Avventura and X-Men. */
export const joints = `.&*·'’-`
// Both begin at the first sign of a word only: a word without end is read once.
const joined = new RegExp(String.raw`(?<!${spaced})${spaced}+(?:[${joints}]${spaced}+)+`, 'gu')
const numbers = /(?<!\d)\d+(?:[.+]\d+)+/g
const tokenMax = 40
/** A name with more parts is that of a file. */
const maxParts = 8

/** All tokens of a text, without duplicates. */
export function tokenize(text: string): string[] {
  const tokens = new Set<string>()
  const folded = foldNames(text)
  for (const { 0: run, index, groups } of folded.matchAll(runs)) {
    const { word, tail = '' } = groups ?? {}
    if (word === undefined) for (const pair of pairsOf(run)) tokens.add(pair)
    else if (!isEndOfContraction(folded, run, index)) {
      tokens.add(cut(word))
      if (tail !== '') tokens.add(cut(`${word}${tail}`))
      // ASP.NET is found as .NET too.
      if (isAfterDot(folded, index + run.indexOf(word))) tokens.add(cut(`.${word}${tail}`))
    }
  }
  for (const { text: compound } of compoundsIn(folded)) tokens.add(cut(compound))
  for (const [number] of folded.matchAll(numbers)) tokens.add(cut(number))
  return [...tokens].map(toIndexToken)
}

/** Words of a query. dense: of a script without spaces; others are matched by their beginning. parts: of a compound, which may be written apart. */
export type QueryWord = { text: string; dense: boolean; parts?: readonly string[] }

export function parseQuery(query: string): QueryWord[] {
  const queryWords = new Map<string, QueryWord>()
  const folded = foldNames(query)
  const wholes = [
    ...compoundsIn(folded),
    ...[...folded.matchAll(numbers)].map(({ 0: text, index }) => ({ text, index, end: index + text.length })),
  ]
  for (const { 0: run, index, groups } of folded.matchAll(runs)) {
    const { lead = '', word, tail = '' } = groups ?? {}
    if (word === undefined) {
      for (const text of wordsIn(run)) queryWords.set(text, { text, dense: true })
      continue
    }
    const whole = wholes.find((one) => index >= one.index && index < one.end)
    if (whole) queryWords.set(whole.text, { dense: false, ...whole, text: cut(whole.text) })
    if (whole && tail === '') continue
    const text = cut(`${lead}${word}${tail}`)
    queryWords.set(text, { text, dense: false })
  }
  return [...queryWords.values()]
}

/** The index tokens of a query word: one of each line must match. A single character is the beginning of a pair. */
export function lookupTerms({ text, dense: hasNoSpaces, parts }: QueryWord): SearchTerms {
  const letters = [...text]
  if (hasNoSpaces && letters.length > 1)
    return letters.slice(1).map((letter, at) => [{ token: `${letters[at]}${letter}`, isStart: false }])
  if (!parts) return [[{ token: toIndexToken(text), isStart: true }]]
  // att and rb are the beginnings of too many words.
  const isStart = parts.some((part) => part.length > maxAbbreviated)
  return parts.map((part) => [
    { token: part, isStart: isStart && part.length > 1 },
    { token: text, isStart },
  ])
}

const maxAbbreviated = 2

type Compound = { text: string; parts: string[]; index: number; end: number }

/** Words with a part of a single letter, without the signs between their parts. */
function compoundsIn(folded: string): Compound[] {
  return [...folded.matchAll(joined)].flatMap(({ 0: run, index }) => {
    const parts = run.split(/[^\p{L}\p{N}\p{M}]/u)
    const isCompound =
      parts.length <= maxParts && parts.some((part) => [...part].length === 1) && parts.some((part) => !/^\d+$/.test(part))
    return isCompound ? [{ text: parts.join(''), parts, index, end: index + run.length }] : []
  })
}

/** The t of don’t is no word. */
function isEndOfContraction(folded: string, run: string, index: number): boolean {
  return run.length === 1 && /\p{L}['’]$/u.test(folded.slice(Math.max(0, index - 3), index))
}

function isAfterDot(folded: string, index: number): boolean {
  return folded[index - 1] === '.' && folded[index - 2] !== '.' && /\p{L}/u.test(folded[index] ?? '')
}

function cut(word: string): string {
  return word.length <= tokenMax ? word : [...word].slice(0, tokenMax).join('')
}

/** All terms must match, each in one of its spellings. Tokens are letters, marks and digits: neither engine treats them as operators. */
export type SearchTerms = { token: string; isStart: boolean }[][]

/** The query syntax of FTS5. */
export function toFtsQuery(terms: SearchTerms): string {
  return terms.map((any) => `(${any.map(({ token, isStart }) => `"${token}"${isStart ? '*' : ''}`).join(' OR ')})`).join(' AND ')
}

/** The query syntax of PostgreSQL. */
export function toTsquery(terms: SearchTerms): string {
  return terms.map((any) => `(${any.map(({ token, isStart }) => `'${token}'${isStart ? ':*' : ''}`).join(' | ')})`).join(' & ')
}

/** The word itself and the word without any one letter: two words that differ in one letter share one of these. */
export function deletionVariants(word: string): string[] {
  const letters = [...word]
  return [...new Set([word, ...letters.map((_, at) => [...letters.slice(0, at), ...letters.slice(at + 1)].join(''))])]
}

/** One letter added, missing or changed, or two neighbours swapped. */
export function isOneTypo(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA -= 1
    endB -= 1
  }
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)]
  if (restA.length <= 1 && restB.length <= 1) return true
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0]
}

/** Shorter words have too many neighbours. */
export const typoMinLength = 3
/** In words this short the first letter is not treated as the typo: nearly all of them would have a neighbour. */
const shortMax = 3

/** typed: the word in the query. */
export function isLikelyTypo(typed: string, other: string): boolean {
  if ([...typed].length <= shortMax && [...typed][0] !== [...other][0]) return false
  return isOneTypo(typed, other)
}

/** Whether a typo may be forgiven in this word or index token. */
export function allowsTypo(word: string): boolean {
  return !isDense.test(word) && [...word].length >= typoMinLength && !/[\d+#.ｐｓｄ]/.test(word)
}

function pairsOf(run: string): string[] {
  const letters = [...run]
  return letters.map((letter, at) => `${letter}${letters[at + 1] ?? ''}`)
}

let segmenter: Intl.Segmenter | undefined

/** Words by dictionary segmentation, so that their order does not matter; adjacent single characters are joined. The dictionary is loaded on first use. */
function wordsIn(run: string): string[] {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  const words: string[] = []
  let isSingle = false
  for (const { segment } of segmenter.segment(run)) {
    const wasSingle = isSingle
    isSingle = [...segment].length === 1
    if (isSingle && wasSingle) words.push(`${words.pop() ?? ''}${segment}`)
    else words.push(segment)
  }
  return words
}
