/** Extras, samples and trailers, by words of a file's name or of its folder's. */

export type SideKind = 'extra' | 'sample' | 'trailer'

const folders: readonly [SideKind, RegExp][] = [
  ['sample', /^samples?$/i],
  ['trailer', /^(?:trailers?|预告片?|預告片?)$/iu],
  [
    'extra',
    /^(?:extras?|featurettes?|behind the scenes|(?:deleted|extended|alternate)(?: (?:and|&) (?:deleted|extended|alternate))? scenes|scenes|outtakes|bloopers|gag reels?|making[- ]?of|interviews?|shorts|bonus(?: (?:dis[ck]s?|features?|materials?|content|extras))?|special features|supplements?|花絮|幕后|幕后花絮|彩蛋|特典|特典映像|映像特典|番外花絮|SPs?映像|加更版?|纯享版?|片花|特辑|制作特辑|先导片|menus?|nc(?:op|ed)s?|cms?)$/iu,
  ],
]
const end = String.raw`(?:[-._ ]?#?\d{1,2})?`
const files: readonly [SideKind, RegExp][] = [
  [
    'sample',
    /^sample(?:[-._ ]?\d{1,2})?$|^sample-|(?<=\S)-sample(?:[-._ ]?\d{1,2})?$|(?<=(?:(?:19|20)\d\d|\d{3,4}[pi]|x26\d|xvid|s\d\de\d\d|rip)(?![\p{L}\p{N}]).*)[._ ]sample(?:[-._ ]?\d{1,2})?$|样片/iu,
  ],
  [
    'trailer',
    new RegExp(
      String.raw`^(?:trailer|teaser)${end}$|[-._ ](?:trailer|teaser)${end}$|(?:先导|终极|正式|定档|角色|首款|国际版?)?(?:预告|預告)片?\s?\d*(?=$|[\s._\-\]】（(：:])|(?<![A-Za-z])PV\d*(?=[\]】\s]|$)|\bYokoku\b|[[][^\]]*\bTrailer\d*\b`,
      'iu',
    ),
  ],
  [
    'extra',
    /-(?:featurette|behindthescenes|deleted|interview|scene|short|extra|other)$|-x\d{2}(?=-|$)|(?<![A-Za-z])NC(?:OP|ED)\d*(?![A-Za-z])|[[](?:CM|Menu|IV|Preview|Web Preview|Logo|Event|Making|Interview|Digest|Mini Drama|Drama|Bonus|Special Ending|Talk|Scans?|CD|MV|Teaser Visual)[\s_-]?(?:vol\.?\s?)?\d{0,3}[\]]|(?<=\]|\s)Menu\d{1,2}(?=[\s\]([]|$)|之?(?:幕后|拍摄|制作|片场)?花絮|片花|(?<=\p{Script=Han}[\s._-]*)(?:幕后|制作|导演|人物|角色|独家|拍摄)特辑|(?<=\p{Script=Han}[\s._-])特辑(?=$|[\s._\d])|(?<=\p{Script=Han}[\s._-])(?:片[头尾]曲|插曲|MV)(?=$|[\s._\d])|彩蛋|先导片|先導片|超前(?:企划|营业|放送|彩蛋)|全纪录(?=第|$)|纯享|加更|(?<!去)片头(?!曲)|(?<!去|去片头)片尾(?!曲)|特典(?![：:])|披露会|[[【]\p{Script=Han}{0,4}(?:发布会|特辑|见面会|访谈|采访)[\]】]|首映礼|主题曲|(?<=\p{Script=Han})MV$/iu,
  ],
]
/** Words that a title may use: they count behind the year only. */
const late: readonly [SideKind, RegExp][] = [
  ['trailer', /(?<=(?:19|20)\d\d.*)[-._ ](?:(?:official|theatrical|final)[-._ ])?(?:trailer|teaser)(?=[-._ ])/i],
  [
    'extra',
    /(?<=(?:19|20)\d\d.*)[-._ ](?:making[-._ ]of|behind[-._ ]the[-._ ]scenes|featurettes?|deleted[-._ ]scenes?)(?=[-._ ]|$)/i,
  ],
]

export function sideKindOfFolder(name: string): SideKind | undefined {
  return folders.find(([, pattern]) => pattern.test(name.trim()))?.[0]
}

/** The kind and the place of its word: the title ends before it. */
export function sideKindOfFile(stem: string): { kind: SideKind; at: number } | undefined {
  for (const [kind, pattern] of [...files, ...late]) {
    const match = pattern.exec(stem)
    if (match && !isOfTitle(stem.slice(match.index + match[0].length), match[0])) return { kind, at: match.index }
  }
  return undefined
}

/** 彩蛋大冒险.2015: a Chinese word goes on into a title that has a year. */
function isOfTitle(behind: string, word: string): boolean {
  return /^\p{Script=Han}{2,4}$/u.test(word) && /^\p{Script=Han}{2,}\S*?[\s._(（](?:19|20)\d\d(?!\d)/u.test(behind)
}
