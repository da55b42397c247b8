/** Season, episode and day of a name: each with the place where it stands, so that the title can end there. */

export type Count = number | readonly [number, number]
/** The first and the last of them. */
export const spanOf = (count: Count): readonly [number, number] => (typeof count === 'number' ? [count, count] : count)

export type Numbering = {
  season?: Count
  episode?: Count
  /** 2021-03-05 */
  date?: string
  /** The episodes are counted (25集全): which of them it is may stand beside it. */
  isCounted?: true
  /** Where the title ends at the latest. */
  at: number
  /** The text, with marks of seasons and whole counts blanked. */
  text: string
}

import { episodesInWords, episodeWord, ordinalSeason, seasonWord } from './count-words.ts'
import { numberInWords, oldTelevision } from './old-television.ts'
import { everywhere } from '../global-pattern.ts'

/** Stands where a season was; \uE001 where other words were. */
const seasonSign = '\uE002'

const digits = '零一二三四五六七八九'
const number = String.raw`\d{1,4}|[零一二两三四五六七八九十百]{1,5}`
const latinEnd = String.raw`(?![A-Za-z0-9])`
const latinStart = String.raw`(?<![A-Za-z0-9])`

/** Marks after which an episode's own title may follow: the title of the series ends here. */
const episodes: readonly RegExp[] = [
  // Half episodes lie between two: S01E11.5, 第11.5话, - 11.5 [, [11.5], EP11.5.
  /(?<![A-Za-z0-9])s(?<season>\d{1,2})[\s._-]?e(?<first>\d{1,4}\.5)(?!\d)/iu,
  /[[【(（]?第\s?(?<first>\d{1,4}\.5)\s?[集话話回]/u,
  /(?<=[\s_]-[\s_])(?<first>\d{1,4}\.5)(?:v\d)?(?=[\s_]*(?:[[(（【]|$|-\s|END))/iu,
  /(?<=^[[【].*[\p{L}!?]\s)(?<first>\d{1,4}\.5)(?=\s?[[(])/u,
  /(?<=^[[【].*)[[【](?<first>\d{1,4}\.5)(?:v\d)?[\]】]/iu,
  /(?<![A-Za-z0-9])(?:ep?|episode|#)[\s._]?(?<first>\d{1,4}\.5)(?!\d)/iu,
  // Each episode with the season again: S14E00.and.S14E01, 1x02 - 1x03, 02x03 - x04.
  /(?<![A-Za-z0-9])s(?<season>\d{1,2})e(?<first>\d{1,3})(?:(?:\s?[-&+,]\s?|[._\s](?:and[._\s])?)s\k<season>e(?<last>\d{1,3})){1,20}(?![A-Za-z0-9])/iu,
  /(?<![A-Za-z0-9])(?<season>\d{1,2}|(?:19|20)\d\d)x(?<first>\d{2,3})(?:(?:\s?[-&+]\s?|[._\s]|)(?:\k<season>)?[xe](?!26[4-6](?!\d))(?<last>\d{2,3})|-(?<last2>\d{2,3})(?!\d|p)){1,20}(?![A-Za-z0-9])/iu,
  /(?<![A-Za-z0-9])(?<season>(?:19|20)\d\d)x(?<first>\d{2})(?![A-Za-z0-9])/iu,
  /(?<![A-Za-z0-9])s(?<season>\d{1,2}|(?:19|20)\d\d)[. _-]{0,3}ep?(?<first>\d{1,4})(?:(?:[. ]?-[. ]?ep?|\s?[+&]\s?e|[+&](?=\d\d(?!\d))|[.\s]e(?=\d{2})|e|ep|-(?=\d{2,3}(?![\dpi]))(?!(?:480|576|720)))(?<last>\d{1,4})){0,20}(?:v\d)?[a-d]?(?![A-Za-z0-9])/iu,
  /(?<=\p{Script=Han})s(?<season>\d{1,2})ep?(?<first>\d{1,4})(?![a-z0-9])/iu,
  /(?<![A-Za-z0-9])s\s(?<season>\d{1,2})\s?e\s(?<first>\d{1,3})(?![A-Za-z0-9])/iu,
  new RegExp(
    String.raw`(?<!\p{L})(?:${seasonWord}|série)[\s._]*(?<season>\d{1,2})[\s._,-]*(?:${episodeWord}|ep)[\s._]*(?<first>\d{1,4})(?:\s?&\s?(?<last>\d{1,4}))?(?![A-Za-z0-9])`,
    'iu',
  ),
  /(?<![A-Za-z0-9])s(?:n|eason\s)?(?<season>\d{1,2})[\s._]?(?:x|[\s._-]{1,3})ep?(?:isode)?[\s._]?(?<first>\d{1,3})(?![A-Za-z0-9])/iu,
  // A season of more than two parts counts its episodes so: Season 3 - Part 8.
  /(?<![\p{L}\p{N}])(?:season[\s._]?|s)(?<season>\d{1,2})[\s._-]+part[\s._]?0?(?<first>[3-9]|\d\d)(?=$|[\s._]+(?:-\s|\d{3,4}p))/iu,
  // As get_iplayer writes it: Harbour_Series_9_-_6._The_Boat; and a book's chapter: Book 1 Chapter 5, Book.3.Fire.E21.
  /(?<![\p{L}\p{N}])(?:series|season)[\s_](?<season>\d{1,2})[\s_]-[\s_](?<first>\d{1,3})(?:\.[\s_]|[\s_]-[\s_])(?=\p{L})/iu,
  /(?<![\p{L}\p{N}])(?:book|livre|buch|volume|vol\.?)[\s._]?(?<season>\d{1,2})[\s._,-]+(?:chapter|ch\.?|episode|chapitre|kapitel)[\s._]?(?<first>\d{1,3})(?![\p{L}\p{N}])/iu,
  /(?<![\p{L}\p{N}])book[\s._]?(?<season>\d{1,2})[\s._-](?:\p{L}+[\s._-]+){1,4}e(?:p[\s._]?)?(?<first>\d{1,3})(?![\p{L}\p{N}])/iu,
  /\[(?<season>\d{1,2})\.(?<first>\d{2})\]/u,
  /\[cap\.?\s?(?<season>\d{1,2})(?<first>\d\d)(?:_\d+)?\]/iu,
  /(?<=\p{L}\s)cap\.\s?(?<season>\d{1,2})(?<first>\d\d)(?!\d)/iu,
  /(?<![A-Za-z0-9])s\d{1,2}(?:sp|ova|oad)(?<special>\d{1,3})(?![A-Za-z0-9])/iu,
  /[[](?<special>\d{1,2})[(](?:SP|OVA|OAD)[)][\]]/iu,
  /[[【](?:OVA|OAD|SP|特[别別]篇|番外篇?)[\]】]\s?[[【]第?(?<special>\d{1,2})(?:[话話集]|v\d)?[\]】]/iu,
  /(?<=[a-z])S(?<season>\d\d)E(?<first>\d{2,3})(?![A-Za-z0-9])/u,
  /\[sp\d{1,2}_(?<special>\d{1,2})\]/iu,
  /(?<![A-Za-z0-9])(?<season>\d{1,2})x(?<first>\d{2,3}|\d(?=\s*(?:$|-)))(?:[-x](?:\d{1,2}x)?(?<last>\d{2,3}))?(?![A-Za-z0-9])/iu,
  /(?<![A-Za-z0-9])(?:se|t)(?<season>\d{1,2})(?:\.|[\s._-]+cap(?:\.|[ií]tulo)\s*|[\s._]?x?e)(?<first>\d{1,3})(?![A-Za-z0-9])/iu,
  /(?<![A-Za-z0-9])(?:ova[\s._]?|oad[\s._]?|sp[\s_]?|ex(?=0\d)|specials?(?:[\s._]|\s-\s))(?:第\s?)?(?<special>\d{1,2})(?:-(?<last>\d{2}))?(?![A-Za-z0-9])|(?<=[\s._](?:19|20)\d\d[)\]]?[\s._-]+)(?:christmas|new[\s._]year'?s?|halloween|easter)[\s._]special(?![a-z])|(?:番外篇?(?!-\p{Script=Han}+[\]】]\s?[[【]\d)|特别篇|特別篇)(?:[\s._]*第\s?|[\s._]*SP\s?|[\s._]*EP?(?=\d)|\s*)(?<special2>\d{0,2})(?!\d)|(?<![A-Za-z0-9+])(?:ova|oad)(?![A-Za-z0-9+])|(?<=\p{Script=Han}[\s._]?)SP(?=$|[\s._\]）)-])|(?<=\p{Script=Han})SP(?![A-Za-z0-9])|(?<=季[\s._])SP(?=$|[\s._])|(?<=.)[[](?:SP|Special)\]|(?<=[\p{L}\d][._ ])SP(?=[._ ](?:hdtv|tv-?rip|dvd|web|\d{3,4}p)(?![a-z]))|(?<=_(?:19|20)\d\d_)special$|^SP$/iu,
  new RegExp(
    String.raw`[[【(（]?第\s?(?<first>${number})(?:\s?[-、&~～至]\s?第?(?<last>${number}))?\s?[集话話回期场場](?!合)`,
    'u',
  ),
  /(?<![A-Za-z0-9])(?:ep[._]?\s?|e(?!(?:19|20)\d\d))(?<first>\d{1,4})(?:-?ep?(?<last>\d{1,4})|-(?<last2>\d{2,4}))?(?:v\d|end|fin)?(?![A-Za-z0-9])/iu,
  /(?<=\p{Script=Han}\d{0,4})ep?(?<first>\d{2,4})(?![a-z0-9])/iu,
  /(?<=\p{L}[\s._-]*)第\s?(?<first>\d{1,3})\s?[夜课課讲講]/u,
  /(?<![A-Za-z0-9])ep(?:isodes?)?\s?[([](?<first>\d{1,3})\s?-\s?(?<last>\d{1,3})[)\]]/iu,
  // Bilibili's number of a piece.
  /(?<=\p{Script=Han}[^A-Za-z]*[\s._-])P(?<first>\d{1,3})(?![A-Za-z0-9])/u,
  /(?<![A-Za-z0-9])(?:part[\s._])?(?<first>\d{1,2})[\s._]?of[\s._]?\d{1,2}(?![A-Za-z0-9])/iu,
  /(?<=[A-Za-z]\d?[\s._]|^\d{2}[\s._])(?<season>\d)(?<first>(?!00)\d\d)[\s._](?=(?:(?:hr|\d{3,4}[pi])[\s._])?(?:hdtv|pdtv|dsr)(?![A-Za-z0-9]))/iu,
  /(?<=[A-Za-z][\s._])(?<season>1[0-8])(?<first>[0-2]\d)[\s._](?=(?:\d{3,4}[pi][\s._])?(?:dvdrip|hdtv|pdtv|dsr)(?![A-Za-z0-9]))/iu,
  /(?<![A-Za-z0-9])part[\s._](?<first>0\d)(?!\d)/iu,
  /(?<=mini-?series[\s._-]+)(?:part|pt)[\s._]?(?<first>\d{1,2})(?!\d)/iu,
  /(?<=[\s._(](?:19|20)\d\d[)]?[\s._]+)(?:part|pt)[\s._](?<first>\d{1,2})(?!\d)/iu,
  // Band of Brothers (2001) - Part 1 - Currahee
  /(?<=[\s._(](?:19|20)\d\d[)]?\s-\s)part\s(?<first>\d{1,2})(?=\s-\s\p{L})/iu,
  ...oldTelevision,
  ...episodesInWords,
]
/** Numbers that are an episode's by their place. */
const bare: readonly RegExp[] = [
  /(?<=\p{L}_(?:19|20)\d\d_)(?<first>\d{2})$/u,
  /(?<=\p{L})_(?<season>\d)_(?<first>\d{2})$/u,
  /(?<=\uE002.*[(（](?:19|20)\d\d[)）])\s(?<first>\d{2})\s(?=\p{Script=Han})/u,
  /(?<=[\p{L}!?]{2})[._](?<first>0\d{1,2})[._](?=\d{3,4}p|[[]|(?:french|german|vostfr|vf|multi|dual|hdtv|pdtv|web|dvd|bd|ld|x26\d|(?:8|10)bit)(?![a-z]))/iu,
  /(?<=\p{L}[!?]?)\s0{0,2}(?<first>1)(?:\s?~\s?|-|(?<=01)\s-\s|\s-\s(?!0))(?<last>\d{2,4})(?=\s*(?:[[(]|$))/u,
  /(?<=^[[【][^\]】]*[\]】].*\p{L})[\s_](?<first>0\d{1,2})[\s_](?=\p{L})/u,
  /(?<=\p{Script=Han})\s(?<first>\d{2,3})\(\d{2,4}\)/u,
  /[\s_.]-[\s_.](?<first>\d{2,4})(?:v\d)?(?=[\s_.]*(?:[[(（【]|$|END|RAW|(?:(?:1080|720|2160)p|[xh]26[45]|hevc|vostfr|(?:8|10)bit)(?![a-z])))/iu,
  // Not of a film's number: Detective Conan Movie 26 - Black Iron Submarine.
  /(?<=^[[【][^\]】]*[\]】].*\p{L})(?<!(?:movie|film|gekijouban|剧场版|劇場版))\s(?<first>\d{2,3})\s-\s(?=\p{L})/iu,
  /(?<=\p{L})\s(?<first>\d{2,4})\s(?=vostfr)/iu,
  /(?<=\p{L})\.(?<first>0\d|1[4-9]|[2-9]\d|\d{3,4})\.(?=vostfr)/iu,
  /(?<=\p{Script=Han}.*[a-z!?！？])[\s._](?<first>0\d{1,2})(?=[\s._]+\d{3,4}p)/iu,
  /(?<=\p{Script=Han})[\s._]+(?<first>0[1-9]|0\d\d)(?=[\s._]+\p{Script=Han}|[（(])/u,
  /(?<=\uE002)(?:[)）\]】]?[\s._-]+(?=\d)|[)）]?(?=\d\d))(?<first>\d{1,3})集?(?=[\s._[【-]|$)(?![\s._-]+\d{4}(?!\d)[^pP]*$)/u,
  /(?<=[\p{Script=Han})）！？!?～]\d{0,4})[._\s-]+(?<first>\d{1,3})[._\s-]*(?:END|FIN|大结局|完结)(?![a-z])/iu,
  /(?<=[\p{L}~!?])\s(?<first>0\d{1,2})\s(?=[[(](?:BD|DVD|\d{3,4}))/iu,
  /(?<=\p{L})\s(?<first>0\d\d)\s-\s(?=\p{L})(?!.*[([](?:19|20)\d\d[)\]])/u,
  /(?<=\p{L})[\s.]-[\s.](?<first>\d{2})[\s.]-[\s.](?=\p{L})(?!.*[([](?:19|20)\d\d[)\]])/u,
  /(?<=\p{Script=Han})_(?<first>\d{1,3})_(?=\p{Script=Han}{2})(?!超?高清|超清|蓝光|国语|粤语|中字|完整|正片|双语|国粤|中英)/u,
  /(?<=\p{Script=Han})_(?<first>1[3-9]|[2-9]\d|\d{3})_(?=超?高清|超清|蓝光|国语|粤语|\d{3,4}p)/iu,
  /(?<=\d版[)）])[\s._](?<first>\d{1,3})$|(?<=版[)）\]】]?)[\s._]?(?<first2>0\d|\d{2,3})$/u,
  /(?<=\p{Script=Han}(?:19|20)\d\d[\s._-])(?<first>0\d|\d{2,3})$/u,
  // 30集全.05: behind the count of all.
  /(?<=\uE001[\s._-]?)(?<first>0\d|\d{2,3})$/u,
  /(?<=\p{Script=Han}\s[A-Z]{2,5})\s[(](?<first>\d{1,3})[)]$/u,
  /(?<=\p{L})[\s._](?<first>0\d|0\d\d(?!.*[([](?:19|20)\d\d[)\]]))\s-\s(?=\p{L})/u,
  /(?<=\p{L})\s(?<first>\d{4})\s?(?=[[(]\d{3,4}p)/u,
  /[[【](?:TV\s?)?(?<first>\d{1,4})(?:-(?<last>\d{1,4}))?(?:\s?v\d|\s?[(（](?:完|\d{1,4})[)）]|完|集|话|話|\s?end|\s?fin|\s?(?:修正|精校|全)?合集|\s?全集)*[\]】]/iu,
  /[[(]TV\s(?<first>\d{1,3})-(?<last>\d{1,3})/iu,
  /[(（](?<first>\d{2})-(?<last>\d{2,3})\s?Fin/iu,
  /[\s_.]-[\s_.](?<first>\d{2,4})\s?[-~～]\s?(?<last>\d{2,4})(?=[\s_.]*(?:[[(（【]|$))/u,
  /(?<=^[[【].*)[\s_.]-[\s_.]?(?<first>\d{2,3})(?:v\d)?[\s_.]?-[\s_.]/iu,
  /(?<=^[[【].*[\p{L}!?])[\s_.][(（](?<first>\d{1,3})[)）](?=[\s_.]*(?:[[(]|$))/u,
  /(?<=\p{Script=Han}.*[a-z!?])\s(?<first>\d{2,3})\s(?=[[(](?:BD|DVD|WEB|TV|HD|\d{3,4}[px]))/iu,
  /(?<=\p{L})\s(?<first>0\d{1,2})\s(?=(?:vostfr|vf|hd|sd|sub|eng|dub|fin)(?![a-z]))/iu,
  /(?<=[[【][^\]】]*[\p{L}\uE002][!?！？]?)\s-\s(?<first>\d{2,4})(?:v\d)?(?=[\]】])/iu,
  /\s-\s(?<first>\d{2,4})\s(?=[「『“])/u,
  /(?<=^[[【][^\]】]*(?:字幕|[组組社])[^\]】]*[\]】].*\p{Script=Han})\s(?<first>\d{2,3})(?:-(?<last>\d{2,3}))?\s(?=GB|BIG5|[简簡繁]|\d{3,4}p|MP4|MKV|RMVB)/iu,
  /(?<=^\[.*[\p{L}\d])\s-\s(?<first>\d)(?=\s[[(])/u,
  /(?<=\p{L}[!?！？]?)\s[#＃](?<first>\d{1,4})(?=$|[\s._「『])/u,
  /\s-\s(?<season>[1-9])(?<first>[0-2]\d)\s-\s/u,
  /\s-\s(?<first>\d{3}|(?!(?:19|20)\d\d)\d{4}(?!.*[([](?:19|20)\d\d[)\]]))\s-\s/u,
  /(?<=^\[.*\p{L}\s)[(](?<first>\d{2,4})-(?<last>\d{2,4})[)](?=\s?[[(])/u,
  // Star Wars - 04 - A New Hope (1977) is a film's place; 034 counts episodes, with a year too.
  /\s-\s(?<first>0\d\d|0\d(?!.*[([](?:19|20)\d\d[)\]]))\s-\s/u,
  /[(（](?<first>0\d)[)）]$|(?<=\p{Script=Han}\d{0,2})\s?[(（](?<first2>\d{2,3})[)）]$/u,
  // 海港35（结局）, 海港.2016.20.end, 海港 12【完】
  /(?<=\p{Script=Han}[！？!?]?[\s._-]*|(?:19|20)\d\d[)）]?[\s._-])(?<first>\d{2,3})[\s._]*[(（[【]?(?:大?结局|完|终|END|FIN)[)）\]】]?$/iu,
  /(?<=\p{Script=Han}[！？!?]?)\s(?<first>\d{2,3})\s?[【[（(](?:完|终|END|FIN)[】\]）)]/iu,
  /(?<=\p{Script=Han}\s?)[(（](?<first>\d{2})[)）](?=$|[\s._]+(?:19|20)\d\d$)/u,
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\s?)[(（](?<first>\d{1,3})[)）]\s?(?=[「『])/u,
  /(?<=\p{Script=Han})[._\s](?<first>0\d{1,2})(?=[._\s]*(?:[【[]|\d{3,4}p|4k|HD|国语|粤语))/iu,
  /(?<=\p{Script=Han})[._\s](?<first>1[3-9]|[2-9]\d)(?=[._\s](?:dvd|hdtv|tvrip|web|国语|粤语))/iu,
  /(?<=^\[.*)\s-\s(?<first>\d{2})\s-\s/u,
  /(?<=^\[.*(?:[\p{L}!?]|\p{L}\d))[\s_.](?<first>\d{2,4})(?:-(?<last>\d{2,4}))?(?:v\d)?(?=[\s_.]*[[(](?!(?:19|20)\d\d[)\]])|$)/u,
]
const lastNumbers: readonly RegExp[] = [
  /(?<=\p{L}_\p{L}+)_(?<first>0\d\d)$/u,
  /(?<=\p{Script=Han}[._\s-])(?<first>0\d|\d{2,3})-(?<next>\d{2,3})$/u,
  /(?<=\p{Script=Han})(?<first>0\d)-(?<next>\d\d)$/u,
  /(?<=\p{Script=Han}[（(][一二三四五六七八九十]{1,2}[)）])(?<first>\d{1,3})$/u,
  /(?<=\uE002)\s?[(（](?<first>\d{1,3})[)）]$/u,
  /(?<=\uE002)\s?[#＃](?<first>\d{1,3})(?=$|[\s._])/u,
  /(?<=[\p{Script=Han}】\]])[#＃](?<first>\d{1,3})(?=$|[\s._])/u,
  /(?<=\p{L}.*[\p{L}\d])-\s(?<first>\d{2,3})$/u,
  /(?<=\p{L}.*[\s._][\p{L}\d!?！？]+)\s(?<first>0\d{1,2})$/u,
  /(?<=\uE002.*\p{L}.*)[\s._-](?<first>0\d|\d{2})$/u,
  /(?:(?<=[\p{Script=Han})）])[._丨｜ -]|(?<=\p{Script=Han}(?:\d{1,2}|[IVX]{1,4}))[_]|(?<=\p{Script=Han}\d)[\s._-](?=0\d)|(?<=\p{Script=Han}\d)\s)(?<first>0\d{1,2}|1[3-9]|[2-9]\d|\d{3})(?=(?:[._ ](?:end|大结局|4k|(?:2160|1080|720)p?|高码率?|[高超]清|国语|无水印)*)*$)/iu,
  /(?<=\p{Script=Han}.*[\p{L}\p{N}])[\s._-](?<first>0\d{1,2})$/u,
  // A piece of a series, and its number: 狐妖小红娘 竹业篇 12.
  /(?<=\p{Script=Han}[篇章传傳記记]\s)(?<first>\d{1,3})$/u,
  /(?<=\p{Script=Han})(?<first>0\d{1,2}|[2-9]\d)$/u,
  /(?<=\p{Script=Han})(?<first>0[1-9]|0\d\d)(?=[\s._\uE001(（[【]|HD)/u,
  /(?<=\p{Script=Han})[#＃~～](?<first>\d{1,3})(?=$|[\s._])/u,
  /(?<=^[[【《][^\]】》]*\p{Script=Han}[^\]】》]*[\]】》])\s?(?<first>\d{2,3})(?=$|[\s._[【(（])/u,
  /(?<=\p{Script=Han})(?:TV版)?(?:HDTV|HD|BD|DVD|TV|VCD)(?:rip)?(?<first>\d{2})$/iu,
  /(?<=\p{L}.*\D)[.](?<first>[01]\d\d)$/u,
  /(?<=\p{Script=Han}.*)-(?<first>\d{2})(?=$|完$|[.\s_]+(?:[国粤中双完]|\d{3,4}p|HD|BD|END))/iu,
]
const barePatterns = [...bare, ...lastNumbers]
const wholeCount = [
  /[[（(【]?\s*(?:全|共)\s?(?<last>[\d一二三四五六七八九十百]{1,4})\s?[集话話回](?:全)?\s*[\]）)】]?/u,
  /(?<last>\d{1,3})集(?:全|完结)(?:\+OVA)?/u,
  /(?<=\p{Script=Han}[\s._-]?)(?<last>\d{2,3})全(?=$|[\s._\])】[【])/u,
  /(?<!第)(?<![\d-])\d{1,3}-(?<last>\d{1,3})\s?集/u,
  /[[【(]0{0,2}1-(?<last>\d{2,3})\s?全[\]】)]|(?<=\p{Script=Han}[\s._-]+)0{0,2}1-(?<last2>\d{2,3})\s?全(?=$|[\s._])/u,
]
/** 更新至EP24, 更至12集: how far a folder has come. */
const upTo = /(?:更新?|连载|連載)至\s?(?:第|EP?)?\s?\d{1,4}\s?[集话話期]?/iu
const seasonRange =
  /(?<![A-Za-z])seasons?[\s._](?<first4>\d{1,2})(?:[-–]|\s(?:to|through)\s)(?<last4>\d{1,2})(?!\d)|第?S?(?<first>\d{1,2})\s?-\s?S?(?<last>\d{1,2})季|(?<![A-Za-z0-9])第?S(?<first2>\d{1,2})-S(?<last2>\d{1,2})(?![A-Za-z0-9])|(?<=\p{Script=Han})S(?<first3>\d\d)-S(?<last3>\d\d)/iu
const seasons: readonly RegExp[] = [
  // 第三季度, 第一季节 are other words.
  new RegExp(String.raw`第\s?(${number})\s?季(?![节節度风風候军軍])`, 'u'),
  ordinalSeason,
  /[(（]?(?<!\d)第?(\d{1,2})[\s_]?(?:сезон|シーズン|シリーズ|시즌)[)）]?/iu,
  new RegExp(String.raw`${latinStart}(?:${seasonWord})[\s._]?(\d{1,2})${latinEnd}`, 'iu'),
  /(?<![A-Za-z0-9])series[\s._]?(\d{1,2})(?=[\s._,-]+(?:complete|\d{1,2}[\s._]?of|ep|\d{3,4}p|dvd|hdtv)|\s*$)/iu,
  /(?<![A-Za-z0-9])(?:the[\s._])?(?:complete[\s._])?(first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)[\s._]season(?![a-z])/iu,
  /[(（]?(?:сезон|シーズン|시즌)\s?(\d{1,2})[)）]?/iu,
  /(?<![A-Za-z0-9])(\d{1,2})(?:st|nd|rd|th)[\s._]season/iu,
  /(?<=[\s._\p{Script=Han}[\]])S(\d{1,2})(?:D\d{1,2})?(?=[\s._\](-]|$)/u,
  /(?<=\p{L}[\s._])s(\d{1,2})(?=\s-\s\d{1,3}(?!\d))/u,
]

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']

/** 第二期 is a season where the number of the episode stands in brackets or behind a dash. */
const seasonOfFansubs =
  /第\s?([\d一二三四五六七八九])\s?期(?=.*(?:[[【](?:\d{1,3}|(?!19|20)\d{4})(?:v\d|\s?end|完)?[\]】]|\s-\s\d{2,3}(?:v\d)?[\s[]|第\s?\d{1,3}\s?[話话集]))/iu

export function numbersOf(name: string): Numbering {
  const days = dayIn(name)
  let text = blanked(days.text, upTo).replace(seasonOfFansubs, '第$1季')
  const range = seasonRange.exec(text)
  let season: Count | undefined
  if (range) {
    season = [countOf(range, 'first'), countOf(range, 'last')]
    text = blanked(text, seasonRange)
  }
  const total = wholeCount.map((pattern) => pattern.exec(text)).find((match) => match !== null)
  for (const pattern of wholeCount) text = blanked(text, pattern)
  const hit = firstEpisode(text)
  let at = hit?.index ?? text.length
  for (const pattern of seasons) {
    const match = pattern.exec(text)
    if (!match) continue
    season ??= ordinals.indexOf((match[1] ?? '').toLowerCase()) + 1 || toNumber(match[1] ?? '')
    // A season's mark between two titles separates them; behind an episode's mark it means nothing.
    text = blanked(text, pattern, seasonSign)
  }
  const lead = text.slice(0, days.at ?? 0)
  // 【央视新闻】20230101 新闻联播: a channel alone stands before the day. 20-20.2024.11.15: a title of numbers does.
  const isTitled = /\p{L}/u.test(lead.replace(/^\s*[[【][^\]】]*[\]】]\s*$/u, '')) || /^\d\d-\d\d[\s._]+$/.test(lead)
  const isLast = /\p{L}/u.test(lead) && !/\p{L}{2}/u.test(text.slice(days.at))
  if (days.at !== undefined && (isTitled || isLast)) at = Math.min(at, days.at)
  const numbering: Numbering = { at, text }
  if (days.date !== undefined) numbering.date = days.date
  if (season !== undefined) numbering.season = season
  if (hit) return { ...numbering, ...readHit(hit, season) }
  const last = total?.groups?.['last'] ?? total?.groups?.['last2']
  return last === undefined ? numbering : { ...numbering, episode: [1, toNumber(last)], isCounted: true }
}

/** A number that is an episode's only by its place: looked for where no mark names one. */
export function bareNumber(
  text: string,
): { match: RegExpMatchArray & { index: number }; numbering: Partial<Numbering> } | undefined {
  if (!/\d/.test(text)) return undefined
  for (const pattern of barePatterns) {
    // Most of them match nothing: a test costs less than an iterator.
    if (!pattern.test(text)) continue
    for (const match of text.matchAll(everywhere(pattern))) {
      const numbering = bareNumbering(text, match)
      if (numbering) return { match, numbering }
    }
  }
  return undefined
}

function bareNumbering(text: string, match: RegExpMatchArray & { index: number }): Partial<Numbering> | undefined {
  if (match.index === 0 || /(?:剧场版|劇場版)[\s._-]*$/u.test(text.slice(0, match.index))) return undefined
  const start = match.groups?.['first'] ?? match.groups?.['first2'] ?? ''
  const first = Number(start)
  if (/^(?:19|20)\d\d$/.test(start) || [480, 720, 1080, 2160].includes(first)) return undefined
  // Two or three episodes in one file; a longer range is a collection's.
  return Number(match.groups?.['next']) - first > 2 ? undefined : readHit(match, undefined)
}

function firstEpisode(text: string): RegExpExecArray | undefined {
  for (const pattern of episodes) {
    const match = pattern.exec(text)
    if (match && !isFilm(text, match)) return match
  }
  return undefined
}

/** 第十一回.2019, 番外地.1965: with nothing but a year behind it, or in a longer word, a film's title. */
function isFilm(text: string, { index, 0: { length } }: RegExpExecArray): boolean {
  const word = text.slice(index, index + length)
  const behind = text.slice(length)
  const isAlone = /^第[^集话話]*$/u.test(word) && /^[\s._]*[(（]?(?:19|20)\d\d(?!\d)/.test(behind)
  const isOfWord = /^(?:番外|特[别別]篇)$/u.test(word) && /^\p{Script=Han}+[\s._]*[(（]?(?:19|20)\d\d(?!\d)/u.test(behind)
  return index === 0 && (isAlone || isOfWord)
}

function readHit(hit: RegExpMatchArray, season: Count | undefined): Partial<Numbering> {
  const groups = hit.groups ?? {}
  const special = groups['special'] ?? groups['special2']
  const start = groups['first'] ?? groups['first2']
  if (start === undefined) {
    const episode = toNumber(special ?? '')
    const last = toNumber(groups['last'] ?? '')
    return episode > 0 ? { season: 0, episode: last > episode ? [episode, last] : episode } : { season: 0 }
  }
  const first = toNumber(start)
  const end = groups['last'] ?? groups['last2'] ?? groups['next']
  const episode: Count = end === undefined || toNumber(end) <= first ? first : [first, toNumber(end)]
  const own = groups['season'] === undefined ? season : toNumber(groups['season'])
  return own === undefined ? { episode } : { episode, season: own }
}

function countOf(match: RegExpExecArray, name: string): number {
  const groups = match.groups ?? {}
  return toNumber(groups[name] ?? groups[`${name}2`] ?? groups[`${name}3`] ?? groups[`${name}4`] ?? '')
}

/** The day of a show; it is never the year of the title. */
function dayIn(text: string): { text: string; date?: string; at?: number } {
  const full =
    /(?<!\d)((?:19|20)\d\d)([-._\s]?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?:(?!\d)|[0-2]\d[0-5]\d(?:[0-5]\d)?(?!\d))期?/u.exec(
      text,
    )
  const short =
    /^(\d\d)()(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])-(?=\p{Script=Han})/u.exec(text) ??
    /^(\d\d)([.-])(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])期?[\s._-]*(?=\p{Script=Han})/u.exec(text) ??
    /(?<!\d)((?:19|20)\d\d)([.-])(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?=[.\s_-]*\p{Script=Han})/u.exec(text)
  const inWords = /((?:19|20)\d\d)年()(0?[1-9]|1[0-2])月(0?[1-9]|[12]\d|3[01])[日期号]/u.exec(text)
  if (inWords) {
    const [, year, , month = '', day = ''] = inWords
    return blankedDay(text, inWords, `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  }
  const numbers = dayInNumbers(text)
  const airing = /(?<=\p{L}[._ ])(0[1-9]|1[0-2])\.(0[1-9]|[12]\d|3[01])\.(\d\d)(?=\.(?:dsr|hdtv|pdtv|ws)\.)/iu.exec(text)
  if (!full && airing) return blankedDay(text, airing, `20${airing[3]}-${airing[1]}-${airing[2]}`)
  const match = full ?? short
  if (!match && numbers) return blankedDay(text, numbers.match, numbers.date)
  if (!match) return { text }
  const year = match[1]?.length === 2 ? `20${match[1]}` : match[1]
  return blankedDay(text, match, `${year}-${match[3]}-${match[4]}`)
}

/** 12-05-94, 31.12.1999, 94-12-05 behind a title: of two that may be either, dots have the day first, other signs the month. */
function dayInNumbers(text: string): { match: RegExpExecArray; date: string } | undefined {
  const match =
    /(?<=[\p{L}\p{N}!?)\]][\s._([-]+)(?<!\d\.)(\d{1,2})([-._ ])(\d{1,2})\2((?:19|20)\d\d|\d\d)(?=$|[\s._)\]-]+(?!\d)|[\s._)\]-]+\d{3,4}[pP])/u.exec(
      text,
    )
  if (!match) return undefined
  const [, one = '', sign, other = '', last = ''] = match
  const isShort = last.length === 2
  if ((isShort || sign !== '-') && one.length + other.length < 4) return undefined
  if (isShort && Number(one) > 31) return dated(match, [one, other, last])
  const isDayFirst = Number(other) > 12 ? false : Number(one) > 12 || sign === '.'
  return dated(match, isDayFirst ? [last, other, one] : [last, one, other])
}

function dated(match: RegExpExecArray, [year = '', month = '', day = '']: readonly string[]) {
  const whole = year.length === 4 ? year : Number(year) > 35 ? `19${year}` : `20${year}`
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31
  return isDay ? { match, date: `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` } : undefined
}

function blankedDay(text: string, match: RegExpExecArray, date: string): { text: string; date: string; at: number } {
  const behind = text.slice(match.index + match[0].length)
  const time = /^[\sT_]+(?:[01]\d|2[0-3])[-.:：][0-5]\d(?:[-.:：][0-5]\d)?(?=[\s_])/u.exec(behind)?.[0] ?? ''
  const length = match[0].length + time.length
  return { text: text.slice(0, match.index) + '\uE001'.repeat(length) + behind.slice(time.length), date, at: match.index }
}

/** Blanked text keeps its length, so that places stay true. */
export function blanked(text: string, pattern: RegExp, sign = '\uE001'): string {
  // Most of them match nothing: a test costs less than a replacement.
  return pattern.test(text) ? text.replace(everywhere(pattern), (match) => sign.repeat(match.length)) : text
}

export function blankedAll(text: string, patterns: readonly RegExp[]): string {
  return patterns.reduce((rest, pattern) => blanked(rest, pattern), text)
}

/** 12, 十二, 二十, 一百零三. */
export function toNumber(text: string): number {
  if (/^\d+(?:\.5)?$/.test(text)) return Number(text)
  const inWords = numberInWords(text)
  if (inWords !== undefined) return inWords
  let total = 0
  let digit = 0
  for (const sign of text) {
    if (sign === '十') total += (digit || 1) * 10
    else if (sign === '百') total += (digit || 1) * 100
    else {
      digit = sign === '两' ? 2 : Math.max(0, digits.indexOf(sign))
      continue
    }
    digit = 0
  }
  return total + digit
}
