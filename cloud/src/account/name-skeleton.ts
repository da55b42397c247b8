/** Usernames that look alike have the same skeleton (UTS 39), so the second of them is refused: `Hаrbоr` with Cyrillic letters, `Iris` and `lris`. */
import confusables from './confusables.json' with { type: 'json' }

const skeletons = new Map(Object.entries(confusables).flatMap(([skeleton, sources]) => [...sources].map((one) => [one, skeleton])))

/** Case is ignored as in name_key: a capital I looks like l, and a capital letter of another script may look like one of ours that its small letter does not. */
export function skeletonOf(username: string): string {
  return mapped(mapped(username).toLowerCase())
}

function mapped(text: string): string {
  const letters = Array.from(text.normalize('NFKD').replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
  return letters.map((letter) => skeletons.get(letter) ?? letter).join('').normalize('NFKD')
}
