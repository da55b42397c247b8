/** Titles folded for comparison, without the signs and marks that a search knows. */
import { foldText } from '@homeport/contract/shape/list-keys/fold-text.ts'

/** Words with one space between. */
export function fold(text: string): string {
  return foldText(text).replace(/[+#.]|\p{M}/gu, '')
}

/** How much of two folded titles agrees, 0 to 1: the pairs of letters that they share. */
export function likeness(one: string, other: string): number {
  const [a, b] = [pairsOf(one), pairsOf(other)]
  if (a.length === 0 || b.length === 0) return one === other ? 1 : 0
  const remaining = [...b]
  let shared = 0
  for (const pair of a) {
    const at = remaining.indexOf(pair)
    if (at < 0) continue
    remaining.splice(at, 1)
    shared += 1
  }
  return (2 * shared) / (a.length + b.length)
}

function pairsOf(text: string): string[] {
  const letters = [...text.replaceAll(' ', '')]
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}
