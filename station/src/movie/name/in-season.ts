/** The number of an episode that only its folder tells from a part of the title. */
import { hasHan, isSameTitle, plainTitle } from './compare-titles.ts'
import { areInitialsOf } from './lead/index-letter.ts'
import { isYear } from './number/year.ts'
import { toNumber } from './number/numbers.ts'
import type { Above } from './read-folders.ts'
import type { ReadName } from './read-name.ts'

/** 余罪 第一季/余罪 12: the number behind the folder's title is an episode's, where the folder names a season or counts its episodes. */
export function withLastNumber(own: ReadName, above: Above, stem: string): ReadName {
  const { folder } = above
  if (own.episode !== undefined) return /\.\d{3,4}$/.test(stem) ? ofSeasonToo(own, above.season) : own
  const inSeason = numberInSeason(own, above)
  if (inSeason) return inSeason
  if (!folder || /(?:剧场版|劇場版)$/u.test(folder.title)) return own
  const isRange = above.isSeries || typeof folder.episode === 'object'
  // 乔家大院 45集/03乔家大院
  const [, lead, rest = ''] = /^(0\d{1,2}|\d{2,3})(\p{Script=Han}.*)$/u.exec(own.title) ?? []
  if (lead !== undefined && (isRange || lead.startsWith('0')) && isSameTitle(rest, folder.title))
    return { ...own, title: folder.title, episode: Number(lead) }
  const [, before = '', piece = '', half] = /^(.*\D)(0\d)-([1-3])$/u.exec(own.title) ?? []
  if (isRange && isSameTitle(before, folder.title))
    return { ...own, title: folder.title, episode: Number(piece), part: own.part || Number(half) }
  // KXWC_01 on a shelf of series: initials and a number.
  const short =
    /^(?!nc|menu|vol|disc|part|bonus|extra|trailer|making)(?:[a-z]{3,6}|[a-z]{7,24}(?=[\s_-]?\d\d$))[\s_-]?(\d{2,3})$/i.exec(
      own.title,
    )?.[1]
  if (short !== undefined && isRange && hasHan(folder)) return { ...own, ...namesOf(folder), episode: Number(short) }
  // 亮剑/LJ12: the initials of the title's characters.
  const [, letters = '', count] = /^([a-z]{2,8})[\s_.-]?(\d{2,3})$/i.exec(own.title) ?? []
  if (count !== undefined && own.year === null && areInitialsOf(letters, folder.title))
    return { ...own, ...namesOf(folder), episode: Number(count) }
  const number = numberBehind(own.title, folder) ?? numberAmid(own.title, folder)
  if (number === undefined || isYear(number) || Number(number) === 0) return own
  // A sequel has a small number: 速度与激情/速度与激情10.
  const isMany = (hasHan(folder) ? /^(?:0\d{1,3}|1[3-9]|[2-9]\d|\d{3,4})$/ : /^0\d{1,3}$/).test(number)
  const isCounted =
    above.isSeries ||
    above.isCounted ||
    above.season !== undefined ||
    folder.season !== undefined ||
    typeof folder.episode === 'object' ||
    isMany
  // Jericho.S02E01/jericho.201: the season once more.
  const isAgain = !hasHan(folder) && /^\d{3}$/.test(number) && Number(number[0]) === folder.season
  return isCounted ? { ...own, title: folder.title, episode: isAgain ? Number(number) % 100 : Number(number) } : own
}

/** Yes Minister.103 in the folder of season 1. */
function ofSeasonToo(own: ReadName, season: number | undefined): ReadName {
  const { episode } = own
  const isBoth = own.season === undefined && typeof episode === 'number' && season !== undefined && season > 0
  const isOf = isBoth && !hasHan(own) && Math.floor(episode / 100) === season && episode % 100 > 0
  return isOf ? { ...own, season, episode: episode % 100 } : own
}

/** SG-1 102 in the folder of season 1, Show.1002 in that of season 10; Dragonball.Z.102 on a shelf of series or in the folder of its title. */
function numberInSeason(own: ReadName, { season, isSeries, folder }: Above): ReadName | undefined {
  const [, before = '', first, last, behind = ''] =
    /^(.*?[\p{L}\p{N}]+)[\s._-]+(\d{1,2})(\d\d)(\s-\s.*|\s(?=\p{L}).*)?$/u.exec(own.title) ?? []
  // Seinfeld 301 The Note: words behind it, where the title is the folder's.
  if (behind !== '' && !/^\s-\s/.test(behind) && !(folder && isSameTitle(before, folder.title))) return undefined
  if (own.year !== null || first === undefined || hasHan(own) || isYear(`${first}${last}`)) return undefined
  const named = season ?? folder?.season
  const isTail = folder !== undefined && plainTitle(folder.title).endsWith(plainTitle(before))
  if (Number(first) === named)
    return { ...own, ...(isTail ? namesOf(folder) : { title: before }), season: named, episode: Number(last) }
  const isSeriesOf = isSeries || (folder?.year === null && isSameTitle(before, folder.title))
  if (named !== undefined || !isSeriesOf || first.length > 1 || /^\s(?!-)/.test(behind)) return undefined
  return { ...own, title: before, episode: Number(`${first}${last}`) }
}

/** The number behind the folder's title, or behind its title and season (斗破苍穹4：21). */
function numberBehind(text: string, { title, season }: ReadName): string | undefined {
  const [, before = '', last] = /^(.*\d)[^\p{L}\d]+(\d{1,4})$/u.exec(text) ?? []
  if (typeof season === 'number' && isSameTitle(before, `${title}${season}`)) return last
  if (isSameTitle(before, withoutPartWord(title))) return last
  const rest = plainTitle(text).slice(plainTitle(title).length)
  return plainTitle(text).startsWith(plainTitle(title)) && /^\d{1,4}$/.test(rest) ? rest : undefined
}

/** 海港物语 0123 雪山: the number between the folder's title and the episode's own. */
function numberAmid(text: string, { title }: ReadName): string | undefined {
  const [, before = '', number] = /^(.*\p{L}.*?)[\s._-]+(0\d{1,3}|\d{2,4})[\s._-]+\p{Script=Han}/u.exec(text) ?? []
  return isSameTitle(before, title) ? number : undefined
}

/** 大宅门第二部: 大宅门2, as its files write it. */
function withoutPartWord(title: string): string {
  return title.replace(/\s?第([\d一二三四五六七八九十]+)部$/u, (_, count: string) => String(toNumber(count)))
}

export const namesOf = ({ title, original }: ReadName) => ({ title, original })
