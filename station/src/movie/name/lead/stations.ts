/** Stations and channels that a name tells as its source: behind them a bare number is an episode's. */

const kinds =
  '综合|财经|综艺|中文国际|体育(?:赛事)?|电影|国防军事|电视剧|纪录|科教|戏曲|社会与法|新闻|少儿|音乐|农业农村|奥林匹克'
const counts = String.raw`[\d一二三四五六七八九十]+`
/** In Chinese characters, or followed by a title in them. */
const stations = [
  String.raw`CCTV-?\d{0,2}\+?(?:[\s._-]?(?:[48]K|超?高清|HD))?(?:[\s._-]?(?:${kinds}))?`,
  String.raw`(?:中央|央视)(?:电视台)?${counts}[套台]|央视(?:${kinds})?(?:频道)?(?=[\s._-]|高清|HD|\p{Script=Han}{2}频道)`,
  String.raw`[A-Z]{1,4}TV-?\d{0,2}(?:影视|文艺|新闻|科教|生活|财经|体育|青年|少儿|公共|都市|经济)?(?:频道)?(?=[\s._-]*(?:-?(?:[48]K|高清|HD)[\s._-]+)?\p{Script=Han}{2})`,
  String.raw`\p{Script=Han}{2,6}(?:电视台|電視台)(?:\p{Script=Han}{2,4}频道)?`,
  String.raw`(?:[A-Z]{2,3})?\p{Script=Han}{2,4}[卫衛][视視](?:\p{Script=Han}{2,3}台|(?:19|20)\d\d版)?|[卫衛][视視](?:电影|中文|電影|合家欢)台`,
  String.raw`金鹰(?:卡通|纪实)|卡酷(?:少儿|卡通|动画)?|优漫卡通|炫动卡通|嘉佳卡通`,
  String.raw`[公民華华亞亚中台][視视](?:HD)?(?=[\s._])|(?:GTV)?(?:三立|东森|東森|纬来|緯來|八大)(?:\p{Script=Han}{0,3}台|都会|都會|电影|電影|戏剧|戲劇|综合|綜合|综艺|綜藝|第一|日本|洋片)?(?=[\s._-])|TVBS\p{Script=Han}{0,3}|大[愛爱](?:電視|电视)`,
  String.raw`TVB(?:[\s._]?(?:J2|Jade|Plus|HDJ?|翡翠台|明珠台|星河台|经典台|經典台)|[剧劇]集?)?|HD-?Jade|J2(?=[\s._-]+\p{Script=Han})`,
  String.raw`(?:高清|无线|無綫)?(?:翡翠台|明珠台)|(?:ATV)?(?:本港台|亚洲电视|亞洲電視)|(?:無綫|无线|香港开|香港開)(?:電視|电视)|Now(?:寬頻|宽频)|[有]线\p{Script=Han}{2}台`,
  String.raw`(?:CCTV-?6[\s._-]+)?佳片有约|CHC|BS\d{1,2}|CETV-?\d?|凤凰(?:电影|中文台|资讯台|电影台)|华娱卫视|东方电影`,
  String.raw`\p{Script=Han}{2,6}频道(?=[\s_.]+\p{Script=Han}{2,}.*[\s_.])`,
]
/** Stations of other countries: only before a title in Chinese characters, kana or Hangul. */
const foreign = String.raw`(?:HBO|Star[\s._]Movies|AXN|NHK(?:[\s._]?BS\d?)?(?:総合|教育|Eテレ|プレミアム)?(?:・\p{Script=Han}{2})?|BSプレミアム|WOWOW|フジテレビ|TBS|テレビ朝日|日テレ|日本テレビ|テレビ東京|読売テレビ|関西テレビ|TOKYO[\s._]?MX|AT-X|MBS|KBS\d?|SBS|MBC|tvN|JTBC|OCN|ENA)(?=(?:[\s._]?HD)?[\s._]+[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])`
const quality = String.raw`(?:[\s._-]?(?:[48]K|超?高清|HD)(?![A-Za-z])|(?:高清)?[\p{Script=Han}\d]{2,4}频道|综合|(?<=CHC\S*)(?:\p{Script=Han}{0,2}(?:电影|影院)|动作|家庭|影迷))*`
const station = String.raw`(?:${stations.join('|')}|${foreign})${quality}`

export const stationBefore = new RegExp(String.raw`^\s*${station}[\s._-]+(?=\S)`, 'iu')
const day = String.raw`((?:19|20)\d\d([-.]?)\d\d\2\d\d)(?:[\sT_-]+(?:[01]\d|2[0-3])[-.:：]?[0-5]\d(?:[-.:：]?[0-5]\d)?(?=[\s_-]))?`
/** 20120305_2000_NHK総合_海港物語: the day stays. */
const stationBehindDay = new RegExp(String.raw`^${day}[\s_-]+${station}[\s._-]+(?=\S)`, 'iu')
/** 20120305 2000 海港: the time behind the day. */
const timeBehindDay =
  /^((?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))[\s_-]+(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?[\s_-]+(?=\p{Script=Han}{2})/u

export function withoutStation(text: string): string {
  return text.replace(stationBehindDay, '$1 ').replace(timeBehindDay, '$1 ')
}

const anywhere = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:CCTV-?\d{0,2}|(?:中央|央视)${counts}[套台]|\p{Script=Han}{2,4}(?:[卫衛][视視]|电视台|電視台)|TVB|翡翠台|J2|[公民華华亞亚中台][視视](?=[\s._])|(?:三立|东森|東森|纬来|緯來)\p{Script=Han}{0,4}|金鹰卡通|卡酷|优漫卡通|炫动卡通|[A-Z]{1,4}TV)`,
  'u',
)
const filmStation = /CCTV-?6(?!\d)|CHC|电影|電影|洋片|HBO|Movies/iu

/** Where a station stands that sends series; on a film channel a number may be a sequel's. */
export function stationIn(name: string): 'first' | 'behind' | undefined {
  if (filmStation.test(name)) return undefined
  return stationBefore.test(name) ? 'first' : anywhere.test(name) ? 'behind' : undefined
}
