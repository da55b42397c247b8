/** Usernames that look alike have the same skeleton (UTS 39), so the second of them is refused: `Hаrbоr` with Cyrillic letters, `Iris` and `lris`. */
import confusables from './confusables.json' with { type: 'json' }

const skeletons = new Map(
  Object.entries(confusables).flatMap(([skeleton, sources]) => [...sources].map((one) => [one, skeleton])),
)

/** Dots and lines on a letter, as they are written by themselves. */
const faintMarks = /[\u0307\u0320\u0323-\u0325\u032d-\u0333\u0335-\u0338\u0345-\u0349]/gu
/** Marks of no script, where they make no letter of the alphabets with what is before them: enclosing circles, accents on what has none. */
const looseMarks = /(?=\p{M})\p{Script=Inherited}/gu
/** Between letters they are easily overlooked; U+0640 only lengthens a line. */
const separators = /[\u0640\p{P}\p{Z}]/gu

/** Case is ignored as in name_key: a capital I looks like l, and a capital letter of another script may look like one of ours that its small letter does not. A difference that is easily overlooked does not count. */
export function skeletonOf(username: string): string {
  const look = mapped(mapped(withoutMarks(username)).toLowerCase())
  return look.replace(separators, '') || look
}

function withoutMarks(text: string): string {
  return text.normalize('NFC').replace(looseMarks, '').normalize('NFD').replace(faintMarks, '').normalize('NFC')
}

function mapped(text: string): string {
  const letters = Array.from(text.normalize('NFKD').replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
  return letters
    .map((letter) => skeletons.get(letter) ?? letter)
    .join('')
    .normalize('NFKD')
}
