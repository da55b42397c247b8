/** Reads one name (of a file without its suffix, or of a folder). */
import { everywhere } from './global-pattern.ts'
import { cleaned, withoutIds, type Ids } from './clean.ts'
import { sideKindOfFile, type SideKind } from './kind.ts'
import { bareNumber, blankedAll, numbersOf, type Count, type Numbering } from './number/numbers.ts'
import { partIn } from './number/part.ts'
import { qualityIn } from './quality.ts'
import { attached, chineseIn, colourSpace, copyVersion, strong, weak, wholeSeason, yearRange } from './release-words.ts'
import { withoutNames } from './lead/makers.ts'
import { stationIn } from './lead/stations.ts'
import { editionIn, languagesIn, sourceIn } from './release.ts'
import { titlesIn, wordsOf } from './titles.ts'
import { eventBehind, matchBehind } from './event.ts'
import { titleEnd } from './weak-words.ts'
import { isYear, yearIn, type Year } from './number/year.ts'

export type ReadName = {
  title: string
  /** The other title where the name has two (教父3.The.Godfather). */
  original: string
  year: number | null
  /** The year stands amid words of an episode's title: S01E02.Two.2019. */
  isYearOfEpisode?: true
  /** The words that tell it from others of its title and year, or '': Chinese Grand Prix Race. */
  event: string
  /** '4K', '1080p', '720p', 'SD' or ''. */
  quality: string
  /** BluRay, Remux, WEB-DL, WEBRip, WEB, HDTV, DVD …, or ''. */
  source: string
  /** The words of the name, or ''. */
  edition: string
  /** The languages of the sound: zh, yue, en, ja … */
  languages: readonly string[]
  ids: Ids
  /** 1, 2 … for a film split into parts; 0 for an undivided one. */
  part: number
  side: SideKind | undefined
  season?: Count
  episode?: Count
  date?: string
  /** The whole name is a number: an episode's, if its folder names a series or a film. */
  isNumber: boolean
  /** Release words, a year or a number were found. */
  isRelease: boolean
}

/** Series-f02-Film-x01-Extra: the film of a series of films. */
const filmOfSeries = /^.+?-f\d{2}-(.+?)(?:-x\d{2}.*)?$/

/** of: what the name is of, where its folder or its files say it. */
export function readName(name: string, of?: 'series'): ReadName {
  const { text: bare, ids } = withoutIds(name)
  const side = sideKindOfFile(bare.trim())
  const ofSeries = filmOfSeries.exec(bare)
  const sideAt = side && side.at > 0 && ofSeries === null ? bare.slice(0, side.at) : bare
  // The text behind the word of an extra is its own title; release words behind it still count.
  const own = ofSeries?.[1] ?? sideAt
  const whole = cleaned(own)
  const { text, part } = partIn(whole)
  const all = own === bare ? whole : cleaned(bare)
  // Words of the copy are blanked once: several readings need it.
  const plain = blankedAll(text, chineseIn(text))
  const bareWords = blankedAll(plain, [attached, strong])
  const numbered = ofNumber(plain, bareWords)
  if (numbered) return { ...emptyName, ...releaseOf(all), ...numbered, part, ids, side: side?.kind, isNumber: true }
  const {
    numbering,
    title: titleInName,
    original: other,
    event,
    isYearOfEpisode,
    isRelease,
    ...rest
  } = readText({ whole: text, plain, bareWords, recorded: stationIn(bare) }, of)
  const original = isOfRelease(other) ? '' : other
  const title = ownTitle(titleInName, numbering)
  const isTitle = rest.year !== null || !strong.test(title)
  const release = releaseOf(isTitle ? [title, original].reduce(withoutTitle, all) : all)
  const year = rest.year ?? (side && side.at > 0 ? yearBehind(bare.slice(side.at)) : null)
  return {
    title,
    original,
    year,
    event,
    ...(isYearOfEpisode && { isYearOfEpisode }),
    ...release,
    ids,
    part,
    side: side?.kind,
    ...(numbering.season !== undefined && { season: numbering.season }),
    ...(numbering.episode !== undefined && { episode: numbering.episode }),
    ...(numbering.date !== undefined && !isOccasion(bare, numbering) && { date: numbering.date }),
    isNumber: false,
    isRelease: isRelease || release.quality !== '',
  }
}

