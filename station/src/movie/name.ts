/** Parses a film's title and year from its file name; also the quality it claims, and the part number. */

export type NameFacts = {
  title: string
  /** The other title where the name has two (教父3.The.Godfather). */
  originalTitle: string
  year: number | null
  /** '4K', '1080p', '720p', 'SD' or ''. */
  quality: string
  /** 1, 2 … for a film split into parts; 0 for an undivided one. */
  part: number
  /** An episode of a series: never grouped with other files. */
  isEpisode: boolean
}

/** The first film was made in 1888; a number beyond this is part of a title (Blade Runner 2049). */
const years = { from: 1888, to: 2035 }

const siteWords =
  /www|bbs|\.(?:com|net|org|cc|tv|me|vip)\b|电影|影视|影院|下载|首发|字幕|压制|论坛|发布|分享|天堂|高清|资源|公众号|微信/i
const siteBefore =
  /^[\p{Script=Han}A-Za-z0-9]{0,10}?@?(?:www|bbs)[.。][\w-]+\.[a-z]{2,12}(?:\.cn)?(?:[\s\-_@]+|\.(?=.)|(?=[【[])|$)/iu
const bareSite = /^[\w-]+\.(?:com|net|org|cc)[\s._@-]+(?=[\p{Script=Han}\w[【])/iu

/** Release tags (quality, source, codec) that end the title. */
const makeWords = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:` +
    [
      String.raw`(?:2160|1440|1080|720|576|540|480|360)[pi]|1080|2160`,
      String.raw`4k|8k|uhd|hdr10?|10\s?-?bits?|8bit|\d{3,4}x\d{3,4}`,
      String.raw`blu-?ray|bd-?(?:rip|remux|\d{3,4}p)|br-?rip|remux|web-?dl|web-?(?:hd)?rip|hdtv(?:rip)?|pdtv|tvrip|satrip|dvd-?(?:rip|scr|r|[59])(?:-ita)?|dvdfull|hd-?(?:rip|ts|tc|cam)|cam-?rip|telesync|telecine|r[56]|vhs-?rip|vod-?rip|ppv(?:-?rip)?|wbbrip|uhdrip`,
      String.raw`[xh]\.?26[45]|hevc|avc|xvid|divx|vp9|av1|mpeg-?[24]|rmvb|mp4`,
      String.raw`aac(?:2\.0)?|ac-?3|e-?ac-?3|dts(?:-?hd)?|ddp?5\.?1|truehd|atmos|flac|5\.1|7\.1|[26]ch`,
      String.raw`unrated|repack|rerip|remastered|h-?sbs|half-?(?:sbs|ou)|multi|dual[. -]?audio|hardsub|esub|truefrench|vostfr`,
    ].join('|') +
    String.raw`)(?![\p{L}\p{N}])`,
  'iu',
)
/** Tags that may be words of a title: they count only after a year. */
const lateWords =
  /(?<=(?:19|20)\d\d.*)(?<![\p{L}\p{N}])(?:web|hd|ts|tc|cam|scr|line|limited|internal|festival|proper|extended|uncut|theatrical|imax|3d|hc|complete)(?![\p{L}\p{N}])/iu
const zhMakeWords =
  /国[粤英日韩]?[双三]?[语音]|[中英双]{1,2}字|[粤国英日韩]语|双语|中英|字幕|蓝光|高清|超清|无删减|未删减|导演剪辑|加长版|完整版|修复版|原盘|杜比|(?<=\p{Script=Han}[\s._-]?)(?:HD|BD|TS|TC|DVD)(?![a-z])/u

const episode =
  /(?<![\p{L}\p{N}])(?:s\d{1,2}[. ]?e\d{1,3}|\d{1,2}x\d{2,3}|ep?[. ]?\d{2,3}|season[. ]?\d+)(?![\p{L}\p{N}])|第\s?[\d一二三四五六七八九十百]+\s?[集话話回期季]/iu
const disc = /[\s._\-([]*(?:cd|dis[ck]|dvd)[\s._-]?(\d)(?=$|[\s._\-)\]])/i
/** part1 only at the very end, and written as one word: "Part 1" may belong to the title. */
const lastPart = /[\s._\-([]+(?:part|pt)(\d)[)\]]?$/i

export function parseFileName(stem: string): NameFacts {
  const part = disc.exec(stem) ?? lastPart.exec(stem)
  const whole = part ? stem.replace(part[0], ' ') : stem
  const clean = withoutSites(whole)
  const isEpisode = episode.test(clean)
  const madeAt = firstOf(clean, makeWords, lateWords, zhMakeWords)
  const year = yearIn(clean, madeAt)
  const text = wordsOf(withoutOpenBracket(clean.slice(0, Math.min(year?.at ?? clean.length, madeAt))))
  const [title, originalTitle] = twoTitles(text === '' ? wordsOf(clean) : text)
  return {
    title: title === '' ? stem : title,
    originalTitle,
    year: year?.year ?? null,
    quality: qualityIn(whole),
    part: part ? Number(part[1]) : 0,
    isEpisode,
  }
}

/** '4K', '1080p', '720p', 'SD'; '' while the size is unknown. */
export function qualityOf(width: number | null, height: number | null): string {
  if (width === null || height === null || width * height === 0) return ''
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  if (long >= 3200 || short >= 1800) return '4K'
  if (long >= 1800 || short >= 1000) return '1080p'
  if (long >= 1200 || short >= 700) return '720p'
  return 'SD'
}

function qualityIn(text: string): string {
  if (/(?<!\d)2160[pi]|(?<![a-z\d])(?:4k|uhd)(?![a-z\d])/i.test(text)) return '4K'
  if (/(?<!\d)1080[pi]?(?!\d)/i.test(text)) return '1080p'
  if (/(?<!\d)720[pi]?(?!\d)/i.test(text)) return '720p'
  return /(?<!\d)(?:576|540|480|360)[pi]/i.test(text) ? 'SD' : ''
}

/** Removes advertising; brackets around a title are removed, their text stays. */
function withoutSites(stem: string): string {
  let text = stem.trim()
  for (let before = ''; before !== text;) {
    before = text
    text = text.replace(siteBefore, '').replace(bareSite, '')
    const bracket = /^\s*(?:\[([^\]]*)\]|【([^】]*)】|《([^》]*)》|\{([^}]*)\})[\s._-]*/.exec(text)
    if (!bracket) continue
    const inside = (bracket[1] ?? bracket[2] ?? bracket[3] ?? bracket[4] ?? '').trim()
    const rest = text.slice(bracket[0].length)
    const isAd = inside === '' || (bracket[3] === undefined && siteWords.test(inside))
    // A bracketed release group before a title is dropped; a bracket with Chinese text is the title.
    const isGroup = bracket[1] !== undefined && !/\p{Script=Han}/u.test(inside) && /[\p{L}]{2}/u.test(rest) && !isYear(inside)
    if (rest !== '' && (isAd || isGroup)) text = rest
    else text = `${inside}${rest === '' ? '' : ` ${rest}`}`
  }
  return text.replace(/【[^】]*】/g, (group) => (siteWords.test(group) ? ' ' : group))
}

function isYear(text: string): boolean {
  return /^\d{4}$/.test(text) && Number(text) >= years.from && Number(text) <= years.to
}

/** The last year before the release tags, preferring one in brackets; the first word of a name is its title, never a year. */
function yearIn(text: string, madeAt: number): { year: number; at: number } | undefined {
  const all = [
    ...text.matchAll(
      /(?<![\p{L}\p{N}])(?:18|19|20)\d\d(?![\p{L}\p{N}])|(?<=\p{Script=Han})(?:19|20)\d\d(?!\d)|(?<![\p{L}\p{N}])(?:19|20)\d\d(?=[年гy]\b|年)/gu,
    ),
  ]
    .filter((match) => isYear(match[0]) && match.index > 0 && wordsOf(text.slice(0, match.index)) !== '')
    .map((match) => ({ year: Number(match[0]), at: match.index, isInBrackets: /[([（【/]\s*$/.test(text.slice(0, match.index)) }))
  const before = all.filter(({ at }) => at <= madeAt)
  return before.findLast((one) => one.isInBrackets) ?? before.at(-1) ?? all[0]
}

/** "Easy Rider (Drama 1969)": cuts off the bracket that was opened before the year, with its genre. */
function withoutOpenBracket(text: string): string {
  const open = Math.max(text.lastIndexOf('('), text.lastIndexOf('（'))
  return open > 0 && !/[)）]/.test(text.slice(open)) ? text.slice(0, open) : text
}

function firstOf(text: string, ...patterns: RegExp[]): number {
  const at = patterns.map((pattern) => firstAfterTitle(text, pattern))
  return Math.min(text.length, ...at)
}

/** A tag counts only after other words: a film may be called "Web". */
function firstAfterTitle(text: string, pattern: RegExp): number {
  for (const match of text.matchAll(new RegExp(pattern.source, `${pattern.flags}g`)))
    if (wordsOf(text.slice(0, match.index)) !== '') return match.index
  return text.length
}

function wordsOf(text: string): string {
  // Dots become spaces only if there are no real spaces; "Mr. Nobody" keeps its dot.
  const spaced = /\p{L}\S?\s+\p{L}/u.test(text) ? text : text.replace(/(?<!\b\p{Lu})\.|\.(?!\p{Lu}\b)/gu, ' ')
  return spaced
    .replace(/[_\s]+/g, ' ')
    .replace(/[[\]【】《》{}]/g, ' ')
    .replace(/^[\s.\-–—,+~!@#·:/\\)）]+|[\s.\-–—,+~#·:/\\(（]+$/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Splits 教父3 The Godfather into both titles; a single title stays whole. */
function twoTitles(text: string): [string, string] {
  if (!/\p{Script=Han}/u.test(text)) return [text, '']
  const first =
    /^(.*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][^\s]*)\s+([^\p{Script=Han}]*\p{Script=Latin}{2}[^\p{Script=Han}]*)$/u.exec(
      text,
    )
  if (first) return [words(first[1]), words(first[2])]
  const last = /^([^\p{Script=Han}]*\p{Script=Latin}{2}[^\p{Script=Han}]*?)\s+([^\s]*\p{Script=Han}.*)$/u.exec(text)
  return last ? [words(last[2]), words(last[1])] : [text, '']
}

const words = (text: string | undefined) => wordsOf(text ?? '')
