/** Usernames that look alike have the same skeleton (UTS 39), so the second of them is refused: `Hаrbоr` with Cyrillic letters, `Iris` and `lris`. */
import confusables from './confusables.json' with { type: 'json' }

const skeletons = new Map(
  Object.entries(confusables).flatMap(([skeleton, sources]) => [...sources].map((one) => [one, skeleton])),
)

/** Dots and lines on a letter, as they are written by themselves. */
const faintMarks = /[\u0307\u0320\u0323-\u0325\u032d-\u0333\u0335-\u0338\u0345-\u0349]/gu
/** Marks of no script, where they make no letter of the alphabets with what is before them: enclosing circles, accents on what has none. */
const looseMarks = /(?=\p{M})\p{Script=Inherited}/gu
/** Marks of one script on a letter of another, as a Hebrew point on ours: scripts that are listed here have none of their own, or Cyrillic's. */
const unmarked = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Armenian}\p{Script=Georgian}\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}`
const foreignMarks = new RegExp(
  String.raw`(?<=[${unmarked}]\p{M}*)(?!\p{Script=Inherited})\p{M}|(?<=\p{Script=Cyrillic}\p{M}*)(?![\p{Script=Inherited}\p{Script=Cyrillic}])\p{M}`,
  'gu',
)
/** Between letters they are easily overlooked: accents and commas that are letters by themselves, too. U+0640 only lengthens a line. */
const separators = /[\u02b9-\u02df\u02e5-\u02ff\u0640\p{P}\p{Z}]/gu

const alphabets = String.raw`\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{Nd}`
/** Signs and strokes of other scripts beside our letters, as the long line of kana: they look like a dash or a dot. */
const foreignSigns = new RegExp(
  String.raw`(?<=^|[${alphabets}])(?:(?![${alphabets}])\p{Lm}|[\u3099\u309a\u141e-\u1420\u1428\u4e28\u4e85\ua4fc])+(?=$|[${alphabets}])`,
  'gu',
)

/** Case is ignored as in name_key: a capital I looks like l, and a capital letter of another script may look like one of ours that its small letter does not. A difference that is easily overlooked does not count. */
export function skeletonOf(username: string): string {
  const look = mapped(mapped(withoutMarks(username)).toLowerCase())
  return look.replace(separators, '').replace(foreignSigns, '') || look
}

function withoutMarks(text: string): string {
  const own = text.normalize('NFKD').replace(foreignMarks, '').normalize('NFC')
  return own.replace(looseMarks, '').normalize('NFD').replace(faintMarks, '').normalize('NFC')
}

function mapped(text: string): string {
  const letters = Array.from(text.normalize('NFKD').replace(/\p{Default_Ignorable_Code_Point}/gu, ''))
  return letters
    .map((letter) => skeletons.get(letter) ?? letter)
    .join('')
    .normalize('NFKD')
}