/** Cowboy Bebop - Session 05: the word that this series counts its episodes by. */
const pieceWord =
  /(?<=\S) - (?:session|stage|act|phase|mission|lesson|turn|track|file|case|step|chapter|chapitre|kapitel|round|issue|class)$/iu

/** James Bond - 17 - GoldenEye: of a film with its place in a collection the title stands behind it. 06. Episode 6 has its number twice. */
function ownTitle(title: string, { episode, season }: Numbering): string {
  if (episode !== undefined && /^\d{1,3}$/.test(title) && Number(title) === episode) return ''
  if (episode !== undefined) return title.replace(pieceWord, '')
  return season === undefined ? (/^\p{L}.+? - \d{1,2} - (\p{L}.+)$/u.exec(title)?.[1] ?? title) : title
}

/** 沙丘2.定档预告.2024.1080p */
function yearBehind(text: string): number | null {
  const match = /(?<=[\s._([])(?:19|20)\d\d(?=[\s._)\]])/.exec(text)
  return match && isYear(match[0]) ? Number(match[0]) : null
}

/** A film or an event that was recorded on that day is no episode. */
function isOccasion(name: string, { season, episode }: Numbering): boolean {
  const isFilmChannel = /(?<![A-Za-z])(?:CCTV-?6|CHC)(?!\d)|电影频道|东方电影|佳片有约/iu.test(name)
  const isEvent =
    /晚会|春晚|演唱会|音乐会|颁奖|典礼|[开闭]幕式|阅兵|(?:opening|closing|awards?)[\s._]ceremony|(?<![a-z])(?:concert|gala|military[\s._]parade|anniversary)(?![a-z])/iu.test(
      name,
    )
  return season === undefined && episode === undefined && (isFilmChannel || isEvent)
}

const emptyName = { title: '', original: '', year: null, event: '', isRelease: false } as const

/** 03, 156 4K, 01国语: nothing but an episode's number. */
function ofNumber(text: string, bareWords: string): Pick<ReadName, 'episode'> | undefined {
  if (!/\d/.test(bareWords)) return undefined
  const isDisc = /blu-?ray|dvd|bd-?rip|remux/i.test(text)
  const rest = bareWords
    .replace(isDisc ? /^$/ : /(?<=\uE001[\s._)\]]*)-[A-Za-z][\w@]{1,15}$/u, '')
    .replace(/[\uE001\s._[\]【】()（）-]+/g, ' ')
    .trim()
  const match = /^(\d{1,4})(?:v\d| ?end| ?fin| ?[集话話回期完]| ?大结局)?[~～]?$/iu.exec(rest)
  return match && !isYear(match[1] ?? '') ? { episode: Number(match[1]) } : undefined
}

function releaseOf(text: string) {
  return { quality: qualityIn(text), source: sourceIn(text), edition: editionIn(text), languages: languagesIn(text) }
}

/** BD, UNCUT, GOTV: behind a title they are of its copy. */
function isOfRelease(text: string): boolean {
  return /^[\p{Lu}\d-]+$/u.test(text) && (weak.test(text) || sourceIn(text) !== '' || qualityIn(text) !== '')
}

/** Charlotte's Web, Cam, The Criterion: words of a title say nothing of its copy. The length stays. */
function withoutTitle(text: string, title: string): string {
  const words = title.match(/[\p{L}\p{N}]+/gu) ?? []
  const [first] = words
  if (first === undefined) return text
  const isLatin = !/\p{Script=Han}/u.test(title)
  for (let start = text.indexOf(first); start >= 0; start = text.indexOf(first, start + 1)) {
    const end = endOfWords(text, { start, words })
    const isPiece = isLatin && (isLetter(text[start - 1]) || isLetter(text[end]))
    if (end > 0 && !isPiece) return text.slice(0, start) + '\uE001'.repeat(end - start) + text.slice(end)
  }
  return text
}

const isLetter = (sign = ''): boolean => /[\p{L}\p{N}]/u.test(sign)

