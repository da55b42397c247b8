/** The code page of a text whose language nobody says: the one in which its letters are those that a language really uses. Chinese and Western ones are told by their bytes. */
import { oddnessOf } from './code-page.ts'

/** letters: of a writing of its own the frequent ones, by far the most of any text; of a language in a–z all that it adds. rare: those of them that seldom stand without the others. */
type Candidate = { encodings: readonly string[]; letters: string; rare?: string }

const ownWritings: readonly Candidate[] = [
  { encodings: ['windows-1251', 'koi8-u', 'ibm866', 'iso-8859-5'], letters: 'оаеинтсрвлкмдпуяі' },
  { encodings: ['windows-1253', 'iso-8859-7'], letters: 'αοιετσςνηυρπκμλάέήίόύ' },
  { encodings: ['windows-1255'], letters: 'יוהלאמרתבשנדםחק' },
  { encodings: ['windows-1256', 'iso-8859-6'], letters: 'اليمنوترهبكدأعفسقةح' },
  { encodings: ['windows-874'], letters: 'านรอกเงมยลวดทสคหไ่้ัีิ' },
]
const central = ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž']
const baltic = ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž']
const addedLetters: readonly Candidate[] = [
  ...central.map((letters) => ({ encodings: ['windows-1250', 'iso-8859-2'], letters })),
  { encodings: ['windows-1254'], letters: 'çğıiöşüâî\u0307' },
  ...baltic.map((letters) => ({ encodings: ['windows-1257'], letters })),
  { encodings: ['windows-1258'], letters: 'àáâãèéêìíòóôõùúýăđơư\u0300\u0301\u0303\u0309\u0323' },
]
const westernLetters: readonly Candidate[] = [
  { letters: 'éèàçêùô', rare: 'âîûëïœæ' },
  { letters: 'äöüß' },
  { letters: 'ñáíóúéü' },
  { letters: 'åäöæøé' },
  { letters: 'ãõçáéíóúêà', rare: 'âô' },
  { letters: 'àèéìòù' },
  { letters: 'àèéíòóúçïü' },
  { letters: 'éèëïöüáó' },
].map((one) => ({ encodings: ['windows-1252'], ...one }))

/** Fewer letters say nothing. */
const [leastOwn, leastAdded] = [8, 3]
/** A quarter of the letters of any text are not among the frequent ones; read by a page that is wrong, most are not. */
const [leastOwnShare, leastAddedShare] = [0.65, 0.95]
const rareWeight = 0.8
const mostOddness = 0.1
/** Words are in one writing. */
const mostMixed = 0.2
/** A text is seldom in capitals, and small letters of one page are the capitals of another. */
const capitalsShare = 0.15
const [leastKana, leastHangul, leastCommonHangul, mostMissing] = [0.35, 0.9, 0.12, 0.05]
const commonHangul = /[이다는에을가고지의은를한도로서나어하사아그기자]/g
const missing = /[\ufffd\ue000-\uf8ff\uff61-\uff9f]/g
const signs = /[\p{ASCII}\u00a0«»“”„‘’‚…–—°№¿¡·♪،؛؟。、？！「」『』・]/gu

/** undefined: a Chinese or Western one, or too little text. */
export function codePageByLetters(sample: Uint8Array): string | undefined {
  return eastAsianPage(sample) ?? ownWritingPage(sample) ?? addedLettersPage(sample)
}

/** Kana are half of a Japanese text, and Hangul nearly all of a Korean one; Chinese read in their encodings has few. */
function eastAsianPage(sample: Uint8Array): string | undefined {
  return ['shift_jis', 'euc-jp', 'euc-kr'].find((encoding) => {
    const letters = lettersIn(sample, encoding)
    const share = (what: RegExp) => (letters.match(what)?.length ?? 0) / letters.length
    if (letters.length < leastOwn || share(missing) > mostMissing) return false
    if (encoding === 'euc-kr') return share(/[\uac00-\ud7a3]/g) >= leastHangul && share(commonHangul) >= leastCommonHangul
    return share(/[\u3041-\u3096\u30a1-\u30fa]/g) >= leastKana
  })
}

function ownWritingPage(sample: Uint8Array): string | undefined {
  const [best] = ranked(sample, ownWritings)
  if (!best || best.letters < leastOwn || best.share < leastOwnShare) return undefined
  const { encoding, letters } = best
  // \N is the line break of ASS.
  const mixed = new TextDecoder(encoding)
    .decode(sample)
    .replaceAll(/\\[Nnh]/g, ' ')
    .match(/[a-z][^\p{ASCII}\p{P}]|[^\p{ASCII}\p{P}][a-z]/giu)
  const isMixed = (mixed?.length ?? 0) > letters * mostMixed
  return isMixed || oddnessOf(sample, encoding) > letters * mostOddness ? undefined : encoding
}

/** The same letters may have the same bytes in a Western page: another one must fit better. */
function addedLettersPage(sample: Uint8Array): string | undefined {
  const [best] = ranked(sample, addedLetters)
  const [western] = ranked(sample, westernLetters)
  if (!best || best.letters < leastAdded || best.share < leastAddedShare) return undefined
  return best.share > (western?.share ?? 0) ? best.encoding : undefined
}

type Ranked = { encoding: string; letters: number; share: number }

/** By the share of letters that fit, the best first. */
function ranked(sample: Uint8Array, candidates: readonly Candidate[]): Ranked[] {
  const all = candidates.flatMap(({ encodings, letters: frequent, rare = '' }) =>
    encodings.map((encoding) => {
      const text = lettersIn(sample, encoding)
      let fitting = 0
      let capitals = 0
      for (const letter of text) {
        const small = letter.toLowerCase()
        if (small !== letter) capitals += 1
        fitting += frequent.includes(small[0] ?? '') ? 1 : rare.includes(small[0] ?? '') ? rareWeight : 0
      }
      const loss = capitals * 2 > text.length ? capitalsShare : 0
      return { encoding, letters: text.length, share: text.length === 0 ? 0 : fitting / text.length - loss }
    }),
  )
  return all.toSorted((one, other) => other.share - one.share)
}

/** All that is neither in a–z nor a sign of any page. */
function lettersIn(sample: Uint8Array, encoding: string): string {
  return new TextDecoder(encoding).decode(sample).replaceAll(signs, '')
}
