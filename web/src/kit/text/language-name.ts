/** The names of the languages of films: in a language of the app, or each in itself. */

/** code: a language tag, also with a code of ISO 639-2, as Matroska writes it. A code that is neither, or that an old browser does not know, stays as it is. */
export function languageName(code: string, inLanguage: string): string {
  if (!/^[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/.test(code) || typeof Intl.DisplayNames !== 'function') return code
  const tag = code.replace(/^[a-z]{3}/, (language) => terminological[language] ?? language)
  try {
    return namesIn(inLanguage).of(tag) ?? code
  } catch {
    // Not of the form of a language tag.
    return code
  }
}

/** In the language itself: who needs it can read it. '' if it is not known. */
export function ownLanguageName(code: string): string {
  const name = chinese[code] ?? languageName(code, code)
  return name === code ? code : name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

const cache = new Map<string, Intl.DisplayNames>()

function namesIn(language: string): Intl.DisplayNames {
  const names = cache.get(language) ?? new Intl.DisplayNames([language], { type: 'language', fallback: 'code' })
  cache.set(language, names)
  return names
}

/** Not every browser writes them in themselves. */
const chinese: Readonly<Record<string, string>> = { 'zh-Hans': '简体中文', 'zh-Hant': '繁體中文', zh: '中文', yue: '粵語' }

/** Bibliographic codes of ISO 639-2; Intl knows the terminological ones. */
const terminological: Readonly<Record<string, string>> = {
  chi: 'zh',
  ger: 'de',
  fre: 'fr',
  dut: 'nl',
  gre: 'el',
  cze: 'cs',
  rum: 'ro',
  slo: 'sk',
  per: 'fa',
  may: 'ms',
  ice: 'is',
  tib: 'bo',
}