/** 0: other words stand there. Between two of them are few signs. */
function endOfWords(text: string, { start, words }: { start: number; words: readonly string[] }): number {
  let end = start
  for (const word of words) {
    const from = end === start ? start : text.indexOf(word, end)
    if (from < 0 || from - end > signsBetween || isLetter(text.slice(end, from))) return 0
    end = from + word.length
  }
  return end
}

const signsBetween = 3

/** plain: the whole without Chinese release words; bareWords: without any. recorded: where a station is named. */
type Text = { whole: string; plain: string; bareWords: string; recorded: ReturnType<typeof stationIn> }

function readText({ whole, plain, bareWords, recorded }: Text, of: 'series' | undefined) {
  const numbers = numbersOf(whole)
  const isWhole = numbers.text === whole
  const blanks = isWhole ? plain : blankedAll(numbers.text, chineseIn(numbers.text))
  const isOpen = numbers.episode === undefined || numbers.isCounted
  const words = isWhole || !isOpen ? bareWords : blankedAll(blanks, [attached, strong])
  // A number that is no year, and in no word of the copy.
  const isNumbered = isOpen && /(?<!\d)(?!(?:19|20)\d\d(?!\d))\d{1,4}(?!\d)/.test(words)
  const bare = isNumbered
    ? (bareNumberIn(numbers.text, words) ?? (recorded ? recordedNumber(words, recorded) : undefined))
    : undefined
  const isBareEpisode = bare !== undefined && (bare.match.index > 0 || /^[[【]/.test(whole))
  const numbering = isBareEpisode ? { ...numbers, ...bare.numbering } : numbers
  if (isBareEpisode && numbers.season !== undefined && numbering.season === undefined) numbering.season = numbers.season
  const episodeAt = isBareEpisode ? Math.min(numbers.at, bare.match.index) : numbers.at
  const text = withoutLead(blankedAll(withChinese(numbers.text, blanks), [colourSpace, copyVersion]))
  const madeAt = Math.min(firstAfterTitle(text, strong), firstAfterTitle(text, attached), text.length)
  const named = yearIn(numbers.date === undefined ? text : text.slice(0, numbers.at), madeAt, {
    isTitle: (before) => wordsOf(before) !== '',
    isSeries: of === 'series',
    episodeAt: numbers.episode === undefined ? undefined : numbers.at,
  })
  // 2020.NZ.2011.12.02: another year than the day's belongs to the title.
  const numberAt = isBareEpisode && numbers.episode === undefined ? bare.match.index : numbers.at
  const isBehindNumber = named !== undefined && numbering.episode !== undefined && named.at > numberAt
  // 1923.S01E01.1923: its episode is called as the series.
  const isTitleAgain = isBehindNumber && wordsOf(text.slice(0, numberAt)) === String(named.year)
  const isOfOwnTitle = isBehindNumber && (isTitleAgain || isInEpisodeTitle(text, numberAt, named))
  const isOfTitle = named?.at === 0 && numbers.date !== undefined && !numbers.date.startsWith(String(named.year))
  const year = isOfOwnTitle || (isOfTitle && !/\p{Script=Han}/u.test(text)) ? undefined : named
  const isAllBrackets =
    /^\s*[[【]/.test(text) &&
    text
      .slice(0, madeAt)
      .replace(/[[【(（][^\]】)）]*(?:[\]】)）]|$)/gu, '')
      .replace(/[\s._★-]/g, '') === ''
  const isTwice = year !== undefined && /\p{L}{2}/u.test(text.slice(4, year.at)) && text.startsWith(String(year.year))
  const isBefore = year !== undefined && wordsOf(text.slice(0, year.at).replace(/[(（]/g, '')) === ''
  const isLabelled =
    year !== undefined &&
    /^[[【][^\]】]{1,4}[\]】]\s*$/u.test(text.slice(0, year.at)) &&
    /^[.\s_]+\p{Script=Han}{2}/u.test(text.slice(year.at + year.length))
  const yearAt = year === undefined || isAllBrackets || isBefore || isLabelled ? text.length : year.at
  const shown = year !== undefined && (isAllBrackets || isBefore || isLabelled) ? withoutYear(text, year) : text
  const rangeAt = year === undefined ? firstAfterTitle(text, yearRange) : text.length
  const end = Math.min(yearAt, madeAt, episodeAt, rangeAt)
  let zone = shown.slice(
    0,
    titleEnd(shown, end, { isMade: madeAt < text.length && madeAt <= yearAt, isNumbered: end === episodeAt }),
  )
  if (numbering.season === 0) zone = zone.replace(/(?<=\p{L}[\s._-]+)(?:特[别別]篇|番外篇?)(?=[\s._-]|$)/gu, '\uE001')
  zone = withoutNames(zone)
  if (numbering.season !== undefined) zone = withoutWholeSeason(zone)
  if (isBefore) zone = zone.replace(/^(\uE002+)年/u, '$1\uE001')
  if (isTwice) zone = zone.slice(4)
  if (year !== undefined && end === yearAt) zone = withoutTwin(withoutOpenBracket(zone), year)
  let [title, original] = titlesIn(zone)
  const isChinesePair =
    year !== undefined &&
    end === yearAt &&
    !/\p{Script=Han}/u.test(title) &&
    /^[.\s]+\p{Script=Han}{2}/u.test(text.slice(year.at + year.length))
  if (title === '' || isChinesePair || (!/\p{Script=Han}/u.test(title) && !title.includes(' ') && madeAt < text.length)) {
    const later = laterTitle(text, end)
    if (later !== '' && episodeAt >= end) [title, original] = [later, title === '' ? original : title]
  }
  if (title === '' && episodeAt <= 1)
    title =
      (/^\s*(?:s\d+e\d+|\d{1,2}x\d{2})\s-\s(.+?)\s-\s/iu.exec(whole) ??
        /^\s*\[(?:s\d+e\d+|\d{1,2}x\d{2})\]\s*(\p{L}[^[(]*)$/iu.exec(whole) ??
        /^\s*\p{L}{5,10}\s\d{1,2}\s\p{L}{5,10}\s\d{1,3}\s-\s(.+)$/u.exec(whole))?.[1] ?? ''
  if (title === '' && episodeAt > 0 && numbering.episode === undefined) title = wordsOf(text)
  const isEvent = year !== undefined && yearAt === year.at && numbering.episode === undefined
  const day = numbering.episode === undefined && numbering.season === undefined ? numbering.date : undefined
  const match = day === undefined ? '' : matchBehind(text, { at: numbers.at, length: day.length })
  const event = isEvent ? eventBehind(text, year) : match
  return {
    numbering,
    title,
    original,
    year: year?.year ?? firstYear(text, numbering),
    event,
    isYearOfEpisode: year !== undefined && isBehindNumber && isAmidWords(text, numberAt, year) ? (true as const) : undefined,
    isRelease: end < text.length,
  }
}

/** Behind a Chinese title a number may have words of the copy behind it: 上错花轿嫁对郎20 1080P 国语. */
function bareNumberIn(text: string, words: string) {
  if (!/\p{Script=Han}.*\d/u.test(text)) return bareNumber(text)
  const named = words.replace(/[\uE001\s._-]+$/u, '')
  return (named.length < text.length ? bareNumber(text.slice(0, named.length)) : undefined) ?? bareNumber(text)
}

/** CCTV-8 海港王朝 12: behind a station's name any number at the end is an episode's, with two digits where it is written on. */
function recordedNumber(words: string, station: 'first' | 'behind') {
  const named = words
    .replace(/(?:\uE001[\s._-]*\d{4,6})?[\uE001\s._-]+$|\uE001[\s._-]*\d{6}$/u, '')
    .replace(/[\uE001\s._-]+$/u, '')
  const match = /(?<=\p{Script=Han}.*)(?:[\s._-]+(?<first>\d{1,3})|(?<=\p{Script=Han})(?<glued>\d{2,3}))$/u.exec(named)
  const number = match?.groups?.['first'] ?? match?.groups?.['glued']
  // 海港 2 TVB国语 is a film that a station dubbed.
  const isSequel = station === 'behind' && number?.length === 1
  if (!match || number === undefined || match.index === 0 || isSequel) return undefined
  return { match, numbering: { episode: Number(number) } }
}

/** S01E02 - Two (2003), S01E02 - 1999. */
function isInEpisodeTitle(text: string, from: number, { at, isInBrackets }: Year): boolean {
  const between = text.slice(from, at)
  const words = between.replace(/^[\uE001\uE002\s._,]*(?:\p{L}+[\s._]?\d{1,4}[\s._,]*){1,2}/u, ' ')
  return /\s-\s/.test(between) || (isInBrackets && /[\s._]\p{Script=Latin}{2,}/u.test(words))
}

/** S01E05.2012.Apocalypse, S01E02.Two.2019: words of a title before it or behind it. */
function isAmidWords(text: string, from: number, { at }: Year): boolean {
  const rest = text.slice(at + 4).replace(/^[)\]\s._-]+/, '')
  const next = /^\p{Lu}\p{Ll}+(?=[\s._]|$)/u.exec(rest)?.[0] ?? ''
  const isWord = next !== '' && !weak.test(next) && !strongFirst.test(rest)
  return isWord || /[\s._\]](?!\d)[\p{L}\d']*\p{L}{2}/u.test(text.slice(from, at))
}

