/** The year of a name, told from numbers that belong to the title. */

/** The first film was made in 1888; a number beyond this is part of a title (Blade Runner 2049). */
const years = { from: 1888, to: 2035 }

export type Year = { year: number; at: number; length: number; isInBrackets: boolean }

export function isYear(text: string): boolean {
  return /^\d{4}$/.test(text) && Number(text) >= years.from && Number(text) <= years.to
}

const single =
  /(?<![\p{L}\p{N}]|\d[-,])(?:18|19|20)\d\d(?![\p{L}\p{N}]|,\d{4}|-(?:(?:19|20)\d\d|\d\d)(?![\dp])|\s?×)|(?<=\p{Script=Han})(?:19|20)\d\d(?=[\s._()（）[\]【]|\uE001|[A-Z年版])|(?<=[A-Za-z][a-z]{2})(?:19|20)\d\d(?=[.\s]|$)|(?<=\p{Script=Han}\d{1,4}-)(?:19|20)\d\d(?=[\s._]|\uE001|$)|(?<=^\d{1,4}-)(?:19|20)\d\d(?=_|\uE001)|(?<![\p{L}\p{N}])(?:19|20)\d\d(?=年|г|y\b|\p{Script=Han})|(?<=\p{Script=Han}{2})(?:19[3-9]\d$|(?:19|20)\d\d(?=\p{Script=Han}{2,4}版))/gu

/** episodeAt: where an episode's mark stands. */
type Reading = { isTitle: (text: string) => boolean; isSeries: boolean; episodeAt?: number | undefined }

/** The last year before the release words, preferring one in brackets. madeAt: where these begin. isTitle: whether text names a title. */
export function yearIn(text: string, madeAt: number, { isTitle, isSeries, episodeAt = 0 }: Reading): Year | undefined {
  const all = [...text.matchAll(single)]
    .filter((match) => isYear(match[0]))
    .filter(({ index }) => !isCounted(text, index) && !isOfDay(text, index) && !(isSeries && isOfTitle(text, index)))
    .map((match) => ({
      year: Number(match[0]),
      at: match.index,
      length: 4,
      isInBrackets: /[([（【/]\s*$/.test(text.slice(0, match.index)),
    }))
  const behind = all.filter(({ at }) => at > 0 && isTitle(text.slice(0, at)))
  const before = behind.filter(({ at }) => at <= madeAt)
  // 1976.iNTERNAL.1980: nothing but release words stands between them.
  const early = before.find((one, index) => before[index + 1] && isWeak(text.slice(one.at + 4, before[index + 1]?.at)))
  // Doctor Who 2005 S01E02 2026: of two, the one before the episode is the series'.
  const ofSeries = before.findLast(({ at, year }) => at < episodeAt && year >= 2000)
  const last =
    before.find((one) => one.isInBrackets) ??
    early ??
    ofSeries ??
    before.findLast(({ at }) => !isGlued(text, at)) ??
    before.at(-1) ??
    behind[0]
  if (last) return last
  const first = all[0]
  return first && isBeforeTitle(text, first) ? first : shortYear(text)
}

/** October 8, 2014; 14th November 2022: of an episode's own title. */
function isOfDay(text: string, at: number): boolean {
  return /(?:january|february|march|april|may|june|july|august|september|october|november|december)\s\d{1,2},\s$|\d(?:st|nd|rd|th)[\s._](?:january|february|march|april|may|june|july|august|september|october|november|december)[\s._]$/i.test(
    text.slice(0, at),
  )
}

/** 2012.2009.2012世界末日: written on to what follows it. */
function isGlued(text: string, at: number): boolean {
  return /^\d{4}(?![年版])\p{Script=Han}{2}/u.test(text.slice(at))
}

function isWeak(text: string): boolean {
  const words = text.split(/[\s._-]+/).filter((word) => word !== '')
  return words.length > 0 && words.every((word) => /^(?:internal|proper|repack|limited|retail)$/i.test(word))
}

/** 请回答1988 第20集 and 终结者2018: written on to the title, with an episode's mark or nothing behind it. 八月照相馆1998 has its year: few titles end with one of that century. */
function isCounted(text: string, at: number): boolean {
  const isAttached = /\p{Script=Han}$/u.test(text.slice(0, at))
  return (
    isAttached &&
    /^(?:(?!19[3-9]\d$)\d{4}\s*(?:$|第|[\]】]?\s?[[【]\d{2,3}[\]】]|\uE001*\s*第)|19\d\d[._-]第|19\d\d[\s._-]*(?:\uE002|(?:S\d\d?)?EP?\d|[[【（(]?0\d[\]】）)\s._]?(?:$|[\s._])))/u.test(
      text.slice(at),
    )
  )
}

/** 请回答1988 4K: written on to the title of a series. */
function isOfTitle(text: string, at: number): boolean {
  return /\p{Script=Han}$/u.test(text.slice(0, at)) && /^19\d\d(?![年版(（]|\p{Script=Han}{2,4}版)/u.test(text.slice(at))
}

/** (1995) Heat; 2021.华灯初上; 2001三少爷的剑. */
function isBeforeTitle(text: string, { at, isInBrackets }: Year): boolean {
  const rest = text.slice(at + 4)
  return isInBrackets
    ? /^\s*[)）\]】][\s._-]*(?:[[【][^\]】]{2,20}[\]】]\s*)?(?:[[【]?\p{L}|\d{1,3}(?:\s|$))/u.test(rest)
    : at === 0 &&
        /^(?:(?:\s-\s|\.\s)(?!S\d|Ep?\d|Season)(?=\p{L}|\d{1,3}\s\p{L})|\.(?=(?!(?:[HB]D|DVD|T[CS]|WEB|UHD|BluRay|IMAX)\b)\p{Lu}\p{L}+[.\s])|\s(?=\p{Lu}\p{L}+(?:\s.*(?:1080|720|2160)p|(?:\s[\p{L}\d':,!&-]+)*\s*$))|_(?=\p{Lu})|年?[.\s_-]+\S*\p{Script=Han}|年?《|[.\s_-]+[A-Z-]+\.\p{Script=Han}|(?!年[的前后後代间之度])\p{Script=Han}{3})/u.test(
          rest,
        )
}

/** 【22年日剧】; 2005年10月 is found as any other year. */
function shortYear(text: string): Year | undefined {
  const match = /(?<=[【[])(\d\d)年[日韩美英国]剧/u.exec(text)
  return match ? { year: 2000 + Number(match[1]), at: match.index, length: match[0].length, isInBrackets: true } : undefined
}
