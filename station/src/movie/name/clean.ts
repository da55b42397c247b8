/** Removes the parts of a name that say nothing: encodings, advertising, list numbers, ornaments, ids. */

import { withoutIndexLetter } from './lead/index-letter.ts'
import { withoutDirector } from './lead/makers.ts'
import { stationBefore, withoutStation } from './lead/stations.ts'
import { isAdvert, serviceBefore, withoutSite, withoutSiteBehind } from './lead/sites.ts'

export type Ids = { tmdb?: number; imdb?: string; douban?: string }

/** [中央电视台4K频道 航拍中国]: the channel before the title. */
const channelInBracket =
  /^(\s*[[【])(?:中央广播电视总台|中央电视台|央视|CCTV-?\d{0,2}\+?|\p{Script=Han}{2}卫视|TVB|翡翠台|凤凰)[\p{Script=Han}A-Z\d-]{0,12}\s+(?=\S)/iu
const advertBracket = /[[【(（]([^\]】)）]*)[\]】)）]/gu

/** -电影-高清在线观看-爱奇艺: the title of a site's page, whose words follow that of the film. */
const pageTitle =
  /(?:[-_—|\s]+(?:电影|电视剧|综艺|动漫|少儿|纪录片|(?:全集|高清|超清|正版|免费|完整版?|视频|1080P)*在线(?:观看|播放)\S*))*(?:[-_—|\s]+(?:爱奇艺|优酷网?|腾讯视频|芒果TV|哔哩哔哩|bilibili|搜狐视频|西瓜视频|咪咕视频|乐视视频|(?:全集|高清|超清|正版|免费|完整版?|视频|1080P)*在线(?:观看|播放)\S*))+$/iu

