/** Sites, cloud disks and their addresses beside a title. */

/** Endings of sites' addresses. */
const endings =
  'com|net|org|cc|tv|me|vip|cn|to|io|xyz|info|biz|mx|lt|li|pw|ws|wf|link|phd|site|club|top|cx|is|se|ru|in|eu|fm|am|ag|st|re|pro|lol|app|online|icu|ink|cafe|nu|ch|pl|it|es|fr|de|br|nl|hu|cz|ro|cr|rocks'
const siteWords =
  /www|bbs|\.(?:com|net|org|cc|tv|me|vip|cn)\b|电影天堂|影视|影院|下载|首发|论坛|发布|分享|公众号|微信|招募|招新|急招|招人|恭喜|祝贺|(?:请|多多|欢迎|记得|点)关注|关注(?=.)|更多/i
/** [ site.xyz ], [BT天堂site.xyz]: nothing but an address. */
const siteAlone = new RegExp(
  String.raw`^\s*(?:[A-Z]{0,3}\p{Script=Han}{1,6})?(?:https?:[\\/_]*)?(?:[a-z0-9-]{2,}\.){1,3}(?:${endings}|la|so|hk|tw|gg|fun|live|win|buzz|cyou|mobi|asia|sx|gd|im)\s*$`,
  'iu',
)
const domain = String.raw`(?:[\w-]+\.(?:com|net|org|cc)(?:\.cn)?|\w*(?:torrent|tamil)\w*\.[a-z]{2,4}(?=[\s._-]+(?!\d{4})))`
const siteBefore = new RegExp(
  String.raw`^[\p{Script=Han}A-Za-z0-9]{0,10}?[@\s_-]?(?:(?:www|bbs)[.。][\w-]+\.[a-z]{2,12}(?:\.cn)?|${domain})(?:[\s\-_@]+|\.(?=.)|(?=[【[《\p{Script=Han}]|\d{1,4}\p{Script=Han}))`,
  'iu',
)
/** site.xyz - Title, site.xyz_Title: any address, where a sign divides it from the title. */
const siteDivided = new RegExp(
  String.raw`^\s*(?:https?:[\\/_]*)?(?:[a-z0-9-]{2,}\.){1,3}(?:${endings})(?:\s+[-–|:~]+\s*|\s*@|_+(?:-_*)?)(?=\S)`,
  'iu',
)
/** seedpeer.me-Title: an address in small letters before a title with large ones. */
const siteDashed = /^[a-z0-9]{4,}\.(?:com|net|org|cc|tv|pw|me|to|lol|mx|ws|info|biz|xyz|ru)-(?=\p{Lu}\p{Ll})/u
/** KinoHD.to.Title: such a word, and a sign that it is a site's. */
const siteOfFilms =
  /^[a-z]*(?:film|movie|serie|kino|stream|torrent|cine)[a-z]*(?:hd|4k|\d+u?|hub|flix|world|zone|load|z)\.(?:com|net|org|cc|tv|pw|me|to|lol|mx|ws|info|biz|xyz|bid|guru|art|day|win|link|run|onl)[._](?=\S)/iu
/** FilmHub.casa - Title: a word of such sites before an ending that is on no list. */
const siteByWord =
  /^\s*[a-z0-9-]*(?:movie|torrent|film|rip|hub|flix|rulz|wap|series|cine|peli|desi|tamil)[a-z0-9-]*\.[a-z]{2,8}\s+[-–|]+\s+(?=\S)/iu