/** Skins Season S01-S07 COMPLETE UK: the words around a season's mark, which stands blanked. */
function withoutWholeSeason(zone: string): string {
  const at = zone.search(/[\uE001\uE002]/u)
  if (at < 1 || /\p{Script=Han}/u.test(zone)) return zone
  const before = zone.slice(0, at).replace(wholeSeason, '')
  const rest = zone.slice(at)
  const isOver = /^[\uE001\uE002\s._-]*complete(?![a-z])/iu.test(rest)
  return before === '' ? zone : isOver ? before : before + rest
}

/** S01-S05.2017-2022: a series has the year of its first season, a collection of films none. */
function firstYear(text: string, { season }: Numbering): number | null {
  const isSeries =
    season !== undefined || /(?<![a-z])(?:complete[\s._]series|mini-?series|tv[\s._]series|seasons?)(?![a-z])/i.test(text)
  const range = isSeries ? yearRange.exec(text) : null
  return range ? Number(range[0].slice(0, 4)) : null
}

/** Release words are blanked; one that a title begins with (英语老师), or that alone stands before a year, stays. */
function withChinese(text: string, blanks: string): string {
  return blanks.replace(
    /(?:(?<=^|《)\uE001+(?=\p{Script=Han}|[\s._(（[]+(?:19|20)\d\d(?!\d|[^]*\p{Script=Han}))|(?<=^[[【])\uE001+(?=\p{Script=Han}[^\]】]*[\]】][^\p{Script=Han}]*$)|(?<=^[[【][^\]】]*[\]】][[【])\uE001+(?=\p{Script=Han}[^\]】]*[\]】][[【]第?\d))/gu,
    (blank, at: number) => (/^[[【（(]?豆瓣/u.test(text.slice(at)) ? blank : text.slice(at, at + blank.length)),
  )
}

const isNoTitle = /^(?:[^\p{L}\p{N}]*|the|an?|der|die|das)$/iu

/** A tag counts only after other words: a film may be called "Web", or "The Criterion". */
function firstAfterTitle(text: string, pattern: RegExp): number {
  const isAfterTitle = ({ index }: { index: number }) => !isNoTitle.test(wordsOf(text.slice(0, index)))
  // Nearly always it is the first one, or there is none.
  const first = pattern.exec(text)
  if (first === null || isAfterTitle(first)) return first?.index ?? text.length
  for (const match of text.matchAll(everywhere(pattern))) if (isAfterTitle(match)) return match.index
  return text.length
}

const codecBefore = new RegExp(String.raw`^(?:${strong.source})[\s._-]+(?=\p{L}{2})`, 'iu')
/** 1080P少年的你 */
const sizeBefore = /^\uE001*(?:(?:2160|1080|720)p|4k)(?:\s+(?=\p{Script=Han})|(?=\p{Script=Han}{2}))/iu
const strongFirst = new RegExp(String.raw`^\s*(?:${strong.source})`, 'iu')

/** grp-the.harbour.2016: a name in small letters with no group at its end. */
const groupBefore =
  /^[A-Za-z][A-Za-z0-9]{1,8}-(?=[a-z0-9']+[._][a-z0-9._']*(?:[._](?:19|20)\d\d|\d{3,4}[pi]|s\d\de\d\d|\d{1,2}x\d\d|rip|xvid|divx|dvd|x26\d)(?![a-z])[a-z0-9._]*(?:-(?:web|dl|rip))?[a-z0-9._]*(?:_[a-z]+)?$)/
/** Words that titles join with a hyphen: spider-man, half-life. */
const hyphenWord =
  /^(?:spider|ant|wall|bat|iron|super|half|self|anti|non|post|pre|neo|pro|semi|multi|all|one|two|three|four|five|ten|tik|ping|hip|rock|sci|jean|marie|mary|anne|blu|yu|kung|demi|bad|big|new|old|mid|sub|over|under|out|off|cross|fast|high|low|long|short|black|red|blue|white|man|cat|dog|boy|girl|love|life|dead|star|sea|war|hot|cold|good|ex|co|re|un|he|she|bi|tri|in|on|up|by|so|no|la|le|al|el|de|ho|ha|uh|ya|be|knock|walkie|catch|drive|merry|x)-/i

/** [Group][BDRip][Title][01] */
const markedTitle = /^(\s*\[[A-Za-z0-9&-]{2,20}\])\[([^\]]*)\](?=\[[^\]]*\p{L}{3}[^\]]*\]\[\d)/u

