/** The code (ISO 3166-1 alpha-2) of a country by its code or its name in English or Chinese. */

/** Names that are usual for films, and countries that are no more. */
const otherNames: readonly (readonly [string, string])[] = [
  ['US', 'usa|united states of america|u.s.a.|u.s.|america|美國'],
  ['GB', 'uk|great britain|england|britain|u.k.|英國'],
  ['CN', "中国大陆|中國|中國大陸|大陆|内地|中国内地|mainland china|people's republic of china"],
  ['HK', '香港|中国香港|hong kong|hongkong|hong kong sar china'],
  ['TW', '台湾|台灣|中国台湾|臺灣'],
  ['MO', '澳门|澳門|macau|macao'],
  ['KR', 'korea|south korea|republic of korea|韩国|韓國|南韩'],
  ['KP', 'north korea'],
  ['RU', 'russian federation|俄国'],
  ['SU', 'soviet union|ussr|苏联|蘇聯'],
  ['CZ', 'czech republic|捷克共和国'],
  ['DE', 'west germany|西德|德國'],
  ['JP', '日本国'],
  ['FR', '法國'],
  ['TH', '泰國'],
]
/** Three letters, as some programs write. */
const longCodes = new Map(
  'usa:US gbr:GB chn:CN hkg:HK twn:TW jpn:JP kor:KR fra:FR deu:DE ita:IT esp:ES ind:IN can:CA aus:AU rus:RU tha:TH swe:SE dnk:DK nor:NO fin:FI'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
)
let codesByName: Map<string, string> | undefined

export function countryCode(text: string): string {
  const word = text.trim().toLowerCase()
  codesByName ??= namesOfCountries()
  return longCodes.get(word) ?? codesByName.get(word) ?? ''
}

function namesOfCountries(): Map<string, string> {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const names = new Map<string, string>()
  for (const locale of ['en', 'zh']) {
    const display = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })
    for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
      const name = display.of(code)
      // UK and the like are other spellings of a code.
      if (name === undefined || names.has(name.toLowerCase())) continue
      names.set(name.toLowerCase(), code)
      names.set(code.toLowerCase(), code)
    }
  }
  for (const [code, list] of otherNames) for (const name of list.split('|')) names.set(name, code)
  return names
}