/** site.lt.Title: small letters before a title with large ones. */
const siteInSmall =
  /^(?=[a-z0-9-]*[a-z])[a-z0-9-]{3,}\.(?:com|net|org|cc|tv|lt|mx|ws|pw|li|xyz|info|biz|io|vip|cx|phd|site|club|top|to|ru|am)[.\s](?=\p{Lu}[\p{Ll}']|\p{Lu}[.\s]|\p{Script=Han})/u
/** ETTV.to Title: an address before a title with spaces. */
const siteSpaced = /^[A-Za-z0-9-]{3,}\.(?:com|net|org|cc|tv|lt|mx|ws|pw|li|xyz|info|biz|io|cx|top|to|ru)\s+(?=\S+\s)/u
/** 阳光电影ygdy8. : a site's name with its address, the suffix left out. */
const bareSite = /^\p{Script=Han}{2}电影[a-z]{2,}\d*[.\s]+(?=\p{Script=Han})/iu

/** Sites and cloud disks that write their names on to what they bring. */
const sites =
  '电影天堂|阳光电影|飘花(?:电影)?|电影港|新?6v电影|66影视|BT(?:之家|天堂|吧)|(?:高清)?MP4吧|LOL电影天堂|迅雷(?:电影天堂|电影|下载|云盘|看看)?|夸克(?:网盘|云盘)?(?:资源|分享|[48]K)?|阿里(?:云盘|网盘)(?:资源|分享)?|百度(?:云盘?|网盘)(?:资源|分享)?|天翼云盘?|UC网盘|115网盘|123云盘|人人(?:影视|电影)(?:原创)?|圣城家园|中国高清网|比特大雄|悠悠MP4|80s手机电影|天堂电影|久久电影|龙部落|美剧天堂|天天美剧|电影家园'
/** Words that no title ends with. */
const siteKinds = String.raw`[\p{Script=Han}A-Za-z\d]{1,8}(?:影视|影院|电影|剧集|字幕|高清|资源)(?:之家|网|站)|[\p{Script=Han}A-Za-z\d]{1,6}[网云]盘`
const namedSite = String.raw`(?:(?:${sites})网?|${siteKinds})`
/** 夸克网盘丨, 【BT之家】, 迅雷下载：, @电影港 www… before a title; 电影天堂.1988 is a film. */
const siteByName = new RegExp(
  String.raw`^@?(?:[[【(（]${namedSite}[\]】)）][\s._-]*|${namedSite}\s*[-_.:：丨｜|·@\s]+)(?=(?:www|bbs)\.|[[【]?(?:(?!(?:19|20)\d\d[\s._年])\d{1,4}|[A-Z]{1,3})?(?![国粤英日韩法德意俄双]语|中字|高清|完整|修复|原盘)\p{Script=Han}|《)`,
  'u',
)
/** 海港@电影天堂, 海港_www.site.me */
const siteLast = new RegExp(
  String.raw`(?<=\p{Script=Han}.*)(?:[-_@丨｜|·\s]+(?:${sites})网?(?:[\s._-]*(?:www\.)?[\w-]+\.[a-z]{2,5})?|[-_@\s.]+(?:www|bbs)\.[\w-]+\.[a-z]{2,5})$`,
  'u',
)

/** 公众号某某-, 微信搜索某某_, TG频道@some_, QQ群：1234, dytt8海港 */
const channelOfSite =
  /^(?:关注)?(?:微信)?(?:公众号|搜索?)[:：]?[^\s_.-]{1,10}[-_\s]+(?=\p{Script=Han}{2})|^(?:TG|电报)(?:频道|群)?[@:：]?\w{2,20}[-_\s]+(?=\p{Script=Han}{2})|^[[【](?:QQ|微信|VX|TG)[^\]】]*[\]】]\s*(?=\p{Script=Han}{2})|^(?:6v|dytt\d*|ygdy8|btbtt|dygod)[_\s]?(?=\p{Script=Han}{2})/iu
/** 海港 @某某 2023, 海港 by某某 */
const sharerBehind = /(?<=\p{Script=Han}{2})[\s_](?:@|by\s?)[\p{Script=Han}\w]{2,12}(?=$|[\s._]+(?:19|20)\d\d(?!\d))/u

const services =
  '优酷(?:视频|网)?|土豆(?:视频|网)?|爱奇艺|腾讯(?:视频)?|搜狐视频|乐视(?:视频|网)?|芒果TV|哔哩哔哩|[BA]站|bilibili|iQIYI|Youku|WeTV|AcFun|PPTV|PP视频|网易(?:云|视频|公开课)?|央视频|咪咕(?:视频)?|西瓜视频|好看视频|埋堆堆|华数TV|百视TV|韩剧TV|人人视频|巴哈姆特|动画疯'
/** B站 海港, 优酷：海港, 【网易公开课】海港: the service that a film was saved from. */
export const serviceBefore = new RegExp(
  String.raw`^(?:[[【](?:${services})[\]】]\s*|(?:${services})[-_\s.：:丨｜|]+)(?=(?!第[\d一二三四五六七八九十])\p{Script=Han}{2}|《)`,
  'iu',
)

export function withoutSite(text: string): string {
  return [
    siteByName,
    channelOfSite,
    siteDivided,
    siteByWord,
    siteDashed,
    siteOfFilms,
    siteInSmall,
    siteSpaced,
    siteBefore,
    bareSite,
  ].reduce((rest, pattern) => rest.replace(pattern, ''), text)
}

export function withoutSiteBehind(text: string): string {
  return /\p{Script=Han}/u.test(text) ? text.replace(siteLast, '').replace(sharerBehind, '') : text
}

export function isAdvert(inside: string): boolean {
  return (
    (siteWords.test(inside) || siteAlone.test(inside)) && !/^\s*$/.test(inside) && !/字幕组|字幕社|發佈組|发布组/.test(inside)
  )
}