/** A list's number, an index letter or the day of filing before the title. */
const before: readonly RegExp[] = [
  // A group or a copier before a Chinese title: CMCT-, 人人影视-, FIX字幕侠-, @某某 , [某某ABCD].
  /^(?!E[Pp]?\d|S\d|SP\d?-|OVA|OAD|\w*\d{3,4}[Pp]-)[A-Za-z][A-Za-z\d]{2,11}-(?=\p{Script=Han}{2})/u,
  /^@?(?:[A-Za-z\d]{0,8}\p{Script=Han}{0,8}(?:字幕[组組社侠俠]?|影视|[压壓]制组?|制作组|汉化组?|搬运[工组]?|首发|转载)[A-Za-z]{0,8}[&＆×+]?){1,3}[-_.\s:：]+(?=\p{Script=Han}{2}|《)/u,
  // A station of a place, before the title of a recording that has a number.
  /^\p{Script=Han}{2,5}(?<![站舞擂月阳陽讲柜窗平楼瑶灵露后吧天火])[台臺][\s._-]+(?!第|[未无無]?删减|导演|加长|完整|修复|收藏|终极|[国粤英日韩法德双][语粤]|中字|[高超]清|蓝光|原盘|重映|内封)(?=\p{Script=Han}{2,}.*(?:\d集|E\d|(?<!\d)(?:19|20)\d{2}))/u,
  /^(?:北京|上海|天津|重庆|广东|广州|深圳|湖南|湖北|浙江|江苏|山东|河北|河南|四川|安徽|辽宁|江西|陕西|云南|福建|黑龙江|吉林|山西|贵州|广西|杭州|南京|武汉|成都|西安)(?:文艺|影视|都市|经视|公共|生活|科教|新闻|综艺|娱乐|电视剧|纪实|经济|民生)(?:频道)?[\s._-]+(?=\p{Script=Han}{2})/u,
  /^@[^\s@]{2,14}[\s_-]+(?=\p{Script=Han}{2})|^@[A-Za-z]\w{3,24}[\s_]+(?=\p{Lu}\p{L}+.*(?<!\d)(?:19|20)\d\d(?!\d))/u,
  // [某某@Share] 海港 [BDRip]
  /^\[[^\]\s]{2,16}@[^\]\s]{2,16}\]\s*(?=\p{L}{2})/u,
  // HDTime-, HDChina-: groups of trackers.
  /^HD[A-Z][a-z]{2,8}-(?=[A-Z\d])/u,
  /^(?:QQ|微信|VX)(?:群|号|公众号)?[:：]?\s?\d{5,11}[\s_.-]+(?=\p{Script=Han}{2})/iu,
  /^[[【]\p{Script=Han}{2,8}[-_. ]?(?!TV|OVA|OAD|BD|HD|DVD|CG)[A-Z]{3,6}[\]】]\s*(?=\p{Script=Han}{2})/u,
  // The bracket that an address, or a group, stood in was cut off.
  /^\p{L}{2,12}[\]】](?=[[【])/u,
  /^(?:www|bbs)\.[\w-]+\.[a-z]{2,12}(?:\.cn)?[\]】)）]\s*(?=\S)/iu,
  /^\s*\d\.\d\s*分[\s._-]*(?=\p{Script=Han})/u,
  // The country or the genre before a title with a year.
  /^(?:(?:中国)?(?:香港|台湾|大陆)|美国|英国|法国|德国|日本|韩国|泰国|印度|意大利|西班牙|俄罗斯|苏联)[\s._-]+(?!第)(?=(?:19|20)\d\d[\s._-]+\p{Script=Han}{2}|\p{Script=Han}{3}[^\n]*(?<!\d)(?:19|20)\d\d(?!\d))|(?<=^(?:19|20)\d\d[\s._-]+)(?:(?:中国)?(?:香港|台湾|大陆)|美国|英国|法国|德国|日本|韩国|泰国|印度|意大利|西班牙|俄罗斯|苏联)[\s._-]+(?=\p{Script=Han}{2})/u,
  /^(?:剧情|动作|喜剧|科幻|恐怖|悬疑|惊悚|犯罪|武侠|警匪)[\s._-]+(?=\p{Script=Han}{2}.*(?<!\d)(?:19|20)\d\d(?!\d))/u,
  /^\s*[5-9]\.\d[\s_]+(?=\p{Script=Han}.*(?<!\d)(?:19|20)\d\d(?!\d))/u,
  /^\p{Script=Han}{0,2}经典-(?=\p{Script=Han}{2,}-(?:19|20)\d\d)/u,
  /^\s*(?:复制|副本|copy of|copie de|kopie von|copia de|c[oó]pia de|копия)\s*-?\s*/i,
  /^\s*(?:No|Top|№)[.\s]?\d{1,4}[\s._｜|-]+(?=\S)(?!(?:19|20)\d\d[\s._])/i,
  // 国产电影 海港, 最新大片.海港, 古装剧《海港》: what kind of film it is; a year before it stays.
  /^(?:(?:19|20)\d\d年?)?(?:最新|国产|国内|香港|港产|日本|韩国|欧美|美国|英国|法国|泰国|印度|台湾|华语|经典|怀旧|院线|热门|高清|豆瓣|高分|央视|网络|动作|喜剧|爱情|科幻|恐怖|悬疑|战争|古装|抗战|谍战|家庭|年代|都市|青春|武侠|奇幻|短)+(?:电影|新片|大片|影片|片|电视剧|连续剧|剧|动漫|动画|综艺|纪录片)(?:[\s._：:-]+(?=\p{Script=Han}{2}|《)|(?=《))/u,
  /^\p{Script=Han}{2,4}(?:领衔)?主演[\s._：:-]+(?=\p{Script=Han}{2})/u,
  /^\p{Script=Han}{0,8}公众号[^\s_.]*[._\s]+(?=\S)/u,
  /^\s*[[(（【]\d{1,2}[\])）】]\s*(?!(?:[国粤日英双]语|中字|超?高清|蓝光|4k)(?!\p{L}{2}))(?=\p{L}|\d+(?=\p{Script=Han}))/u,
  /^\s*(?!\d_\d的)\d{1,3}[.、．_-]\s*(?=\d{0,4}[号：:]?\p{Script=Han})(?!(?:[国粤英日韩]{1,3}[双三]?[语配]|导演|未?删减|修复|中字|完整|加长)[^\d]*(?:19|20)\d\d(?!\d))(?!(?:完|终|大结局|完结|(?:超?高清|超清|蓝光|[国粤双]语|中字|无水印|正片)[\s._]*)+$)/u,
  /^\s*第\d{1,4}名[\s._、：:-]+(?=\S)/u,
  /^(?:IMDb|豆瓣|TOP)[\s._-]?(?:电影)?(?:Top)?\s?\d{2,4}[\s._-]+(?:(?:第|No\.?)\d{1,3}[名部位]?[\s._-]*|\d{1,3}[\s._-]+)?(?=\p{L})/iu,
  /^\s*0\d{1,3}(?:\s-\s|\.\s?(?=\p{Script=Han})|\.\s|\s(?=\p{Script=Han}))(?=\p{L}.*(?<!\d)(?:19|20)\d\d(?!\d))/u,
  /^\s*(?:[1-9]\d?(?:\s-|\.)|#\d{1,3})\s(?=\p{Lu}.*\((?:19|20)\d\d\)$)/u,
  /^\s*0\d\s(?=\p{Lu}\p{L}*\s\p{L}.*\((?:19|20)\d\d\))/u,
  // The number of a series' film, who plays in it, and the forum that it comes from.
  /^\s*M\d{1,2}\s+(?=\p{Script=Han})/u,
  /^(?:主演|导演|編劇|编剧)[:：]\S+\s+(?=\p{Script=Han})/u,
  /^\p{Script=Han}{2,5}(?:论坛|字幕网|影视网|家园|射手网|(?<=\p{Script=Han}{2})网(?=\.\p{Script=Han}+\d{0,2}\.[A-Z]))[.\s_-]+(?=\p{Script=Han})/u,
  serviceBefore,
  /^\p{Script=Han}{0,2}(?:纪录片|故事片|动画片|科教片|国产剧|连续剧|电视剧)\.(?=\p{Script=Han}{2,}.*\.)/u,
  /^\s*\d{1,4}\s-\s(?=\p{Script=Han})/u,
  /^\s*\d\d版(?=\p{Script=Han}{2})/u,
  /^\([A-Za-z][\w-]{1,15}\)[_\s]+(?=\S.*[[(].*\d{3,4}p)/u,
  /^\s*[A-Z][)）]\s*(?=\p{Script=Han})/u,
  /^\s*[A-Z](?:\s+|-)(?=\p{Script=Han})/u,
  /^\s*\d{4}\.\d{1,2}\.\d{1,2}[.\s]+(?=\p{Lu})/u,
  // The day of filing, before a film with a year of its own.
  /^\s*\d{4}(?:[.-]\d{1,2}[.-]\d{1,2}|年\d{1,2}月\d{1,2}日)[\s._-]+(?=\p{Script=Han}(?!.*(?:期|集|E\d)).*(?<!\d)(?:19|20)\d\d[.\s)）\]])/u,
  /^[[【(（](?:CCTV-?\d{0,2}\+?|\p{Script=Han}{2,4}卫视|翡翠台|明珠台|TVB|CHC)(?:高清|超清|HD|[48]K|\p{Script=Han}{2}频道)*[\]】)）][\s._-]*(?=\p{Script=Han}{2})/iu,
  /^[a-z][a-z0-9]{1,4}-(?=[a-z0-9._]+-s\d\de\d\d)/,
  // A group in ornaments, and one before a Latin title with an episode's number.
  /^[[【][❀✿❁✾◆◇♥♡][^\]】]{1,20}[\]】]\s*(?=\S)/u,
  /^[[【][^[\]【】]{2,30}[\]】]\s?(?!\s?第[\d一二三四五六七八九十]+[季期部](?!\p{Script=Han}))(?=[^[\]【】]*\p{Script=Han}{2}[^[\]【】]*(?:\s-\s\d{2,4}(?:v\d)?[\s[(【]|\s?[[【]\d{2,3}(?:v\d)?[\]】]))/u,
  /^[[【]\p{Script=Han}{2,8}[\]】]\s(?=[A-Za-z][^[\]]*(?:\s-\s\d{2,4}[\sv[(]|\s?[[(]\d{2,4}[\])]|S\d\dE\d\d|第\d{1,4}[话話集回]))/u,
  /^(?:Hunan|Zhejiang|Jiangsu|Beijing|Dragon|Anhui|Shandong|Shenzhen|Guangdong|Hubei|Sichuan|Tianjin|Liaoning|Henan|Phoenix)[\s._](?:Satellite[\s._])?TV[\s._]+(?=\S)/,
  /^(?:TVB[\s._-]+)?(?:Jade|Pearl|J2|ViuTV\d*|NowTV|HOY(?:TV)?|RTHK\d*|TVBJ|CTV|TVB)(?:[\s._-]?HD)?[\s._-]+(?=\S.*(?<![a-z])Ep?\d+.*(?:HDTV|1080i))/iu,
  /^\s*\d{2}\.\d{2}\.\d{2}[.\s]+(?!S\d)(?=\p{L})/u,
  /^\s*[★☆]?(?:\d{1,2}|[一四七十])月新番[★☆]?\s*/u,
  stationBefore,
  /^\s*\d{1,2}-\d{1,2}[.、]\s*(?=\p{Script=Han})/u,
  /^(?:国产|经典|怀旧)?(?:老电影|译制片|故事片)[-_：:\s.]+(?=\S)/u,
  // Prefixes of Usenet; the day of a show before its number.
  /^(?:\[(?:\d+|FULL|#[^\]]*)\]-)+/i,
  /^\s*(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])期\s*(?=第\d+期)/u,
  // A collection before one of its films: [成龙1976-1992原盘集]拳精.
  /^[[【][^\]】]*\p{Script=Han}[^\]】]*(?:合集|原盘集|(?:19|20)\d\d-(?:19|20)\d\d)[^\]】]*[\]】](?=.*[\]】]\s*\p{Script=Han}{2}.*(?:19|20)\d\d)/u,
  // The studio, and a shelf's word written on to the title.
  /^\p{Script=Han}{2,8}(?:出品|制片厂|影业)[.\s_-]+(?=\S)/u,
  /^(?:电视剧|连续剧|动画片)(?=\p{Script=Han}{2,}.*\d)/u,
  // An indexer's name before a release with dots.
  /^[A-Za-z]\w+ - (?=[\w'-]+(?:\.[\w'()[\]-]+){3,}$)/,
  /^(?:TGx|YIFY|YTS|RARBG|ETRG|ETTV|EZTV|axxo|FGT|PSA|QxR|UTR|Tigole|ION10|EVO|MeGusta)\s-\s(?=\S)/iu,
  /^\d{4}\.(?=(?:19|20)\d\d\p{Script=Han})/u,
  /^BD-?(?:25|50|66|100)[_\s.]+(?=\S)/i,
  /^(?:(?:动作|喜剧|爱情|科幻|恐怖|悬疑|战争|剧情|动画|犯罪|惊悚|纪录|武侠|灾难|奇幻|冒险|文艺|功夫|警匪|古装)片|电影|电视剧|连续剧|综艺|动漫|国产剧|无线剧|無綫劇|[日韩美英台港]剧)(?:[-_：:]|\s-\s|\s(?=《)|(?<=电视剧|连续剧|国产剧|无线剧|無綫劇|动漫|综艺|[日韩美英台港]剧)\s(?=\p{Script=Han}{2}))\s*(?=\S)/u,
  /^\s*映画\s+(?=\S)/u,
  /^\s*0\d\.(?=\p{L}[\w'.-]*\.S\d\dE\d\d)/u,
  /^[A-Z]{0,3}\p{Script=Han}{2,6}[.\s_-]?[a-z]+\d+\.(?:com?|net|cc|tv|me|la|vip)[.\s_-]+(?=\S)/u,
  /^[[【](?:19|20)\d\d\.\d{1,2}\.\d{1,2}[\]】]\s*(?=\p{Script=Han}(?!.*(?:期|集|E\d)).*(?:19|20)\d\d)/u,
  /^\s*[A-Z][A-Za-z]*TV\d{0,2}(?:-?[48]K|-?HD)?[\s._]+(?=\S)/,
  /^\s*[A-Z][A-Za-z]+(?:TV-?)?HD[\s._]+(?=\S.*(?:1080i|HDTV))/,
  /^\s*(?:央视版|央视(?=《)|\p{Script=Han}{2}卫视(?=《))/u,
  /^\s*(?:BBC|NHK|PBS|Discovery(?:[\s._]Channel)?|(?:National[\s._]Geographic|Nat[\s._]?Geo|History)(?:[\s._]Channel)?(?=[\s._]+-|\.)|国家地理(?:频道)?|探索频道|历史频道)(?:纪录片)?(?:[\s._：:-]+(?=\p{Script=Han})|\.(?=\p{L})|\s-\s(?=\p{L}))/iu,
]

/** Whether one of them stands there: most names have none of these. */
const anyBefore = new RegExp(
  before.map(({ source, flags }) => (flags.includes('i') ? `(?i:${source})` : `(?:${source})`)).join('|'),
  'u',
)

export function withoutIds(text: string): { text: string; ids: Ids } {
  const ids: Ids = {}
  const tmdb = /[[{(]?\btmdb(?:id)?[-=_ ]?(\d+)[\]})]?/i
  const imdb = /[[{(]?(?<![a-z\d])(?:imdb(?:id)?[-=_ ]?)?(tt\d{7,9})(?!\w)[\]})]?/i
  const douban = /[[{(]?\bdouban(?:id)?[-=_ ]?(\d+)[\]})]?/i
  const tmdbId = tmdb.exec(text)?.[1]
  const imdbId = imdb.exec(text)?.[1]
  const doubanId = douban.exec(text)?.[1]
  if (tmdbId !== undefined) ids.tmdb = Number(tmdbId)
  if (imdbId !== undefined) ids.imdb = imdbId.toLowerCase()
  if (doubanId !== undefined) ids.douban = doubanId
  const other = /[[{(]tvdb(?:id)?[-=_ ]?\d+[\]})]/i
  return { text: [tmdb, imdb, douban, other].reduce((rest, pattern) => rest.replace(pattern, ' '), text), ids }
}

/** 疯丨狂丨动丨物: strokes between the characters of a title. */
const strokes = /(?<=[\p{L}\d])[丨｜|│](?=[\p{L}\d])/gu
const strokeOfCopy =
  /(?<=(?:(?<!\d)(?:19|20)\d\d|[48]K|\d{3,4}[Pp]|[国粤英双日韩][语語]|中字|高清|蓝光|HDR))[丨｜│]|[丨｜│](?=(?:(?:19|20)\d\d(?!\d)|[48]K|\d{3,4}[Pp]|[国粤英双日韩][语語]|中字|高清|蓝光|HDR))/gu
/** 赤丨热, and nothing else of Chinese beside it. */
const oneStroke = /(?<!\p{Script=Han})(\p{Script=Han}{1,3})[丨│](\p{Script=Han}{1,3})(?!\p{Script=Han})/u

/** Advertising, numbers of lists and ornaments are removed; brackets with other text stay. */
export function cleaned(name: string): string {
  let text = plainLetters(decoded(name)).trim()
  // 某某字幕组★海港★09★: stars for brackets.
  if (/^[^★]{2,}★[^★]+★\d{2,4}(?:v\d)?★/u.test(text)) text = `[${text.replaceAll('★', '][')}]`
  text = text.replace(/^[[【]((?:19|20)\d\d)(?:0[1-9]|1[0-2])[\]】]\s*(?=\S)/u, '[$1]')
  // 2021-10-22 第12期 海港 第二季: the title stands behind its number.
  text = text.replace(
    /^(\d{4}([-.]?)\d\d\2\d\d)[\s._-]+(第\d{1,3}期[上中下]?)[\s._-]+(\p{Script=Han}{2,}.*第[\d一二三四五六七八九十]+季)$/u,
    '$4 $3 $1',
  )
  // www_site_com_: an address whose dots were replaced.
  text = text
    .replace(/(?<![A-Za-z\d])(www|bbs)[_ ]([a-z\d-]{3,20})[_ ](com|net|org|cc|tv|me|vip)(?![a-z])/giu, '$1.$2.$3')
    .replace(/(?<=\p{Script=Han})([a-z]{3,12}\d{0,3})[_ ](com|net|org)(?=[\s_-]|\p{Script=Han}|\d)/giu, '$1.$2')
  text = text.replace(/(?<=[[【])\s+(?=[^[\]【】]*\s[\]】])|(?<=[[【][^[\]【】]*\S)\s+(?=[\]】])/gu, '')
  // ★某某字幕组★10月新番: stars for the brackets of a group.
  text = text.replace(/^★([^★]{2,20})★(?=\d{1,2}月新番|[[【])/u, '[$1]')
  // [1917].2019: a title that is a number.
  text = text.replace(/^[[【](\d{1,4})[\]】](?=[.\s_]*(?:19|20)\d\d(?!\d))/u, '$1 ')
  // [Rec] 3 Genesis: the one series of films whose title stands in brackets.
  text = text.replace(/^\[(rec)\](?=\s[2-4]\s)/i, '$1')
  // [REC]2.2009: a sequel's number is written on to no group.
  text = text.replace(/^\[(\p{L}{2,6})\](?=[2-9][\s._]+[(]?(?:19|20)\d\d(?!\d))/u, '$1 ')
  text = text.replace(/^((?:19|20)\d\d)-(?:19|20)\d\d_(?=\p{L})/u, '$1_')
  // Бастер _ Buster (Дэвид Грин _ David Green) [1988, …]: the director before the year, as Russian trackers write it.
  text = text.replace(/(?<=\S\s)\([^()]*(?:\([^()]*\)[^()]*)?\)\s(?=\[(?:19|20)\d\d,)/u, '')
  if (/^[\p{Script=Latin}\d']+(?:-[\p{Script=Latin}\d']+){2,}$/u.test(text) && /-(?:19|20)\d\d(?:-(?!\d\d-\d\d)|$)/.test(text))
    text = text.replaceAll('-', ' ')
  // 海港 主演：某某 某某 2014
  text = text.replace(
    /(?<=\p{Script=Han}{2}[\s._(（]+)(?:领衔)?(?:主演|演员)[:：][\p{Script=Han}·、，,&\s]+?(?=[\s._]*(?:[(（[]?(?:19|20)\d\d|$))/u,
    '',
  )
  text = text.replace(/[\p{So}\uFE0F]+(?=\S)/gu, (signs) => (/^[★☆°■♂♀№❀✿❁✾]+$/u.test(signs) ? signs : ''))
  // 海港｜1993｜1080P: strokes that divide.
  text = text.replace(/[｜|│](?=(?:19|20)\d\d(?!\d)|\d{3,4}p(?![a-z]))/giu, ' ')
  // 海港丨2024丨4K丨国语: those beside a word of the copy divide, those between characters hide.
  text = text.replace(strokeOfCopy, ' ')
  if ((text.match(strokes) ?? []).length > 1) text = text.replace(strokes, '')
  text = text.replace(oneStroke, '$1$2')
  // A list's code before a site's name: A023   阳光电影www.ygdy8.com.
  text = text.replace(/^[A-Z]?\d{1,4}\s+(?=\p{Script=Han}{0,8}(?:www|bbs)\.)/u, '')
  text = text.replace(
    /^[\p{Script=Han}A-Za-z·]{2,10}[(（[【](?:(?:www|bbs)\.[^)）\]】]*|[\w-]+\.(?:com|net|org|cc|tv))[)）\]】][.\s_-]*(?=\S)/iu,
    '',
  )
  for (let last = ''; last !== text;) {
    last = text
    text = text
      .replace(advertBracket, (bracket, inside: string, at: number) =>
        isAdvert(inside) && !isOnlyTitle(inside, text.slice(at + bracket.length)) ? '' : bracket,
      )
      .trimStart()
    text = withoutSite(text).replace(channelInBracket, '$1')
    if (anyBefore.test(text)) for (const pattern of before) text = text.replace(pattern, '')
    text = withoutStation(text)
    text = withoutIndexLetter(withoutDirector(text))
    if (text.trim() === '') return last
  }
  return (
    withoutSiteBehind(text)
      .replace(/_?Tacit0924|@\w+$/g, '')
      .replace(/(?<=\p{Script=Han})(?:@\S+|-[A-Z]{2,6})$/u, '')
      .replace(/[[](?:新|終|字|再|無|二|解|多|初|生)[\]]/gu, '')
      .replace(/(?<=\d日)\d{1,2}[時时]\d{1,2}分(?:\d{1,2}秒)?[-_\s]*/u, '')
      .replace(/\s-\s(?:www\.)?[\w-]+\.(?:com|org|net)$/i, '')
      .replace(/(?<=\S)(?<!^\[.*)\s*[(（]\d[)）]$/, '')
      // A rating: 精武英雄8.1; 哥斯拉-1.0 is a title.
      .replace(/(?<=\p{Script=Han})\s*(?:[3-9]\.\d{1,2}$|\d\.\d分(?=$|[\s._]))/u, '')
      .replace(/(?<=\p{Script=Han}{2})[\s_]+[5-9]\.\d(?=$|[\s_]+(?:19|20)\d\d(?!\d))/u, '')
      .replace(/\s*[-_]?\s*(?:copy|副本)$/i, '')
      .replace(pageTitle, '')
  )
}

/** [天堂电影院].Cinema.Paradiso: no address, and no other Chinese words follow. */
function isOnlyTitle(inside: string, behind: string): boolean {
  return (
    /^\p{Script=Han}{2,8}$/u.test(inside) &&
    !/^电影天堂|公众号|下载$|首发$|论坛$/u.test(inside) &&
    !/\p{Script=Han}{2}/u.test(behind.replace(/第\S{1,3}[季集期话話]/gu, ''))
  )
}

/** 第贰季: as on contracts. */
const written: Readonly<Record<string, string>> = {
  壹: '一',
  贰: '二',
  貳: '二',
  叁: '三',
  參: '三',
  肆: '四',
  伍: '五',
  陆: '六',
  陸: '六',
  柒: '七',
  捌: '八',
  玖: '九',
  拾: '十',
}

/** Full-width letters and digits become plain ones; Chinese punctuation stays. */
function plainLetters(text: string): string {
  return text
    .replace(/[０-９Ａ-Ｚａ-ｚ]/g, (letter) => letter.normalize('NFKC'))
    .replace(/[‑‐－]/g, '-')
    .replace(/【([^【】\p{Script=Han}]*)】/gu, '[$1]')
    .replace(/（([\p{Script=Latin}\d\s.,_-]*)）/gu, '($1)')
    .replace(/(?<=第)[壹贰貳叁參肆伍陆陸柒捌玖拾]+(?=[季集部期])/gu, (number) =>
      number.replace(/./gu, (sign) => written[sign] ?? sign),
    )
    .replace(/[〔［〖]/g, '[')
    .replace(/[〕］〗]/g, ']')
}

/** Percent signs, and GBK bytes that were read as Latin letters (Ó¢ÐÛ for 英雄). */
function decoded(name: string): string {
  let text = name
  if (/(?:%[0-9a-f]{2}){3}/i.test(text) || (!text.includes(' ') && text.includes('%20'))) text = unescaped(text)
  // A run with U+FFFD is a title whose bytes are lost.
  text = text.replace(/[^\s.[\]()]*\uFFFD[^\s.[\]()]*[\s.]*/g, '')
  return text.replace(/[\u00A1-\u00FF]{4,}/g, (run) => {
    const bytes = Buffer.from(run, 'latin1')
    const read = bytes.length % 2 === 0 ? new TextDecoder('gbk').decode(bytes) : ''
    return /^\p{Script=Han}+$/u.test(read) ? read : run
  })
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    return text
  }
}
