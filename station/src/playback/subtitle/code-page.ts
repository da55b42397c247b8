/** The code page of a text whose language is known: of those that its language was written in, the one whose letters make sense. */
import { baseLanguage } from './language.ts'

const [cyrillic, central] = [
  ['windows-1251', 'koi8-u', 'iso-8859-5', 'ibm866'],
  ['windows-1250', 'iso-8859-2'],
]
const baltic = ['windows-1257', 'iso-8859-13', 'iso-8859-4']
const pages: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(['ru', 'uk', 'be', 'bg', 'mk', 'kk', 'ky', 'mn'].map((code) => [code, cyrillic])),
  ...Object.fromEntries(['pl', 'cs', 'sk', 'hu', 'ro', 'hr', 'sl', 'bs', 'sq'].map((code) => [code, central])),
  ...Object.fromEntries(['et', 'lt', 'lv'].map((code) => [code, baltic])),
  sr: [...cyrillic, ...central],
  el: ['windows-1253', 'iso-8859-7'],
  tr: ['windows-1254'],
  az: ['windows-1254', 'windows-1251'],
  he: ['windows-1255'],
  ar: ['windows-1256', 'iso-8859-6'],
  fa: ['windows-1256'],
  ur: ['windows-1256'],
  vi: ['windows-1258'],
  th: ['windows-874'],
  ja: ['shift_jis', 'euc-jp'],
  ko: ['euc-kr'],
}

/** undefined for a language that is not known, or whose pages the bytes alone tell: Chinese and Western ones. */
export function codePageOf(sample: Uint8Array, language: string): string | undefined {
  const possible = pages[baseLanguage(language)] ?? []
  return possible.toSorted((a, b) => oddnessOf(sample, a) - oddnessOf(sample, b))[0]
}

/** What no text has, once for each place: characters that do not exist, controls, signs and capitals inside of words, half-wide kana. */
export function oddnessOf(sample: Uint8Array, encoding: string): number {
  const text = new TextDecoder(encoding).decode(sample)
  const count = (what: RegExp) => text.match(what)?.length ?? 0
  const missing = count(/[\ufffd\u0080-\u009f\ue000-\uf8ff]/g)
  const capitals = count(/\p{Ll}\p{Lu}/gu)
  const signs = count(
    /(?<=\p{L})[^\p{L}\p{M}\p{N}\s'’\-.,:;!?،؛؟"“”„…)<>&*/]|[^\p{L}\p{M}\p{N}\s'’‘\-–—.,:;!¡?¿"“”„«»‹›…(<>&[{♪#*$€£%/](?=\p{L})/gu,
  )
  return 4 * missing + 2 * capitals + signs + 2 * count(/[\uff61-\uff9f]/g)
}