/** "h265 Title", "grp-the.harbour.2016": a codec or a group before the title; the length stays. */
function withoutLead(text: string): string {
  const scene = hyphenWord.test(text) ? null : groupBefore.exec(text)
  const codec = codecBefore.exec(text) ?? sizeBefore.exec(text)
  const marked =
    /^(\s*[[【][^\]】]*[\]】])?\s*[[【(]([^\])】]*)[\])】](?=[^\]】]*\p{L}{2}[^\]】]*(?:[[【]|$))/u.exec(text) ??
    markedTitle.exec(text)
  const first = /^\s*[[【(]([^\])】]*)[\])】](?=.*\p{L}{2})/u.exec(text)
  const isFirst = first !== null && strongFirst.test(first[1] ?? '')
  if (!isFirst && marked !== null && strongFirst.test(marked[2] ?? '')) {
    const group = marked[1] ?? ''
    return group + '\uE001'.repeat(marked[0].length - group.length) + text.slice(marked[0].length)
  }
  const lead = (isFirst ? first : (scene ?? codec))?.[0].length ?? 0
  return '\uE001'.repeat(lead) + text.slice(lead)
}

function withoutYear(text: string, { at, length }: Year): string {
  return text.slice(0, at) + '\uE002'.repeat(length) + text.slice(at + length)
}

