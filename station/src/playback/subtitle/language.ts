/** The language of a track as BCP 47, from the tags of a file, from names, and from the text itself; Chinese is told apart by its script. */
import { chineseScriptOf } from '@homeport/contract/shape/letters/chinese-script.ts'

const codes =
  'af am ar az be bg bn bo bs ca cs cy da de el en eo es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ku ky la lb lo lt lv mi mk ml mn mr ms mt my nb ne nl nn no pa pl ps pt ro ru si sk sl so sq sr sv sw ta te th tl tr ug uk ur uz vi yue zh zu'.split(
    ' ',
  )
const simplifiedWords = [
  'chs',
  'sc',
  'gb',
  'gbk',
  'gb2312',
  'gb18030',
  'hans',
  'cn',
  'zhs',
  'chs1',
  '简',
  '简体',
  '简中',
  '简体中文',
  '簡體',
  '简日',
]
const traditionalWords = [
  'cht',
  'tc',
  'big5',
  'hant',
  'tw',
  'hk',
  'zht',
  '繁',
  '繁体',
  '繁體',
  '繁中',
  '繁体中文',
  '繁體中文',
  '繁日',
]
const otherWords: Readonly<Record<string, string>> = {
  jp: 'ja',
  jap: 'ja',
  jpn: 'ja',
  kr: 'ko',
  chn: 'zh',
  chinese: 'zh',
  mandarin: 'zh',
  cantonese: 'yue',
  中: 'zh',
  中字: 'zh',
  国语: 'zh',
  普通话: 'zh',
  汉语: 'zh',
  粤语: 'yue',
  粵語: 'yue',
  英: 'en',
  日: 'ja',
  韩: 'ko',
  韓: 'ko',
  法: 'fr',
  德: 'de',
  // Codes of subtitle sites and of programs.
  pob: 'pt-BR',
  pb: 'pt-BR',
  ptb: 'pt-BR',
  br: 'pt-BR',
  iw: 'he',
  farsi: 'fa',
  bengali: 'bn',
  tagalog: 'tl',
  castellano: 'es',
  // Countries that stand for their language.
  cz: 'cs',
  dk: 'da',
  gr: 'el',
  se: 'sv',
  ua: 'uk',
  vn: 'vi',
}
const gap = String.raw`[\s._,([-]*`
/** Languages of more than one word. */
const phrases: [RegExp, string][] = [
  [phrase('simplified', 'chinese'), 'zh-Hans'],
  [phrase('traditional', 'chinese'), 'zh-Hant'],
  [phrase('brazil(?:ian)?|(?:do )?brasil', 'portugu[eê]s[ea]?'), 'pt-BR'],
  [phrase('latin(?:[ .]americ(?:a|an|ano)|o|o?am[eé]rica)?', 'spanish|español'), 'es-419'],
  [phrase('canad(?:a|ian|ien)', 'french|français'), 'fr-CA'],
]
const regions = new Map(
  Object.entries({
    'zh-hans': 'zh-Hans',
    'zh-cn': 'zh-Hans',
    'zh-sg': 'zh-Hans',
    'zh-hant': 'zh-Hant',
    'zh-tw': 'zh-Hant',
    'zh-hk': 'zh-Hant',
    'zh-mo': 'zh-Hant',
    'pt-br': 'pt-BR',
    'es-419': 'es-419',
    'es-la': 'es-419',
    'es-mx': 'es-MX',
    'es-es': 'es',
    'es-ar': 'es-AR',
    'fr-ca': 'fr-CA',
    'fr-be': 'fr-BE',
    'nl-be': 'nl-BE',
    'nb-no': 'nb',
    'en-us': 'en',
    'en-gb': 'en',
  }),
)
const tagged = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:${codes.join('|')}|[a-z]{3})[-_](?:latn|cyrl|hans|hant|arab|419|[a-z]{2})(?![\p{L}\p{N}])`,
  'giu',
)
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

const names = namesOfLanguages()

/** The codes, and the names of each language in English, in Chinese and in itself. */
function namesOfLanguages(): ReadonlyMap<string, string> {
  const all = new Map(Object.entries(otherWords))
  const put = (word: string | undefined, code: string) => {
    const key = word?.toLowerCase() ?? ''
    if (key !== '' && !all.has(key)) all.set(key, code)
  }
  for (const code of codes) {
    put(code, code)
    for (const locale of ['en', 'zh-Hans', 'zh-Hant', code]) {
      const name = new Intl.DisplayNames([locale], { type: 'language' }).of(code)
      put(name, code)
      put(name?.replace(/[语文語]$/, '文'), code)
    }
  }
  for (const word of simplifiedWords) all.set(word, 'zh-Hans')
  for (const word of traditionalWords) all.set(word, 'zh-Hant')
  return all
}

/** The language in a file's tag, which is ISO 639-2 or BCP 47; '' if it says nothing. */
export function languageOfTag(tag: string): string {
  const plain = tag.trim().toLowerCase().replaceAll('_', '-')
  if (plain === '' || plain === 'und' || plain === 'zxx' || plain === 'mul') return ''
  const region = regions.get(plain)
  if (region !== undefined) return region
  const canonical = canonicalOf(plain)
  const [base = ''] = canonical.split('-')
  if (codes.includes(base) || (/^[a-z]{2,3}$/.test(base) && languageNames.of(base) !== undefined))
    return /^zh-han[st]/i.test(canonical) ? canonical.slice(0, 7) : canonical
  return names.get(plain) ?? ''
}

/** The language of a subtitle within a film. A tag often says only Chinese, and the title in which script; or Portuguese, and the title of which country. */
export function languageOfTrack(tag: string, title: string): string {
  const tagged = languageOfTag(tag)
  if (tagged.includes('-')) return tagged
  const name = tagged === '' ? '' : (languageNames.of(tagged) ?? '')
  const [named = ''] = languagesInWords(`${name} ${title}`)
  return tagged === '' || baseLanguage(named) === tagged ? named || tagged : tagged
}

function canonicalOf(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? ''
  } catch {
    // Not of the form of a language tag.
    return ''
  }
}

/** Tags of a language with its region or script are taken out, as that of Film.pt-BR.srt; en-de are two languages. */
export function takeTags(words: string): { tags: string[]; rest: string } {
  const tags: string[] = []
  const take = (tag: string) => {
    tags.push(tag)
    return ' '
  }
  const plain = phrases.reduce((text, [pattern, tag]) => text.replace(pattern, () => take(tag)), words)
  const rest = plain.replace(tagged, (match) => {
    const tag = tagOf(match.replace('_', '-'))
    return tag === '' ? match : take(tag)
  })
  return { tags, rest }
}

/** en-de are two languages, sl-SI is one. */
function tagOf(text: string): string {
  const [language = '', part = ''] = text.toLowerCase().split('-')
  const base = canonicalOf(language)
  const isRegion =
    part.length > 2 ||
    (regionNames.of(part.toUpperCase()) !== undefined && (!codes.includes(part) || /^[a-z]+-[A-Z]+$/.test(text)))
  if (!codes.includes(base)) return ''
  return regions.get(`${base}-${part}`) ?? (isRegion ? languageOfTag(`${base}-${part}`) : '')
}

/** A pattern of two words in either order. */
function phrase(area: string, language: string): RegExp {
  const either = `(?:${area})${gap}(?:${language})|(?:${language})${gap}(?:${area})`
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${either})(?![\p{L}\p{N}])\)?`, 'giu')
}

