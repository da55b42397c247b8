/** Extras, samples and trailers, by words of a file's name or of its folder's. */

export type SideKind = 'extra' | 'sample' | 'trailer'

const folders: readonly [SideKind, RegExp][] = [
  ['sample', /^sample$/i],
  ['trailer', /^(?:trailers?|预告片?|預告片?)$/iu],
  [
    'extra',
    /^(?:extras?|featurettes?|behind the scenes|(?:deleted|extended|alternate)(?: (?:and|&) (?:deleted|extended|alternate))? scenes|outtakes|bloopers|gag reels?|making ?of|backdrops|theme music|bonus (?:dis[ck]s?|features?|materials?|content|extras)|special features|supplements?|花絮|幕后|幕后花絮|彩蛋|特典|特典映像|映像特典|番外花絮|SPs?映像|加更版?|纯享版?|片花|特辑|制作特辑|先导片|采访|访谈|删减片段|未播片段|幕后制作|制作花絮|menus?|nc(?:op|ed)s?|cms?)$/iu,
  ],
]
/** Words that no film is called by, as the whole name of a file. */
const extraAlone =
  /^(?:featurettes?|behind the scenes|(?:deleted|extended|alternate) scenes|outtakes|bloopers|gag reels?|(?:the )?making ?of|bonus (?:dis[ck]s?|features?|materials?)|special features|花絮|幕后花絮|制作特辑)(?: ?\d{1,2})?$/iu
/** 制作特辑：出航, 片头曲, OP1: nothing but the word, and its own title, beside what it belongs to. */
const trailerWord = /^(?:(?:先导|终极|正式|定档|角色|首款)?预告片?|宣传片|概念片|PV)[\s._-]?\d{0,2}(?:[：:\s].*)?$/iu
const extraWord =
  /^(?:(?:幕后|制作|拍摄|杀青|开机|导演|人物|角色|独家|NG|映像|删减|未播|精彩|被删)?(?:花絮|特辑|特典|片段|镜头)|片花|片[头尾]曲|插曲|主题曲(?:MV)?|MV|NC(?:OP|ED)|OP|ED|(?:导演|主演|演员)?(?:采访|访谈|专访)|发布会|首映礼|见面会|开机仪式|CM集?|Menu)[\s._-]?\d{0,2}(?:[：:\s].*)?$/iu

export function sideKindOfWord(stem: string): SideKind | undefined {
  return trailerWord.test(stem) ? 'trailer' : extraWord.test(stem) ? 'extra' : undefined
}