/** Harbour 2010 (2010), Shattered.2021 (2022): the year once more. Godzilla 2000 (1999) keeps its number. */
function withoutTwin(zone: string, { year, isInBrackets }: Year): string {
  const match = isInBrackets ? /(?<=\p{L}.*)([\s._])(20\d\d)[\s._([]*$/u.exec(zone) : null
  const away = Math.abs(Number(match?.[2]) - year)
  const isNext = away === 1 && match?.[1] === '.' && !/\p{Script=Han}/u.test(zone)
  return match && year > 2000 && (away === 0 || isNext) ? zone.slice(0, match.index) : zone
}

/** "Easy Rider (Drama 1969)": cuts off the bracket that was opened before the year, with its genre. */
function withoutOpenBracket(text: string): string {
  const open = Math.max(text.lastIndexOf('('), text.lastIndexOf('（'))
  return open > 0 && !/[)）]/.test(text.slice(open)) ? text.slice(0, open) : text
}

/** xtm.dvd-halfcd2.杜拉拉升职记: the Chinese title stands behind the first release word. */
function laterTitle(text: string, end: number): string {
  const rest = blankedAll(text.slice(end), [strong, attached])
  const match =
    /(?<![-@￡\p{L}])\p{Script=Han}[\p{Script=Han}：·，！？0-9]+(?:\.\p{Script=Han}{4,8}(?=[\s._\uE001]*\uE001))?/u.exec(rest)
  return match && !/字幕|制作|招募|[组組]$|^第[\d一二三四五六七八九十百]+[集话話回期]/u.test(match[0]) ? match[0] : ''
}
