/** Reads the folders above a file: which of them names something, and what the others count or describe. */
import { sideKindOfFolder, type SideKind } from './kind.ts'
import { blankedAll, toNumber } from './number/numbers.ts'
import { isSameTitle } from './compare-titles.ts'
import { readName, type ReadName } from './read-name.ts'
import { attached, chineseIn, strong } from './release-words.ts'
import { sourceIn } from './release.ts'
import { isYear } from './number/year.ts'

/** File names without information: the folder's name is used instead. */
export const emptyName =
  /^(?:movie|film|video|feature|main|main[ _-]?(?:feature|movie|title)|hauptfilm|正片|index|output|title|vid|vts[_\d]*|video_ts|avseq\d+|\d{1,3}|\d{5,}|[0-9a-f]{8,}|[0-9a-f]{8,}(?:[-_][0-9a-z]+)*|(?:vid|img|mov|video|track)[-_ ]?\d+(?:[-_]\d+)*|[0-9A-Za-z]{8}-[0-9A-Za-z]+-[0-9A-Za-z-]+)(?:[-_. ]*[[(]?(?:(?:2160|1080|720|480)p?|4k|uhd|bluray|dvdrip)[\])]?)?$/i
const discFolder = /^(?:bdmv|bdrom|stream|video_ts|mpegav|backup|certificate)$/i
const partFolder = /^(?:cd|dis[ck]|dvd)[\s._-]?(\d{1,2})$/i
/** Gandhi (1982)/Part 1, below a folder with a year. */
const partWord = /^(?:part|pt|teil|parte|partie)[\s._-]{0,2}(\d)$/i
const seasonFolder =
  /^(?:season|staffel|saison|temporada|stagione|series|сезон|se?)[\s._-]?(\d{1,4})(?:[\s._-]+(?:part|pt|vol)[\s._]?\d|\s-\s.*|[ab]|\s(?:19|20)\d\d)?$|^(?:\d{1,2}[\s.、]+)?[[【(（]?(?:第\s?([\d一二三四五六七八九十]+)|(\d{1,2}))\s?季[上下]?(?:$|[\])）】\s._·：:(（[【-])/iu
/** 还珠格格/第一部: of a series it counts as a season does. */
const seriesPart = /^第\s?([\d一二三四五六七八九十]{1,3})\s?部$/u
/** 01-99, 第101-124集, 4K高码率, 国语版: which files lie below, and nothing of what they are. */
const countFolder = /^[[【(（]?第?(\d{1,4})\s?[-~～至到—]\s?(\d{1,4})\s?[集话話回]?(?:全|完)?[\])）】]?$/u
const versionFolder =
  /^(?:年番|版|(?:19|20)\d\d版|正片|本篇|正文|完结|全集|TV(?:版|动画)?|\d{1,3}-\d{1,3}|动画版|剧集版|单集|视频|(?:[国粤日英中原双][语語配文]版?)?(?:\d{1,2}-\d{1,2}[季部集])|[国粤日英中原双][语語配文]版?|(?![剧劇][场場])\S{2,3}版|配套音频|中字|双语|高码率?|去片头(?:片尾)?|无水印|HQ|高码|精校|SDR|HDR|字幕版?|外挂字幕)$/iu
const specialsFolder = /^(?:specials?|sps?|ova|oad|番外|番外篇|特别篇|特別篇)$/iu
/** Folders of a collection say nothing about one film. */
const collection =
  /合集|全集|\p{Script=Han}1-\d{1,2}部?$|(?<!\d)\d{1,2}\s?[-~至]\s?\d{1,2}\s?部(?!\p{Script=Han})|全系列|系列|三部曲|四部曲|collection|trilogy|quadrilogy|tetralogy|anthology|\ssaga$|\s(?:I{1,3}|1)\s?[-–]\s?[IVX\d]{1,4}$|box\s?set|(?:^|[^\p{L}])(?:films|movies|tv shows?)$/iu
/** Folders of lists: the number before a name is its position in the list. */
export const listFolder =
  /(?<!\p{L})(?:(?:豆瓣|imdb)[\s._-]?\p{L}{0,6}|top)[\s._-]?\d{2,4}(?!\d|\.\d)|^\d{2,4}部|电影(?:集|精选|大全|\d+)|排行榜|榜单|必看|片单/iu
const shelf =
  /^(?:\S{0,6}(?:电影|電影|影片|大片|老片|片|剧集|连续剧|电视剧|[日韩美英国台港]+剧|动漫|动画|番剧|综艺|纪录片|视频)|新建文件夹.*|new folder.*|下载|已完成|未整理|其他|downloads?|complete|completed|videos?|movies?|films?|tv|tv shows?|shows?|series|anime|media|library|library|torrents?|[a-z]|[a-z]\s?[-–]\s?[a-z]|#|0\s?[-–]\s?9|#\s?[-–]\s?[a-z9]|\d{4}|(?:4k|1080p|720p|uhd|hd|bluray|3d))$/iu

const seriesShelf =
  /^(?:\S{0,6}(?:剧集|短剧|网剧|连续剧|電視劇|电视剧|[日韩美英国台港]+(?:产|剧)剧?|动漫|动画|番剧|国漫|日漫|新番|综艺|纪录片|追剧)\S{0,3}|tv|tv[\s_-]?(?:shows?|series)|shows?|series|anime|cartoons?|serien|séries|сериалы)$/iu

/** Folders of episodes that say nothing of what these are; and those that name a piece of a series, whose title stands above. */
const plainFolder =
  /^(?:ep(?:isode)?s?|episoden|folgen?|(?:eng(?:lish)?|ger(?:man)?|fr(?:ench)?|jap(?:anese)?)?\s?(?:dub(?:bed)?|sub(?:s|bed)?)|uncensored|uncut|bd|new|new folder.*|新建文件夹.*|seasons?|全|[已未待]看|(?:un)?watched|finished|misc|te?mp)(?:\s\d{1,3}\s?-\s?\d{1,3})?$/iu
const pieceFolder =
  /^(?:最终季|完结季|完结篇|[上中下][部篇集卷]?|[前后後]篇|(?:the )?final season|(?:part|pt|vol(?:ume)?|book|week|chapter|arc|cour|tome|livre|buch|teil|module|unit|section|lesson|day)[\s._-]{0,2}(?:\d{1,3}|[ivx]{1,4}|one|two|three|four)|(?:19|20)\d\d|\d{1,2}|[a-z])$/iu

export type Above = {
  side: SideKind | undefined
  season: number | undefined
  part: number
  isDisc: boolean
  /** A folder counts its episodes: 101-150. */
  isCounted: boolean
  /** It lies on a shelf of series: 电视剧, TV Shows. */
  isSeries: boolean
  /** It lies in a folder of several films: a trilogy, a collection. */
  isOfCollection: boolean
  /** The nearest folder that names something. */
  folder: ReadName | undefined
}

/** Disc - Casablanca, CASABLANCA_D1 */
function withoutDisc(name: string): string {
  return name.replace(/^dis[ck][\s._]?\d{0,2}\s*[-:]\s*/i, '').replace(/(?<=\w)[\s._-]+(?:d|dis[ck])[\s._-]?\d$/i, '')
}

/** The folder of a disc is named as the release that it lies in. */
function isDiscOf({ title }: ReadName, parent: string | undefined): boolean {
  if (parent === undefined || shelf.test(parent.trim())) return false
  const release = readName(parent)
  return (
    (release.year !== null || release.season !== undefined) &&
    (isSameTitle(title, release.title) || isSameTitle(title, release.original))
  )
}

/** 怪奇物语[1-4季合集], 秦时明月全集. */
function withoutCollection(name: string): string {
  return name.replace(
    /[[【(（]?\s*(?:第?\d{1,2}\s?[-~至到]\s?\d{1,2}\s?[季部])?\s*(?:大?合集|全集|全系列|系列|[三四]部曲|全\d{1,2}季)\s*[\])）】]?|(?<=\p{L})\s+\d{1,4}\s?[-~]\s?\d{1,4}集?(?![\d\p{L}-])|(?<=\p{Script=Han}[\s._-]?)(?<![全共第]\s?)\d{2,3}集(?=$|[\s._-]|[国粤双中])/gu,
    ' ',
  )
}

/** Where the folder of extras is that a file lies in. One on a shelf is no film's, nor is one that holds films or whose word is the title of what it holds. */
export function asideIn(steps: readonly string[], stem: string): { kind: SideKind; at: number } | undefined {
  for (const [at, step] of steps.entries()) {
    const side = sideKindOfFolder(step)
    const above = steps.slice(0, at)
    if (!side || above.every(isShelf) || (side.isLoose && !above.some(isOfFilm))) continue
    const isOwn = isTitleIn(step, { above: above.at(-1) ?? '', stem, inner: steps.slice(at + 1) })
    if (!isOwn) return { kind: side.kind, at }
  }
  return undefined
}

/** It has a year, is a season's, or is named as a release. */
function isOfFilm(step: string): boolean {
  return /(?<!\d)(?:19|20)\d\d(?!\d)/.test(step) || seasonFolder.test(step.trim()) || readName(step).isRelease
}

/** A folder of a quality, a shelf: it says nothing of which film lies in it. */
export function isGeneralFolder(step: string): boolean {
  return isShelf(step) || isVersionFolder(step) || isShelf(bareFolder(step))
}

function isShelf(step: string): boolean {
  return shelf.test(step.trim()) || seriesShelf.test(step.trim())
}

type Held = { above: string; stem: string; inner: readonly string[] }

/** Interview/The.Interview.2014, Extras/Extras - S01E01, Shorts/Lifted.2006: not below a folder with a year or a season, which is a film's or a series'. */
function isTitleIn(step: string, { above, stem, inner }: Held): boolean {
  if (/(?<!\d)(?:19|20)\d\d(?!\d)/.test(above) || seasonFolder.test(above.trim())) return false
  const isFilm = [...inner, stem].some((name) => /\p{L}.*[.([](?:19|20)\d\d(?:[.)\]]|$)/u.test(name) && !/s\d\de\d\d/i.test(name))
  if (isFilm) return true
  const word = step
    .trim()
    .replace(/s$/i, '')
    .replace(/[^\p{L}\p{N} ]/gu, '.')
  const own = new RegExp(
    String.raw`^(?:(?:the|an?)[\s._])?${word}s?[\s._(-].*(?:(?<!\d)(?:19|20)\d\d(?!\d)|s\d\de\d\d|\dx\d\d)`,
    'iu',
  )
  return own.test(`${stem} `)
}

type Reading = { isEpisode: boolean; isDated: boolean; stem: string }

export function aboveOf(steps: readonly string[], { isEpisode, isDated, stem }: Reading): Above {
  // 宫崎骏动画合集/05.魔女宅急便.1989: a film has a year of its own in a collection, also of animation.
  const isFilm = !isEpisode && /\p{Script=Han}.*(?<!\d)(?:19|20)\d\d(?!\d)/u.test(stem)
  const isSeries = steps.some((step) => seriesShelf.test(step.trim()) && !(isFilm && collection.test(step)))
  const above: Above = {
    side: undefined,
    season: undefined,
    part: 0,
    isDisc: false,
    isCounted: false,
    isSeries,
    isOfCollection: false,
    folder: undefined,
  }
  const aside = asideIn(steps, stem)
  const pieces: string[] = []
  for (const [index, step] of [...steps.entries()].toReversed()) {
    const side = aside?.at === index ? aside.kind : undefined
    const bare = bareFolder(step)
    // 海港（82集）: how many lie in it.
    if (/[(（[【]\d{2,3}集[)）\]】]/u.test(step)) above.isCounted = true
    const season = seasonFolder.exec(step.trim()) ?? seasonFolder.exec(bare) ?? (isEpisode ? seriesPart.exec(step.trim()) : null)
    const isPiece = !isEpisode && /(?<!\d)(?:19|20)\d\d(?!\d)/.test(steps[index - 1] ?? '')
    const part = partFolder.exec(step.trim()) ?? (isPiece ? partWord.exec(step.trim()) : null)
    if (side) above.side ??= side
    else if (season) above.season ??= toNumber(season.slice(1).find((one) => one !== undefined) ?? '')
    else if (specialsFolder.test(step.trim())) above.season ??= 0
    // Directly in a library folder CD1 says nothing about a film.
    else if (part) above.part ||= index > 0 ? Number(part[1]) : 0
    else if (discFolder.test(step)) above.isDisc = true
    else if (isShelf(step) && step.startsWith('0')) return above
    // 锵锵三人行/2012/20120305: the year of its days.
    else if (isDated && isYear(step.trim().replace(/年$/u, '')) && hasTitleAbove(steps.slice(0, index))) continue
    else if (countFolder.test(bare)) above.isCounted = true
    else if (isVersionFolder(step, bare) || (isEpisode && index > 0 && plainFolder.test(step.trim()))) continue
    else if (isEpisode && /^\d{1,2}$/.test(step.trim()) && /\d\s?[-~至]\s?\d{1,2}\s?季/u.test(steps[index - 1] ?? ''))
      above.season ??= Number(step)
    else if (isEpisode && above.season === undefined && hasTitleAbove(steps.slice(0, index)) && pieceFolder.test(step.trim()))
      pieces.unshift(step.trim())
    else if (!isEpisode && /^(?:剧场版|劇場版)$/u.test(step.trim()) && hasTitleAbove(steps.slice(0, index)))
      pieces.unshift(step.trim())
    else if (!emptyName.test(step.trim()) || /^\d{1,4}$/.test(step)) {
      if ((above.season !== undefined || above.isDisc) && /^\d{2,4}$/.test(step.trim()))
        return { ...above, folder: { ...readName('title'), title: step.trim() } }
      if (shelf.test(step.trim())) return { ...above, isOfCollection: /系列|合集|全集/u.test(step) && !isEpisode && !isSeries }
      // A folder of many seasons names the series; a folder of many films names none of them.
      const isOfSeasons = isEpisode || isSeries || above.season !== undefined
      if (listFolder.test(step)) return above
      if (collection.test(step) && !(isOfSeasons && /\p{Script=Han}{2}/u.test(withoutCollection(step))))
        return { ...above, isOfCollection: !isOfSeasons }
      const folder = isOfSeasons ? readName(withoutCollection(step), 'series') : readName(above.isDisc ? withoutDisc(step) : step)
      if (above.isDisc) above.part ||= Number(/^dis[ck][\s._]?(\d)\s*[-:]\s/i.exec(step)?.[1] ?? 0)
      if (above.isDisc && folder.year === null && isDiscOf(folder, steps[index - 1])) continue
      if (folder.title === '') continue
      const { season: _, episode: __, ...film } = folder
      const named = withYearAbove(!isEpisode && pieces.length > 0 ? film : folder, steps[index - 1])
      const whole = { ...named, title: [named.title, ...pieces].join(' ') }
      above.folder = above.isDisc && named.source === '' ? { ...whole, source: discSource(step) } : whole
      return above
    }
  }
  return above
}

function hasTitleAbove(steps: readonly string[]): boolean {
  const step = steps.at(-1)
  return step !== undefined && !isShelf(step) && !isVersionFolder(step)
}

/** (2024)赤热/赤热 4K: the folder above it names the same, with the year. */
function withYearAbove(folder: ReadName, parent = ''): ReadName {
  if (folder.year !== null || !/(?:19|20)\d\d/.test(parent)) return folder
  const { title, year } = readName(withoutCollection(parent), 'series')
  return isSameTitle(title, folder.title) ? { ...folder, year } : folder
}

/** The folder's name without release words. */
function bareFolder(name: string): string {
  return blankedAll(name, [strong, attached, ...chineseIn(name)])
    .replace(/[\uE001\s.+_]+/g, ' ')
    .replace(/[[【(（]\s*(?:(?:19|20)\d\d\s*)?[\])）】]/gu, '')
    .trim()
}

function isVersionFolder(name: string, bare = bareFolder(name)): boolean {
  return (
    name.startsWith('.') ||
    bare === '' ||
    bare
      .replace(/^\d{1,2}[、\s]/, '')
      .split(' ')
      .every((word) => versionFolder.test(word))
  )
}

function discSource(name: string): string {
  return sourceIn(name) || 'BluRay'
}