/** Words that people use for folders of other things too. */
const looseFolders: readonly [SideKind, RegExp][] = [
  ['sample', /^samples$/i],
  ['extra', /^(?:scenes|interviews?|shorts|bonus|clips?|others?)$/i],
]
const end = String.raw`(?:[-._ ]?#?\d{1,2})?`
const files: readonly [SideKind, RegExp][] = [
  [
    'sample',
    /^sample(?:[-._ ]?\d{1,2})?$|^sample-|(?<=\S)-sample(?:[-._ ]?\d{1,2})?(?=$|[._ ]?[[(])|(?<=(?:(?:19|20)\d\d|\d{3,4}[pi]|x26\d|xvid|rip)(?![\p{L}\p{N}]).*|s\d\de\d\d)[._ ]sample(?:[-._ ]?\d{1,2})?$|样片/iu,
  ],
  [
    'trailer',
    new RegExp(
      String.raw`^(?:trailer|teaser)${end}$|-(?:trailer|teaser)${end}(?=$|[._ -]\d{3,4}p|[._ ]4k|[._ ]?[[(])|(?<=(?<![a-z\d])s(?:eason[._ ]?)?\d{1,2}[-._ ]{1,3}(?:official[-._ ])?)(?:trailer|teaser)${end}(?=$|[._ ]\d{3,4}p)|(?:先导|终极|正式|定档|角色|首款|国际版?)?(?:预告|預告)片?\s?\d*(?=$|[\s._\-\]】（(：:])|(?<![A-Za-z])PV\d*(?=[\]】\s]|$)|\bYokoku\b|[[][^\]]*\bTrailer\d*\b`,
      'iu',
    ),
  ],
  [
    'extra',
    /-(?:featurette|behindthescenes|deleted(?:scenes?)?)$|(?<=\p{L}[\s._-]+)(?:creditless|textless|clean)[\s._-]+(?:op(?:ening)?|ed|ending)(?=$|[\s._]?\d|[\s._]*[[(])|-x\d{2}(?=-|$)|(?<![A-Za-z])NC(?:OP|ED)\d*(?![A-Za-z])|[[](?:CM|Menu|IV|Preview|Web Preview|Logo|Event|Making|Interview|Digest|Mini Drama|Drama|Bonus|Special Ending|Talk|Scans?|CD|MV|Teaser Visual)[\s_-]?(?:vol\.?\s?)?\d{0,3}[\]]|(?<=\]|\s)Menu\d{1,2}(?=[\s\]([]|$)|之?(?:幕后|拍摄|制作|片场)?花絮|片花|(?<=[\p{Script=Han}\d][\s._-]*)(?:幕后|制作|导演|人物|角色|独家|拍摄|杀青)特辑|(?<=\p{Script=Han}[\s._-])特辑(?=$|[\s._\d])|(?<=\p{Script=Han}[\s._-])(?:片[头尾]曲|插曲|MV)(?=$|[\s._\d])|彩蛋|先导片|先導片|超前(?:企划|营业|放送|彩蛋)|全纪录(?=第|$)|纯享|加更|(?<!去)片头(?!曲)|(?<!去|去片头)片尾(?!曲)|特典(?![：:])|披露会|[[【]\p{Script=Han}{0,4}(?:发布会|特辑|见面会|访谈|采访)[\]】]|首映礼|主题曲|(?<=\p{Script=Han})MV$/iu,
  ],
]
/** Words that a title may use: they count behind the year, where no episode or day is named in between. */
const late: readonly [SideKind, RegExp][] = [
  ['trailer', behindYear(String.raw`[-._ ](?:(?:official|theatrical|final)[-._ ])?(?:trailer|teaser)(?=[-._ ])`)],
  [
    'extra',
    behindYear(
      String.raw`[-._ ](?:making[-._ ]of|behind[-._ ]the[-._ ]scenes|featurettes?|deleted[-._ ]scenes?|bonus[-._ ](?:dis[ck]|features?|materials?)|special[-._ ]features)(?=[-._ ]|$)`,
    ),
  ],
]
const filesAndLate = [...files, ...late]
/** Words that a title may end with: they count behind a year or a word of a release, or behind the title of the folder. */
const last: readonly [SideKind, RegExp][] = [
  ['trailer', new RegExp(String.raw`[._ ](?:trailer|teaser)${end}$`, 'i')],
  ['extra', /-(?:interview|scene|short|extra|other|clip)$/i],
]
const ofFilm =
  /(?<!\d)(?:19|20)\d\d(?!\d)|\d{3,4}[pi](?![\p{L}\p{N}])|(?<![a-z])(?:blu-?ray|web-?dl|web-?rip|[xh]26\d|xvid)(?![a-z])/iu
const ofEpisode = /(?<![a-z\d])(?:s\d{1,2}[._ ]?e\d|\d{1,2}x\d\d)/i

function behindYear(words: string): RegExp {
  return new RegExp(String.raw`(?<=(?:19|20)\d\d(?![-._ ]\d\d[-._ ]\d\d)(?:(?!s\d{1,2}e\d|\dx\d\d).)*)${words}`, 'i')
}

/** isLoose: it counts only where a film or a season is above. */
export function sideKindOfFolder(name: string): { kind: SideKind; isLoose: boolean } | undefined {
  const kindIn = (list: readonly [SideKind, RegExp][]) => list.find(([, pattern]) => pattern.test(spaced(name)))?.[0]
  const [kind, loose] = [kindIn(folders), kindIn(looseFolders)]
  if (kind) return { kind, isLoose: false }
  return loose && { kind: loose, isLoose: true }
}

/** The kind and the place of its word: the title ends before it. folder: the name of the one that it lies in. */
export function sideKindOfFile(stem: string, folder = ''): { kind: SideKind; at: number } | undefined {
  for (const [kind, pattern] of filesAndLate) {
    const match = pattern.exec(stem)
    if (match && !isOfTitle(stem, match, folder)) return { kind, at: match.index }
  }
  // Dune (2021)/Deleted Scenes.mkv: nothing but the word, in a film's own folder.
  if (/(?<!\d)(?:19|20)\d\d(?!\d)/.test(folder) && extraAlone.test(spaced(stem)) && plain(titleOfFolder(folder)) !== plain(stem))
    return { kind: 'extra', at: 0 }
  for (const [kind, pattern] of last) {
    const match = pattern.exec(stem)
    if (match && isOfFilm(stem.slice(0, match.index), folder)) return { kind, at: match.index }
  }
  return undefined
}

/** 彩蛋大冒险.2015, 彩蛋.2015: a Chinese word is, or goes on into, a title that has a year. Sample (2012)/Sample: the word is the folder's title. */
function isOfTitle(stem: string, { index, 0: word }: RegExpExecArray, folder: string): boolean {
  const behind = stem.slice(index + word.length)
  if (
    index === 0 &&
    /^\p{Script=Han}{2,4}$/u.test(word) &&
    /^(?:\p{Script=Han}{2,}\S*?)?[\s._(（](?:19|20)\d\d(?!\d)/u.test(behind)
  )
    return true
  return index === 0 && behind === '' && plain(titleOfFolder(folder)) === plain(stem)
}

/** Before the year, which it has. */
function titleOfFolder(folder: string): string {
  return /^(.+?)[\s._([]+(?:19|20)\d\d(?!\d)/.exec(folder)?.[1] ?? ''
}

/** Deleted.Scenes is Deleted Scenes. */
function spaced(name: string): string {
  return name.trim().replace(/(?<=\p{L})[._-]+(?=\p{L}|&)/gu, ' ')
}

function isOfFilm(before: string, folder: string): boolean {
  if (ofFilm.test(before)) return !ofEpisode.test(before)
  return plain(before) !== '' && [folder, titleOfFolder(folder)].some((name) => plain(name) === plain(before))
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
