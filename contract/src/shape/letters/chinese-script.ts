/** Tells simplified from traditional Chinese by the characters that only one of them has. */
import table from './simplified.json' with { type: 'json' }

const traditional = new Set(table.traditional)
const simplified = new Set([...table.simplified].filter((letter) => !traditional.has(letter)))

/** '' if the text is not Chinese, or has no character that tells. */
export function chineseScriptOf(text: string): 'Hans' | 'Hant' | '' {
  let hans = 0
  let hant = 0
  for (const letter of text) {
    if (traditional.has(letter)) hant += 1
    else if (simplified.has(letter)) hans += 1
  }
  return hans === hant ? '' : hans > hant ? 'Hans' : 'Hant'
}
