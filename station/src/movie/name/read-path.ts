/** Reads a file's path: its own name first, then its folders' where they say more. */
import { extname } from 'node:path'
import { aboveOf, emptyName, listFolder, type Above } from './read-folders.ts'
import { sideKindOfFile, sideKindOfWord, type SideKind } from './kind.ts'
import { hasHan, isForeign, isSameTitle, plainTitle } from './compare-titles.ts'
import { namesOf, withLastNumber } from './in-season.ts'
import { readName, type ReadName } from './read-name.ts'
import { isYear } from './number/year.ts'

/** series: of an episode whose own name is not that of its series. */
export type NameFacts = Omit<ReadName, 'side' | 'isNumber' | 'isRelease'> & {
  kind: 'film' | 'episode' | SideKind
  series?: SeriesNames
}
type SeriesNames = Pick<ReadName, 'title' | 'original' | 'year'>

/** 红楼梦87版05集, 海港 21集: the number of one file, where that of a folder counts a whole. */
const countedEpisode =
  /(?<=\p{Script=Han}[^\p{L}([（【]*)(?<![第全共至]\s?|\d-?|\d\.)(\d{1,3})集(?!全|已?完|持续|特别|[\s._-]+\d{2,3}$)/u

/** 20120325 2013 - channel - title, as receivers with Enigma2 name a recording. */
const recordedByEnigma = /^((?:19|20)\d{6} \d{4}) - [^-]+ - (?=\p{L})(.+)$/u
/** 03 - Goldfinger, 1. The Fellowship of the Ring: in a collection's folder. */
const positionInCollection =
  /^(?:\(?#?\d{1,3}(?:\s-\s|[.)]\s)(?=\S)|0\d{1,3}[\s.](?=\p{Lu}.*\((?:19|20)\d\d\))|0\d{1,2}[\s._-]*(?=(?!之)\p{Script=Han}{2}))/u

/** path: below the library's folder, with the file's suffix; steps may be apart by / or \. */
export function readPath(path: string): NameFacts {
  const steps = path.split(/[/\\]/)
  const file = steps.pop() ?? ''
  const stem = file
    .slice(0, file.length - extname(file).length)
    .replace(/(?<=.)\.(?:mp4|mkv|avi|ogm|divx|wmv|mov|m4v)$/i, '')
    .replace(recordedByEnigma, '$2 $1')
  const listed = listFolder.test(steps.at(-1) ?? '') ? stem.replace(/^#?\d{1,4}(?:[.、．\s_-]+|(?=\p{Script=Han}))/u, '') : stem
  const readAlone = readName(listed.replace(countedEpisode, '第$1集'))
  const above = aboveOf(steps, {
    isEpisode: readAlone.episode !== undefined || readAlone.season !== undefined,
    isDated: readAlone.date !== undefined,
    stem,
  })
  const readListed =
    above.isOfCollection && positionInCollection.test(stem) ? readName(stem.replace(positionInCollection, '')) : readAlone
  const own = above.isDisc || emptyName.test(stem.trim()) ? emptied(readListed, stem) : readListed
  const isInSeason = above.isSeries || above.season !== undefined || typeof above.folder?.season === 'number' || above.isCounted
  const led =
    isInSeason || isListOfDisc(above, stem) || isNumberedList(own, above.folder, stem)
      ? withLeadingNumber(own, { stem, season: above.season })
      : own
  const numbered = withLastPart(withLastNumber(led, above, stem), above, stem)
  const isBeside = above.folder !== undefined && hasHan(above.folder) && !isSameTitle(stem, above.folder.title)
  const aside = above.side ?? (isBeside ? sideKindOfWord(stem.trim()) : undefined)
  const merged = aside !== undefined && above.folder ? ofAside(numbered, above.folder) : merge(numbered, above.folder, stem)
  // Series 2/Disc 1/03: of a disc with episodes none is a part.
  const isOnDisc = numbered.part === 0 && numbered.episode !== undefined
  const facts: ReadName = { ...merged, part: isOnDisc ? 0 : above.part || merged.part }
  const discSeason = above.isDisc && typeof above.folder?.season === 'number' ? above.folder.season : undefined
  const seasonAbove = above.season ?? discSeason
  if (facts.season === undefined && seasonAbove !== undefined) facts.season = seasonAbove
  const side = aside ?? facts.side ?? sideKindOfFile(stem, steps.at(-1))?.kind
  const isEpisode = facts.season !== undefined || facts.episode !== undefined || facts.date !== undefined
  const { side: _, isNumber: __, isRelease: ___, ...rest } = facts
  const kind = side ?? (isEpisode ? 'episode' : 'film')
  const series = kind === 'episode' ? seriesNames(facts, above, steps.at(-1)) : undefined
  return { ...rest, title: rest.title === '' ? stem : rest.title, kind, ...(series && { series }) }
}

/** An episode without number in the folder of a season has its own name as title; one without any title is named by its folder. */
function seriesNames({ title, original, episode, date }: ReadName, above: Above, folder = ''): SeriesNames | undefined {
  const isNumbered = episode !== undefined || date !== undefined
  if (above.season !== undefined && !isNumbered && above.folder && !isSameTitle(above.folder.title, title))
    return { ...namesOf(above.folder), year: above.folder.year }
  return title === '' && folder !== '' ? { title: folder, original, year: null } : undefined
}

/** Planet Earth/Disc 1/01 From Pole to Pole: several of them lie on it. */
function isListOfDisc({ part, folder }: Above, stem: string): boolean {
  return part > 0 && folder?.year === null && /^\d{2}[\s._-]+\p{L}/u.test(stem)
}

/** 01.夜 in the folder of a series: no year is named, and the number has two digits. */
function isNumberedList(own: ReadName, folder: ReadName | undefined, stem: string): boolean {
  return (
    folder !== undefined &&
    own.year === null &&
    folder.year === null &&
    hasHan(folder) &&
    /^0\d{1,2}[.、：:\s-]+\p{Script=Han}/u.test(stem)
  )
}

/** Gandhi (1982)/Gandhi (1982) part 2, Gandhi (1982) (1 of 2): in a folder of its own, a film's. */
const partOfYear = /(?<!\d)(?:19|20)\d\d[)\]]?[\s._(]+(?:(?:part|pt)[\s._]\d(?![\s._]?of)|[12][\s._]?of[\s._]?2(?!\d))/i

/** Gone with the Wind (1939)/Gone with the Wind - part 2: a part, as the folder names the film without it; an episode on a shelf of series. */
function withLastPart(own: ReadName, { folder, isSeries }: Above, stem: string): ReadName {
  const { episode, ...film } = own
  const isFilm = !isSeries && own.season === undefined && own.year !== null && own.year === folder?.year
  if (isFilm && typeof episode === 'number' && partOfYear.test(stem) && isSameTitle(own.title, folder.title))
    return { ...film, part: episode }
  // TV Shows/Shogun (1980)/Shogun (1980) - Part 3
  if (isSeries && own.part > 0 && episode === undefined && /(?<![\p{L}])(?:part|pt)[\s._]?\d/iu.test(stem))
    return { ...own, part: 0, episode: own.part }
  const match = /^(.*?)[\s-]+(?:part|pt)\s?(\d)$/iu.exec(own.title)
  const isPart = (folder?.year !== null || isSeries) && own.year === null && own.episode === undefined
  if (!match || !folder || !isPart || own.part > 0 || !isSameTitle(match[1] ?? '', folder.title)) return own
  return { ...own, title: folder.title, ...(isSeries ? { episode: Number(match[2]) } : { part: Number(match[2]) }) }
}

type Leading = { stem: string; season: number | undefined }

/** 01 - Pilot, in the folder of a season. */
function withLeadingNumber(own: ReadName, { stem, season }: Leading): ReadName {
  // Season 10/1001, 第三季/305; of a first season it may count through.
  const whole = own.isNumber && typeof own.episode === 'number' ? own.episode : 0
  if (season !== undefined && season > 1 && whole % 100 > 0 && Math.floor(whole / 100) === season)
    return { ...own, episode: whole % 100 }
  // 08 - 2002: an episode's title is a year.
  const named = own.year === null ? null : /^(\d{1,3})\s-\s(?=(?:19|20)\d\d(?:$|\s))/.exec(stem)
  if (named && own.episode === undefined) return { ...own, title: '', original: '', year: null, episode: Number(named[1]) }
  // 1-05, S1-05: the season and the episode.
  const both = /^S?(\d{1,2})-(\d{1,2})$/i.exec(stem)
  if (both && own.episode === undefined)
    return { ...own, title: '', original: '', season: Number(both[1]), episode: Number(both[2]) }
  const match =
    /^P?(\d{1,4})(?:[集话話]?\s*[-._、：:｜|]\s*(?=\d+\s\p{L}|\p{L}|《|“)|[集话話]?\s+(?=\p{L}|《|“))/u.exec(stem) ??
    /^[[【](\d{1,3})[\]】]\s*(?=\p{Script=Han})/u.exec(stem)
  if (!match || own.episode !== undefined || own.date !== undefined) return own
  // 1995-海港: the year of a film on a shelf of animation.
  if (own.year === Number(match[1])) return own
  const number = Number(match[1])
  // 214 in the folder of season 2, or 1003 in any.
  const isSeasonToo = !/\p{Script=Han}/u.test(stem) && (number > 999 || Math.floor(number / 100) === season)
  return { ...own, title: '', original: '', episode: isSeasonToo ? number % 100 : number }
}

function emptied({ date, ...own }: ReadName, stem: string): ReadName {
  const { season: _, episode: __, ...rest } = own
  // video_2023-01-01: the day of a recording.
  const day = date === undefined || /^[a-z]/i.test(stem) ? {} : { date }
  const marks =
    own.episode !== undefined && own.title !== '' && date === undefined
      ? { episode: own.episode, ...(own.season !== undefined && { season: own.season }) }
      : {}
  const number = own.isNumber && own.episode !== undefined ? { episode: own.episode } : {}
  return { ...rest, title: '', original: '', year: null, ...marks, ...number, ...day }
}

/** The file's own name where it says something; the folder's where the file's says nothing, abbreviates or leaves something out. */
function merge(own: ReadName, folder: ReadName | undefined, stem: string): ReadName {
  if (folder === undefined) return own.isNumber ? numberAlone(own, stem) : own
  if (own.isNumber && isSameTitle(/^\d+/.exec(stem)?.[0] ?? '', folder.title)) return { ...folder, part: own.part }
  // King of the Hill - 10x12 - Propane/Propane.avi: the folder is one episode's.
  if (typeof folder.season === 'number' && typeof folder.episode === 'number' && isUnnumbered(own))
    return fromFolder({ ...own, year: null }, folder)
  if (own.year === null && hasHan(own) && /20\d\d$/.test(folder.title)) {
    // 海港风云2003/海港风云.40: the year is written on to the folder's title.
    const year = Number(folder.title.slice(-4))
    if (isYear(String(year)) && isSameTitle(`${own.title}${year}`, folder.title)) return filled({ ...own, year }, folder)
  }
  if (own.episode !== undefined && own.year === null && pieceWord.test(own.title)) return fromFolder(own, folder)
  // 7. Koğuştaki Mucize (2019)/7. Koğuştaki Mucize: the number of a position, read from the folder only.
  if (own.year === null && isSameTitle(own.title.replace(/^\d{1,2}\.\s/, ''), folder.title) && /^\d{1,2}\.\s/.test(own.title))
    return filled({ ...own, year: folder.year }, folder)
  // 海港物语/剧场版/剧场版: the film of the series.
  if (filmWord.test(own.title)) {
    const film = fromFolder(own, folder)
    return filmWord.test(folder.title.split(' ').at(-1) ?? '') ? film : { ...film, title: `${folder.title} ${own.title}` }
  }
  const isSame = own.title !== '' && isOneOf(own, folder)
  if (own.title === '' || isInitials(own, folder) || isAbbreviated(own, folder, stem) || (isTail(own, stem) && !isSame))
    return fromFolder(own, folder)
  const isTranslated = isForeign(own) && hasHan(folder) && isYearOf(own, folder)
  const isOriginal =
    hasHan(own) &&
    isForeign(folder) &&
    folder.year !== null &&
    own.year === null &&
    own.original === '' &&
    own.episode === undefined
  if (isOriginal) return { ...filled(own, folder), original: folder.title, year: folder.year }
  if (!isSame && !isTranslated) return own
  const names = isTranslated
    ? { title: folder.title, original: own.title }
    : own.episode !== undefined && isOfSeason(own, folder)
      ? namesOf(folder)
      : bestNames(own, folder)
  // 请回答1988/Reply.1988.S01E01: a number of both titles.
  const isNumber = isTranslated && own.year !== null && own.year < 2000 && folder.title.endsWith(String(own.year))
  return { ...filled(own, folder), ...names, year: isNumber ? folder.year : (own.year ?? folder.year) }
}

/** Cowboy Bebop/Session 05 - Ballad of Fallen Angels: the word that this series counts its episodes by. */
const pieceWord =
  /^(?:session|stage|act|phase|mission|lesson|turn|track|file|case|step|part|chapter|chapitre|kapitel|cap[ií]tulo|round|game|scene|show|issue|class|week|day|night|level|story|tale|volume|vol)$/iu

const filmWord = /^(?:剧场版|劇場版|电影版|電影版)$/u

function isUnnumbered({ season, episode, date, side }: ReadName): boolean {
  return season === undefined && episode === undefined && date === undefined && side === undefined
}

/** An extra in a folder of its own has a name of its own: title and year are the film's. */
function ofAside(own: ReadName, folder: ReadName): ReadName {
  const { quality, source } = folder
  return {
    ...own,
    ...namesOf(folder),
    year: folder.year ?? own.year,
    quality: own.quality || quality,
    source: own.source || source,
  }
}

function fromFolder(own: ReadName, folder: ReadName): ReadName {
  return {
    ...filled(own, folder),
    ...namesOf(folder),
    year: folder.year ?? own.year ?? (isYear(own.title) ? Number(own.title) : null),
    isNumber: false,
  }
}

/** Fills from the folder what the file's name leaves out. A folder's range of episodes is not the file's. */
function filled(own: ReadName, folder: ReadName): ReadName {
  const isNumbered = own.episode !== undefined || own.date !== undefined
  const season = own.season ?? (isNumbered && typeof folder.season === 'number' ? folder.season : undefined)
  const episode = own.episode ?? (own.date === undefined && typeof folder.episode === 'number' ? folder.episode : undefined)
  return {
    ...own,
    quality: own.quality || folder.quality,
    source: own.source || folder.source,
    edition: own.edition || folder.edition,
    languages: own.languages.length > 0 ? own.languages : folder.languages,
    ids: { ...folder.ids, ...own.ids },
    part: own.part || folder.part,
    ...(season === undefined && own.episode === undefined && typeof folder.season === 'number' && episode !== undefined
      ? { season: folder.season }
      : season !== undefined && { season }),
    ...(episode !== undefined && { episode }),
    ...(folder.date !== undefined &&
      season === undefined &&
      episode === undefined &&
      own.date === undefined && { date: folder.date }),
  }
}

/** 300.1080p.mkv with no folder that names a series is the film; 03.mkv is an episode of something. */
function numberAlone(own: ReadName, stem: string): ReadName {
  const { episode: _, ...rest } = own
  const title = /^\s*(\d+)/.exec(stem)?.[1] ?? ''
  return title === '' || title.startsWith('0') ? { ...own, title: '', isNumber: false } : { ...rest, title, isNumber: false }
}

/** Both name the same: of a pair of titles at least one is the other's, or begins it. */
function isOneOf(own: ReadName, folder: ReadName): boolean {
  const theirs = [folder.title, folder.original].filter((title) => title !== '')
  return [own.title, own.original].some(
    (title) =>
      title !== '' &&
      theirs.some(
        (other) =>
          isSameTitle(withoutArticle(title), withoutArticle(other)) || isBegun(own, title, other) || isOfSeason(own, folder),
      ),
  )
}

/** Twilight Zone (1959)/The Twilight Zone - 2x06 */
const withoutArticle = (title: string) => title.replace(/^(?:the|an?)\s(?=\S)/i, '')

/** 爱情公寓S4/爱情公寓4-24; 流星花园 (2001)/流星花园1-05, the first of several series. */
function isOfSeason({ title, episode }: ReadName, folder: ReadName): boolean {
  const season = typeof folder.season === 'number' ? folder.season : episode !== undefined && folder.year !== null ? 1 : undefined
  return season !== undefined && isSameTitle(title, `${folder.title}${season}`)
}

const escaped = (text: string) => text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')

/** The beginning of the folder's title, where neither year speaks against it. */
function isBegun(own: ReadName, title: string, other: string): boolean {
  // 雷神3, of 雷神3：诸神黄昏.
  if (own.year === null && own.episode === undefined && new RegExp(String.raw`^${escaped(title)}\s?[：:]`, 'iu').test(other))
    return true
  return (
    own.year === null &&
    own.episode === undefined &&
    !/\d$/.test(title) &&
    plainTitle(title).length > 1 &&
    plainTitle(withoutArticle(other)).startsWith(plainTitle(title))
  )
}

function bestNames(own: ReadName, folder: ReadName): { title: string; original: string } {
  if (hasHan(own) || !hasHan(folder)) {
    const isShort =
      own.year === null &&
      own.original === '' &&
      folder.original === '' &&
      plainTitle(folder.title).length > plainTitle(own.title).length
    if (isShort && own.episode === undefined) return namesOf(folder)
    return { title: own.title, original: own.original || (isSameTitle(own.title, folder.title) ? folder.original : '') }
  }
  return { title: folder.title, original: folder.original || own.title }
}

/** A Latin name in a folder with a Chinese one: its translation, unless the years differ. */
function isYearOf(own: ReadName, folder: ReadName): boolean {
  return own.year === null || folder.year === null || own.year === folder.year
}

/** ano-cosmo.720p, personnea_mp, abc.xyz: small letters in the folder of a release whose words it does not share. */
function isAbbreviated(own: ReadName, folder: ReadName, stem: string): boolean {
  if (own.year !== null || own.episode !== undefined || !folder.isRelease) return false
  const name = stem.replace(/^[\w-]+\.(?:com|net|org)[_-]/i, '').replace(/[._-]\d{3,4}p.*$/, '')
  if (/^[a-z0-9.]+[-_][a-z0-9.]+$|^[a-z0-9]+$/.test(name)) return true
  const theirs = plainTitle(`${folder.title} ${folder.original}`)
  return (
    folder.year !== null &&
    /^[a-z0-9._-]+$/.test(name) &&
    !name.split(/[._-]/).some((word) => word.length > 2 && theirs.includes(word))
  )
}

/** Dead Like Me/dlm.s02e03: the first letters of the folder's words. */
function isInitials({ title, year }: ReadName, folder: ReadName): boolean {
  const words = folder.title.match(/[\p{L}\p{N}'’]+/gu) ?? []
  const long = words.filter((word) => !/^(?:the|an?|and|of|to|in)$/i.test(word))
  const initialsOf = (some: readonly string[]) => some.map((word) => (/^\d+$/.test(word) ? word : word[0])).join('')
  return year === null && long.length > 1 && [words, long].some((some) => isSameTitle(title, initialsOf(some)))
}

/** S03E05 - Collaborators, 第1期上：…, 番外2-…: the number leads, what follows is the episode's title. */
function isTail(own: ReadName, stem: string): boolean {
  const isNumbered = own.episode !== undefined || own.date !== undefined || own.season !== undefined
  if (isNumbered && isYear(own.title)) return true
  if (own.side !== undefined && /^(?:花絮|彩蛋|预告|先导片|片头|片尾|加更|纯享|NC(?:OP|ED)|creditless)/iu.test(stem)) return true
  if (!isNumbered) return false
  return /^[\s[【_]*(?:s\d+[\s._-]*(?:e|sp|ova|oad)\d+|(?:season|saison|staffel|temporada|stagione)\s\d+\s|\d{1,2}x\d{2}|ep?\d+|第\d|第[一二三四五六七八九十]+[集期话回]|(?:会员|超前|完整|精华|未播|独家)\S{0,6}[\s._-]*第\d|番外|特别篇|特別篇|sp\d|ova|\d{8}|\d{4}[.-]\d\d[.-]\d\d)/iu.test(
    stem,
  )
}