/** The languages that a title or a part of a file name mentions, in their order. */
export function languagesInWords(words: string): string[] {
  const results: string[] = []
  const add = (language: string) => {
    if (language !== '' && !results.includes(language)) results.push(language)
  }
  const { tags, rest } = takeTags(words)
  for (const tag of tags) add(tag)
  for (const word of wordsOf(rest.toLowerCase())) {
    add(languageOfWord(word))
    // 简英双语: each character is a word of its own.
    if (/^\p{Script=Han}{2,8}$/u.test(word) && languageOfWord(word) === '')
      for (const language of hanLanguages(word)) add(language)
  }
  return results.some((language) => language.startsWith('zh-')) ? results.filter((language) => language !== 'zh') : results
}

export function wordsOf(text: string): string[] {
  return text.split(/[\s._\-()[\]{}&+,;，、·|/]+/).filter((word) => word !== '')
}

function languageOfWord(word: string): string {
  const name = names.get(word)
  if (name !== undefined) return name
  const canonical = /^[a-z]{3}$/.test(word) ? canonicalOf(word) : ''
  return codes.includes(canonical) ? canonical : ''
}

function hanLanguages(word: string): string[] {
  const results: string[] = []
  if (/[简簡]/.test(word)) results.push('zh-Hans')
  else if (word.includes('繁')) results.push('zh-Hant')
  else if (/中[文字英日韩]|[双雙].*中/.test(word)) results.push('zh')
  if (/[英]/.test(word)) results.push('en')
  if (/[日]/.test(word)) results.push('ja')
  if (/[韩韓]/.test(word)) results.push('ko')
  return results
}

/** The language of a text whose name does not say it: only those that their writing tells. hint: what is known of it, '' or 'zh'. */
export function languageOfText(text: string, hint: string): string {
  if (hint !== '' && hint !== 'zh') return hint
  const count = (script: RegExp) => text.match(script)?.length ?? 0
  const han = count(/\p{Script=Han}/gu)
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu)
  const hangul = count(/\p{Script=Hangul}/gu)
  if (hint === '' && kana > 0 && kana * 4 > han) return 'ja'
  if (hint === '' && hangul > han) return 'ko'
  if (han === 0 || (hint === '' && han < 8)) return hint
  const script = chineseScriptOf(text)
  return script === '' ? 'zh' : `zh-${script}`
}

/** zh-Hans and zh are the same language in one script and in an unknown one. */
export function baseLanguage(language: string): string {
  return language.split('-')[0] ?? ''
}
