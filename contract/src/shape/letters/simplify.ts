/** Traditional Chinese characters as simplified ones, letter by letter: enough to compare titles, not to translate. */
import table from './simplified.json' with { type: 'json' }

const simplified = new Map([...table.traditional].map((letter, at) => [letter, table.simplified[at] ?? letter]))

export function simplify(text: string): string {
  return text.replace(/\p{Script=Han}/gu, (letter) => simplified.get(letter) ?? letter)
}
