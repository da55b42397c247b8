/**
 * Tokenizer of the search, the same for both databases. Scripts without spaces: every pair of neighbouring characters, so that any two characters match, and
 * the last one alone; all others: lower-case words without accents.
 */

/** Scripts written without spaces between words. */
const dense = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}`
const runs = new RegExp(String.raw`[${dense}]+|(?:(?![${dense}])[\p{L}\p{N}\p{M}])+`, 'gu')
const isDense = new RegExp(`^[${dense}]`, 'u')
const tokenMax = 40
const accents = /[\u0300-\u036f]/g

/** Normalizes width, case and accents of a letter. */
export function normalize(text: string): string {
  return text.normalize('NFKD').replace(accents, '').normalize('NFKC').toLowerCase()
}

/** Also removes invisible characters: joiners, soft hyphens, fillers. */
export function normalizeVisible(text: string): string {
  return normalize(text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
}

/** All tokens of a text, without duplicates. */
export function tokenize(text: string): string[] {
  const tokens = new Set<string>()
  for (const [run] of normalize(text).matchAll(runs)) {
    if (isDense.test(run)) for (const pair of pairsOf(run)) tokens.add(pair)
    else tokens.add([...run].slice(0, tokenMax).join(''))
  }
  return [...tokens]
}

/** Words of a query. dense: of a script without spaces; others are matched by their beginning. */
export type QueryWord = { text: string; dense: boolean }

export function parseQuery(query: string): QueryWord[] {
  const queryWords = new Map<string, QueryWord>()
  for (const [run] of normalize(query).matchAll(runs)) {
    if (isDense.test(run)) for (const text of wordsIn(run)) queryWords.set(text, { text, dense: true })
    else {
      const text = [...run].slice(0, tokenMax).join('')
      queryWords.set(text, { text, dense: false })
    }
  }
  return [...queryWords.values()]
}

/** The index tokens of a query word; all of them must match. A single character is the beginning of a pair. */
export function lookupTokens({ text, dense: hasNoSpaces }: QueryWord): { token: string; isStart: boolean }[] {
  if (!hasNoSpaces) return [{ token: text, isStart: true }]
  const letters = [...text]
  if (letters.length === 1) return [{ token: text, isStart: true }]
  return letters.slice(1).map((letter, at) => ({ token: `${letters[at]}${letter}`, isStart: false }))
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

export function allowsTypo(word: string): boolean {
  return !isDense.test(word) && [...word].length >= typoMinLength && !/\d/.test(word)
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
