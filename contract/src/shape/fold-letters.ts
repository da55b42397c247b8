/**
 * One spelling for all that people type for the same letters: case, width, accents, points and ligatures do not count, and letters that no rule of Unicode takes apart
 * stand as people type them without a keyboard of that language: Łódź is lodz, Straße strasse, Smørrebrød smorrebrod. Hiragana is katakana; small kana and the long mark
 * stay as they are.
 */

const ascii = /^[\0-\u007f]*$/
/** A fraction does not run into the digits before it, and a trade mark is no part of a name. */
const beforeSplit = /[¼-¾⅐-⅞↉]|[™℠]/gu
/** Signs of vowels that are letters, as in Thai and Hindi, stay. */
const marks = new RegExp(
  [
    // Accents of Latin, Greek and Cyrillic, and circles around a letter.
    String.raw`[\u0300-\u036f]|[\u0483-\u0489]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]`,
    // The points of Hebrew, Arabic and Syriac, and the line that only lengthens an Arabic word.
    String.raw`[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]|[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed]|[\u0730-\u074a]`,
    // Invisible characters.
    String.raw`\p{Default_Ignorable_Code_Point}`,
  ].join('|'),
  'gu',
)

/** Each has a katakana of the same sound so much further on. */
const hiragana = /[\u3041-\u3096\u309d\u309e]/g
const toKatakana = 0x60

const spelled = new Map([
  // Latin letters of Europe, Africa, Vietnam and phonetics.
  ...pairs(
    'ł l ø o đ d ð d ħ h ŧ t ŋ n ı i ĸ q ß ss æ ae œ oe þ th ƿ w ə e ǝ e ɛ e ɔ o ɵ o ɐ a ɑ a ɓ b ƀ b ƃ b ƈ c ɕ c ȼ c ɖ d ɗ d ƌ d ƒ f ɠ g ɡ g ǥ g ɣ g',
  ),
  ...pairs(
    'ɦ h ɥ h ⱨ h ɨ i ɩ i ɪ i ɉ j ɟ j ƙ k ⱪ k ƚ l ɫ l ɬ l ɭ l ⱡ l ɱ m ɲ n ɳ n ƞ n ꞃ r ɍ r ɽ r ɾ r ʀ r ʂ s ȿ s ƭ t ƫ t ʈ t ⱦ t ʉ u ʊ u ʋ v ɯ u ƴ y ɏ y',
  ),
  ...pairs('ƶ z ʐ z ʑ z ɀ z ȥ z ʒ z ⱬ z ꜳ aa ꜵ ao ꜷ au ꜹ av ꜽ ay ꝏ oo ꭣ uo'),
  // Greek, Cyrillic, and the forms of Arabic letters that Arabic and Persian keyboards have in place of one another.
  ...pairs('ς σ ґ г ӏ і ٱ ا ى ي ی ي ې ي ے ي ک ك ة ه ہ ه ھ ه ە ه'),
  // Apostrophes that are letters: Hawaiʻi.
  ...[...'ʹʻʼʽʾʿˈꞌ'].map((letter): [string, string] => [letter, '']),
])
const special = new RegExp(String.raw`[${[...spelled.keys()].join('')}]|(?![0-9])\p{Nd}`, 'gu')

export function foldLetters(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  return text
    .replace(beforeSplit, (sign) => (sign === '™' || sign === '℠' ? '' : ` ${sign}`))
    .normalize('NFKD')
    .replace(marks, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(special, (letter) => spelled.get(letter) ?? digitOf(letter))
    .replace(hiragana, (kana) => String.fromCharCode(kana.charCodeAt(0) + toKatakana))
}

/** Digits of every script stand in tens, from nought on. */
function digitOf(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  let nought = code
  while (code - nought < 9 && isDigit(nought - 1)) nought -= 1
  return String(code - nought)
}

function isDigit(code: number): boolean {
  return /^\p{Nd}$/u.test(String.fromCodePoint(code))
}

function pairs(text: string): [string, string][] {
  const letters = text.split(' ')
  return letters.flatMap((letter, at): [string, string][] => (at % 2 === 0 ? [[letter, letters[at + 1] ?? '']] : []))
}
