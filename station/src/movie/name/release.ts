/** Edition, source and languages, by the words of a release. */

const sources: readonly [string, RegExp][] = [
  ['Remux', /remux/i],
  ['WEB-DL', /web-?dl/i],
  ['WEBRip', /web-?rip/i],
  ['HD-DVD', /hd-?dvd/i],
  ['SCR', /(?<![a-z])(?:dvd|bd|web)?-?scr(?:eener)?(?![a-z])/i],
  ['HDRip', /(?<![a-z])hd-?rip/i],
  ['HDTV', /hdtv|[us]dtv|sd tv|pdtv|tv-?rip|dsr|gotv|翡翠台|CCTV\d/i],
  ['BluRay', /blu-?ray|(?<![a-z])(?:bd|br)-?(?:rip|mux|mv|\d{1,4}p?|box)?(?![a-z])|蓝光|藍光|原盘|原盤/iu],
  ['DVD', /dvd|(?<![a-z\d])d[59](?![a-z\d])|(?<![a-z\d])r5(?![a-z\d])/i],
  ['VCD', /(?<![a-z])s?vcd/i],
  ['TC', /(?<![a-z])(?:hd-?)?tc(?:\d{3,4}p)?(?![a-z])|telecine/i],
  ['TS', /(?<![a-z])(?:hd-?)?ts(?![a-z])|telesync/i],
  ['CAM', /(?<![a-z])(?:hd-?)?cam(?:-?rip)?(?![a-z])/i],
  ['WEB', /(?<![a-z])web(?![a-z])/i],
]

export function sourceIn(text: string): string {
  return sources.find(([, pattern]) => pattern.test(text))?.[0] ?? ''
}

/** {edition-Redux}: as other programs write it. */
const namedEdition = /[{[]edition-([^{}[\]]{1,50})[}\]]/iu
// Words that titles use too count behind the year. Named by its maker: Rogue Cut, Ada Example Cut.
const madeBy =
  /(?<=[\s._(](?:19|20)\d\d[)\s._].*)(?<![\p{L}\p{N}])(?!blu-?ray|remux|web|dvd|hdtv|proper|german|french|hybrid)(?:\p{Lu}[\p{L}'’]+[\s._]){1,2}(?:Edition|Cut)(?![\p{L}\p{N}])/u
const editions: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])(?:(?:unrated|extended|special|ultimate|criterion|collector'?s|limited|deluxe|final|director'?s|theatrical|imperial|noir|anniversary|\d+th)[\s._]){1,4}(?:edition|cut|version|dc)(?![\p{L}\p{N}])/iu,
  /(?<![\p{L}\p{N}])(?:unrated|extended|uncut|remastered|imax|criterion|open[\s._]matte|theatrical)(?![\p{L}\p{N}])/iu,
  madeBy,
  /(?<=[\s._(](?:19|20)\d\d[)\s._].*)(?<![\p{L}\p{N}])(?:redux|restored|workprint|uncensored|colorized|regraded|despecialized|fan[\s._-]?edit|black[\s._](?:and|&)[\s._](?:white|chrome)|4K(?:77|80|83))(?![\p{L}\p{N}])/iu,
  /(?<=[\s._([（【\]》])[^\s._()[\]（）【】《》]{1,12}版(?:本)?(?=$|[\s._)\]）】])/u,
  /(?:导演剪辑|加长|完整|修复|未删减|无删减|终极|重映|黑白)版/u,
  /(?<![\p{L}\p{N}])(?:3D|DC)(?![\p{L}\p{N}])/u,
]

export function editionIn(text: string): string {
  const named = namedEdition.exec(text)?.[1]
  if (named) return named.trim()
  for (const pattern of editions) {
    if (pattern === madeBy && !/Edition|Cut/.test(text)) continue
    const match = pattern.exec(text)
    if (match && match.index > 0) return match[0].replace(/[._\s]+/g, ' ')
  }
  return ''
}

const spokenWords: readonly [string, RegExp][] = [
  ['zh', /mandarin|chinese/i],
  ['yue', /cantonese/i],
  ['en', /english|(?<![a-z])eng(?![a-z])/i],
  ['fr', /french|(?<![a-z])vf[f2]?(?![a-z])/i],
  ['de', /german/i],
  ['it', /italian|(?<![a-z])ita(?![a-z])/i],
  ['es', /spanish|castellano|latino/i],
  ['ru', /russian|(?<![a-z])rus(?![a-z])/i],
  ['ja', /japanese/i],
  ['ko', /korean/i],
  ['hi', /hindi/i],
]
const spokenSigns: Readonly<Record<string, string>> = {
  国: 'zh',
  國: 'zh',
  粤: 'yue',
  粵: 'yue',
  英: 'en',
  日: 'ja',
  韩: 'ko',
  韓: 'ko',
  法: 'fr',
  德: 'de',
  俄: 'ru',
  泰: 'th',
  葡: 'pt',
  西: 'es',
}

/** Words of the title do not count: they are looked for behind the first release word or year. */
export function languagesIn(text: string): readonly string[] {
  const behind =
    /(?:(?<!\d)(?:19|20)\d\d(?!\d)|\d{3,4}[pi](?![a-z])|(?<![a-z])(?:hd|bd|dvd|blu|web))(.*)$/isu.exec(text)?.[1] ?? ''
  const words = spokenWords.filter(([, pattern]) => pattern.test(behind)).map(([language]) => language)
  const signs = /([国國粤粵英日韩韓法德俄泰葡西]{1,5})(?:[双雙三]?[语語]|配音)/u.exec(text)?.[1] ?? ''
  return [...new Set([...[...signs].map((sign) => spokenSigns[sign] ?? ''), ...words])].filter((language) => language !== '')
}
