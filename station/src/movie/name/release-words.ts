/** Words of releases: where one of them stands, the title is over. */

const bounded = (words: readonly string[], flags = 'iu') =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.join('|')})(?![\p{L}\p{N}])`, flags)

const resolution = [
  String.raw`(?:4320|2160|1440|1080|1008|720|576|540|480|360)[pi]\+?|(?:720|1080|2160)(?=[\])]|$|[._\s]+(?:blu|web|bd|[xh][.]?26|hevc|uhd|hdtv|aac|ac3))`,
  String.raw`\d{3,4}\s?[x×]\s?\d{3,4}p?|[48]k|ultra-?hd|uhd(?:tv|rip)?|hd[48]k`,
]
const source = [
  String.raw`(?:4k|bd|br|micro|web)-?(?:uhd)?(?:remux|rip|hd)-?(?:2160|1080|720)p?|micro-?hd|blu[-\s.]?ray|bd-?(?:mv|\d{1,4}p?|box)|bdmv|hd-?dvd|complete[. _]uhd`,
  // Anything ripped, muxed or remuxed from a kind of disc or broadcast.
  String.raw`(?:pre-?)?(?:blu-?ray|[bh]d|br|dl|dvd|vcd|web(?:-?hd)?|uhd|hdtv|[a-z]{0,3}tv|sat|dvb[cst]?|dtt|vhs|laser|ld|dcp|vod|ppv|hd-?cam|cam|vu|dvd-?scr|hd-?dvd)-?(?:rip|mux|remux)|remux`,
  String.raw`web-?dl(?:-?\d{3,4}p|-?rip)?|web-?(?:cap|scr)|web-?\d{3,4}p|web-hr|hdtv|[us]dtv|sd tv|uhdtv|pdtv|dsr(?:ip)?|gotv-ts`,
  String.raw`dvd-?(?:scr(?:eener)?|r|rip-ita|full|divx|[59])|d[59]|hd-?(?:ts|tc|cam|\d{3,4}p)|telesync|telecine|r[56]|s?vcd|ppv|wbbrip|screener|minisd|[tv]c\d{3,4}p|workprint`,
]
const codec = [
  String.raw`[xh][. ]?26[456]|hevc|avc|vvc|avs[+\d]?|xvid|divx|vc-?1|vp9|av1|mpeg-?[24]|rmvb|mp4|mkv|hi10p|ma10p|yuv\d\w*|(?:8|10|12)[-. _]?bits?`,
  String.raw`hdr(?:10)?(?:plus|\+|vivid)?|dovi|dolby[. _]vision|sdr|hlg|hfr|\d{2,3}(?:[., ]\d{1,3})?[. _]?fps|35mm(?:[. _]scan)?`,
]
const audio = [
  String.raw`aac(?:\d?[. ]\d)?|ac-?3|e-?ac-?3|dts(?:-?hd(?:ma)?|-?x|-?es)?|dtshd-ma|dd[p+]?\s?[. ]?[257][. _][01]|dd[p+]?|truehd|atmos|flacx?\d?|l?pcm|opus(?=\d|[\s._-]*(?:\d\.\d|[[\])]|$)|-)(?![\s._]+[([]?(?:19|20)\d\d)|mp3|5\.1|7\.1|[26]ch|\d?[. _]?audios?`,
]
/** Words that belong to no title, wherever they stand. */
const others = [
  String.raw`repack\d?|rerip|remastered|read\.?nfo|nfofix|nfo|stv|h-?sbs|h-?ou|half-?(?:sbs|ou)|dual[. _-]?audio|hardsub(?:bed)?|dublado|legendado|lektor|b-global|pl[. _-]?dub|napisy[. _]?pl|fan[. _]?edit|esubs?|truefrench|vostfr|vff|vf2|vfq|vfi|hdma|subfrench|multisubs?|(?:nl|eng?|ger?|fr|es|ita?|pl|cz|hun)[. _-]?subs?|ntsc|pal|open[. _]matte`,
  String.raw`\d\s?cds?|cd\d(?:\s?of\s?\d)?|hd[. _]remaster(?:ed)?|(?:the[. _])?complete[. _](?:series|collection|seasons?)|hdlight|hq(?=-\w+$)|ac3d|dvdivx|4k[. _](?:remaster(?:ed)?|restoration)|criterion(?:[. _]collection)?|boxset|(?:tv[. _])?mini[. _-]?series`,
]
export const strong = bounded([...resolution, ...source, ...codec, ...audio, ...others])

/** Words that may be written on to a Chinese word: BD国语, HD1080P, TC720P, 4KHQ. */
export const attached =
  /(?<![A-Z]{2})(?:HD(?:T[CSV]|CAM|Rip)?|BD(?:Rip)?|DVD(?:Rip|scr)?|TC|TS|WEB(?:-?DL|-?Rip)?)(?=\uE001|\d{3,4}[pP]?(?!\d))|(?<=\p{Script=Han})(?:HD(?:T[CSV]|CAM|Rip)|TS)(?=[\s._[【(（]|清晰|抢先|高清|$)|(?<=\p{Script=Han}\d?)(?:hd|bd)(?=\uE001|1280|1024|\d{3,4}p|高清|超清)|(?<=\p{Script=Han}\d?[.\s_])T[CS](?=[.\s_]?(?:清晰|抢先|高清))|(?<=\p{Script=Han}[\s._-]?|\d[\s._]?)(?:HD|BD|TC|DVD)(?=[\s._[【(（]|清晰|抢先|$)|(?<=\p{Script=Han})(?:3D(?=[\s._]|$)|[48]K|(?:2160|1080|720)[pPi]|(?:1024|1280)(?=\uE001))/u

const languages = String.raw`german|french|english|italian|ita|eng|spanish|castellano|latino|russian|rus|japanese|korean|chinese|mandarin|cantonese|hindi|tamil|telugu|danish|dansk|swedish|swesub|norwegian|nordic|finnish|dutch|flemish|polish|pl|czech|hungarian|hun|greek|turkish|portuguese|brazilian|ukr(?:ainian)?|thai|vietnamese|hebrew|arabic|malayalam|kannada|bengali|punjabi|marathi|gujarati|urdu|español|espanol|ger|portugu[eê]s|fr|de|es|jpn?|chs|cht|gb|big5`
export const language = new RegExp(String.raw`^(?:${languages})$`, 'iu')
/** Words that titles use too: they count behind a year, or in a row that leads to a strong word. */
const weakWords = [
  String.raw`multi\d?|vo|vos[et]?|vf|dual|dl|dubbed|subbed|subs?|dub|ml`,
  languages,
  String.raw`(?:(?:the[. _])?(?:alternate|roadshow|producer'?s|tv|ultimate|imperial|special|anniversary|collectors?|collector'?s|limited|deluxe|extended|theatrical|final|directors?|director'?s|criterion|noir|rekall|despecialized|unrated|uncut|\d+th|diamond|platinum|gold|fan|international|final|snyder'?s?)[. _]){0,4}(?:edition|cut|version)`,
  String.raw`extended|uncut|unrated|uncensored|theatrical|limited|internal|festival|proper|real|final|imax|3d|dc|se|ce|custom|ws|fs|ai|upscaled?|regraded?|rip|web|hd|ts|tc|cam|scr|line|hc|complete|dv|dolby|vision|restored|retail|readnfo|colorized|ext|md|ld|qc|open|matte|hybrid|amzn|nf|dsnp|hmax|hulu|itunes|iqiyi|v\d|quality|vhs|laserdisc|betamax|p[578]`,
  String.raw`usa|us|kor|jpn|hkg|twn|chn|gbr|fra|ger|ita|eur|esp|cz|bra|cc|bfi|snyder'?s?`,
]
export const weak = new RegExp(String.raw`^(?:${weakWords.join('|')})$`, 'iu')
/** Weak words of editions that end a name even with nothing behind them. */
const editionWords = String.raw`(?:the|extended|director'?s?|final|special|ultimate|collector'?s|unrated|theatrical|criterion|anniversary|international|limited|deluxe|imperial|\d+th|noir|uncut|rogue|despecialized|alternate|roadshow|producer'?s|tv)`
/** matrix reloaded english 2003 is one with a small letter among large ones; Johnny English keeps its name. */
export const smallLanguage = /(?<=\p{Lu}\p{Ll}.*)[\s._]+(?:english|french|german|spanish|italian|hindi|tamil|telugu|russian)$/u
/** Le Bossu - FR */
export const dashedLanguage =
  /\s+-\s+(?:FR|VF|VFF|VFQ|VO|VOST|VOSTFR|EN|ENG|ES|ESP|IT|ITA|DE|GER|NL|PL|PT|RUS?|JP|KR|CN|MULTI|TRUEFRENCH|FRENCH|[Ee]nglish|[Gg]erman|[Dd]eutsch|[Ff]rench|[Ff]rançais|[Ss]panish|[Ee]spañol|[Ii]talian[oa]?|[Rr]ussian|[Dd]ubbed|[Ss]ubbed)$/u
/** Game of Thrones - The Complete (Season 3): before the season's mark. */
export const wholeSeason =
  /(?:[\s._,:([-]+(?:the[\s._])?complete(?:[\s._](?:tv[\s._])?(?:series|collection|mini-?series|seasons?|\w+[\s._]season))?|[\s._]+(?:seasons?|series))[\s._-]*$/iu

/** Words of editions that end a title even before a year. */
export const editionBeforeYear =
  /(?<!\b(?:and|the|&|of|a))[\s._([-]+(?:extended|unrated|uncensored|remastered|hybrid|dubbed|imax|OM|\d+th[\s._]anniversary)[\])]?$/iu
/** The Deep Blue Sea - Drama 2011: what people note of a film before its year. */
export const genreBeforeYear =
  /\s-\s(?:action|adventure|animation|biography|comedy|crime|documentary|drama|family|fantasy|history|horror|musical|mystery|romance|sci-?fi|thriller|war|western|komödie|krimi|doku(?:mentation)?|comédie|commedia|comedia)$/iu
/** Skynet Edition, the second word named by the studio. */
export const namedEdition = /(?<=\p{L}{2}.*)[\s._([-]+[\p{L}\d']+[\s._]edition[\])]?$/iu
export const threeDimensional = /[\s._([-]+3D[\])]?$/u
export const lastEdition =
  /[\s._([-]+(?:extended|unrated|uncut|remastered|imax|ext|full[\s._]movie|sing[\s._-]?along(?:[\s._](?:edition|version))?|hd|dvd|dvd[\s._]rip|vhs|laserdisc|3D[\s._-](?:H?-?(?:SBS|OU|TAB)|anaglyph)|(?:eng|english)[\s._]subs?|\d+th[\s._]anniversary)[\])]?$/i
/** THE MORE FUN STUFF VERSION: words in capitals behind a title in small letters. */
export const loudEdition = /(?<=\p{Ll}.*)[\s._([-]+(?:\p{Lu}[\p{Lu}'’]*[\s._]){1,5}(?:EDITION|VERSION|CUT)[\])]?$/u
export const editionPhrase = new RegExp(
  String.raw`[\s._([-]+(?:(?:${editionWords}[\s._]){0,3}${editionWords}[\s._](?:cut|edition|version)|edition[\s._]collector|version[\s._](?:longue|courte|int[eé]grale|restaur[eé]e)|langfassung|kinofassung)(?:[\s._-]+(?:english|french|german|spanish|italian))?[\])]?$`,
  'iu',
)

/** Marks of services and of second copies: words of titles too, unless written so in a row of release words. */
export const marks =
  /^(?:CONVERT|MAX|STAN|NOW|iP|iT|RED|ATVP|PMTP|PCOK|CRAV|MUBI|CRITERION|ROKU|TUBI|SHO|STRP|SKST|CR|PLAY|AMC|DSCP|VIU|VUDU|MA|BCORE|RAKUTEN|RKTN|FAILED|SUBBED|HBO|DSNY|VIKI|ITVX?|ALL4|CBS|NBC|ABC|FOX|PBS|STARZ|STZ|HTSR|HS|SS|ZEE5|SONY|LIV|JC|JHS|CPNG|KCW|ABMA|BILI|PQ|WCG|EDR|P3)$/
/** Languages that no title ends with, and words of copies. */
export const plainLanguage =
  /^(?:hindi|tamil|telugu|malayalam|kannada|bengali|marathi|gujarati|dubbed|castellano|latino|ita|eng|vostfr|pldub)$/i
/** Primaries of colour, with a number like a year's. */
export const colourSpace = /(?<![\p{L}\p{N}])(?:bt|rec)[. ]?(?:2020|2100|709|601)(?![\p{L}\p{N}])/iu

/** v1.4: of a copy that somebody restored. */
export const copyVersion = /(?<=\p{L}.*[\s._])v\d\.\d(?=[\s._])/iu

const spoken = '[国國粤粵英日韩韓中法德俄泰葡西台闽沪藏双雙三多原意印]'
/** 轻声地以俄语遮羞的邻座: words of a title before it and behind it. */
const amidTitle = String.raw`(?<=\p{Script=Han}{3})[\p{Script=Han}]{1,2}[语語](?:(?![中英双雙简簡繁字无無高国國粤粵完未去配超蓝音版])\p{Script=Han}){4}`
/** Chinese release words: they separate titles, and a title never goes on into them. */
export const chinese: readonly RegExp[] = [
  /(?<=[.\s_-])\p{L}{0,10}(?:字幕[组組社]|制作组|汉化组)(?=[.\s]|$)/u,
  /[★☆]?(?:\d{1,2}|[一四七十])月新番[★☆]?|原码率|\d+帧(?:率(?!版)|(?![率版]))|(?<=\s)本篇(?=\s)|(?:\d{1,2}-\d{1,2}部?|[\d二三四五六七八九十]{1,2}部曲?|部)?合集\d?|(?<=\p{Script=Han}{2})\d{1,2}-\d{1,2}部?全集|(?<=\p{Script=Han}\s?)(?:系列|TV)?(?:大?全集|合集)(?=$|[\s._\])】）[【(（])|(?<=\p{L}[\s._]?)\d{1,2}\s?[-~～至]\s?\d{1,2}\s?部(?!\p{Script=Han})/u,
  /[[【（(]?豆瓣\s?\d?(?:\.\d)?分?[\]】）)]?/u,
  /[(（][^()（）]*(?:蓝光|加长|音轨|字幕|双语|中字|[双三]语|[仅僅]限)[^()（）]*[)）]|[(（](?!\d{2,4}版)[^()（）]*(?:特别|纪念|加长|修复|剪辑|导演|终极|完整|未删减)版[)）]/u,
  // A remark before the other title: 神奇女侠 [UHD原盘中文字幕]Wonder Woman.
  /(?<=\p{Script=Han}.*)[[【][^[\]【】]*(?:原盘|DIY|国配|音轨|双语|中字|字幕(?![组組社])|片源|配音|收藏)[^[\]【】]*[\]】](?=[\s._]*\p{L}{2})/iu,
  new RegExp(String.raw`(?!${amidTitle})${spoken}{1,5}[双雙三]?(?:[语語][+·]?(?:[配音]+|音轨|音軌|版|官方)*|配音?|双音)`, 'u'),
  /(?<=\p{Script=Han}{2}[\s._(（[【-]+)(?:[沪滬藏蒙维彝闽闽壮]|客家|潮汕|上海|温州|陕西|重庆|河南|长沙|武汉|山东|天津|北京|方言|多国|希伯来|乌尔都|泰米尔|捷克|匈牙利|希腊|芬兰|冰岛|罗马尼亚|乌克兰|越南|马来|菲律宾|蒙古)?[语語话話](?=[\s._)）\]】中字配音]|$)/u,
  /(?<=\p{Script=Han}{2}[\s._]+)(?:黑白|彩色|默片|原声)(?=[\s._+])/u,
  /(?:菁彩|臻彩)(?:HDR|MAX|Vivid|视听|视界|影像|影音|声)*|帧享(?:影厅)?|(?:数码|胶片|AI)修复(?!版)/iu,
  /(?<=\p{Script=Han}{2}[\s._(（[【-]+)\p{Script=Han}{1,4}[语語](?=中字|双字|中英|字幕|无字|無字|官中)/u,
  /(?:土耳其|西班牙|意大利|葡萄牙|印地|阿拉伯|波斯|瑞典|丹麦|挪威|荷兰|闽南|东北|四川)[语話话]/u,
  /(?:[简簡繁体體中英日韩法德俄泰葡雙双特效官方内封內嵌外挂掛多無无软軟音轨]{1,10}[字幕]{1,2})|(?<![\p{L}])国粤(?:中字)?|[简簡繁中英双]{1,4}特效|[简簡繁][体體中]|[内內][封嵌]|[无無]字(?=[\s._★\]】]|$)/u,
  /(?<=[（(])[国粤日英]{1,3}(?=[)）])/u,
  /超?高清|超清|藍光|蓝光|原[盘盤]|杜比(?:视界|全景声|音效)?|更新中|更新至?\d*[集话]?|更至?\d+[集话]?|完结(?!篇)|软字幕|招募\p{L}*/u,
  /(?:\d+分钟|\d+帧率?|白星|重映|全屏|满屏|老片|数码|全新|台版|修正|[韩港台日美]|腾讯|抢先|枪|HC|TC|TS|会员|特别|中文字幕|标准|终极|最终|未公映|导演|剪辑|無?删减|无删减|未删减|加长|完整|收藏|修复|高清|纪念|黑白|真人|IMAX|H265|[48]K|蓝光|(?<!\d)(?!(?:19|20)\d\d年)[\d一二三四五六七八九十百]+周?年)+(?:版本?|收藏版)(?!本?图)/iu,
  /(?<=\p{L}.*[.\s_[(（【-])(?!(?:19|20)\d\d|新?[剧劇][场場]版)[^\s.[\]()（）【】_-]{1,8}版(?=[.\s_\])）】]|$)/u,
  // Words for the sound, and for whom it was dubbed by: 附国语, 公映国配, 长译.
  /(?<=\p{Script=Han}{2}[\s._]+)(?:[附含带单](?=\uE001)|(?:央视|公映|长译|八一|京译|上译|台湾)(?=$|[\s._\uE001])|[一二三四五六]区(?=$|[\s._])|R级(?=$|[\s._])|三级(?=$|[\s._])|无码(?=$|[\s._])|上色(?=$|[\s._])|(?:AI)?补帧|\d\.\d声道|[双多]音轨|特效(?=\uE001)|思路(?=$|[\s._]))/u,
  /(?<=\p{Script=Han}{2}[\s._-]+)(?:正片|全片|电影|影片|抢先|真(?=[48]K)|(?:CC|标准)修复)(?=$|[\s._]|[48]K)/u,
  /(?<=\p{Script=Han}{2}[\s._]+)(?:动作|喜剧|科幻|恐怖|悬疑|惊悚|犯罪|武侠|警匪|剧情)片?(?=[\s._]*[(（[]?(?:19|20)\d\d)/u,
  /[48]K\s?(?:超高清)?修复版?|(?<![\p{L}])修复版?|纯享版|3D左右半宽|(?<=3D[\s._])(?:左右|上下)(?:[半全]宽|格式)?(?=[\s._]|$)|腾讯版|手游版/u,
  /(?<=\p{Script=Han})修正(?=BD|HD)/u,
  /(?<=\p{Script=Han}[.\s_])D\d{1,2}(?=[.\s_]E\d)/u,
  /(?<=\p{Script=Han}{2})(?:TV|DVD|VCD)版(?=$|[\s._\d（(【[])/u,
  /(?<=\p{Script=Han}{2})(?<![中韩美英泰德法])国版(?=[.\s_]|$)/u,
  // 老友记全十季: how many seasons a folder has.
  /(?<=\p{Script=Han}{2}[\s._]?)(?:全[\d一二三四五六七八九十]{1,3}季|[\d二三四五六七八九十]{1,2}季全)(?=[.\s_\]】)）]|$)/u,
  /(?<=\p{Script=Han})[5-9]\d版(?=[\s._)）\]第]|$)/u,
  /去(?:片头|片尾|广告|水印|logo|台标)+|(?:无|無|去)水印(?:纯净版?)?|纯净版?|(?:4K|超)?高码率?|臻彩(?:视听)?|杜比(?:视界|全景声|音效)?|全景声|次世代|高帧率?|免费版|收藏级/iu,
  // The country, and who made it, as words of their own.
  /(?<=\p{L}.*[.\s_])(?:中国|韩国|美国|日本|英国|法国|香港|台湾|泰国|印度|德国|意大利|西班牙|俄罗斯|大陆|内地)[片剧]?(?=[.\s_)）]|$)/u,
  /(?<=\p{L}.*)-\s?\p{Script=Han}{2,6}(?:影视|论坛|翻译|压制)\p{Script=Han}*(?=[.\s\uE001]|$)/u,
  /(?<=\d)[国粤](?=$|[.\s_])|(?<=[\s._])(?:上译|国配|译制)(?=[\s._]|$)/u,
  /(?<=\p{L}.*[\s._])\p{Script=Han}{2,4}(?:导演)?(?:作品|主演|领衔主演)(?=[\s._]|$)/u,
  /(?<=\p{Script=Han}[\s._-]?)清晰(?=T[CS]|枪|抢先|DVD)/u,
  /(?<=\p{Script=Han}{2}[\s._(（]*)(?:上中?下[集部]|上[集部]?[+&、]下[集部])(?=$|[\s._)）\]】])|(?<=\p{Script=Han}{2})[英中日]文版(?=$|[\s._[【(（]|第)/u,
  /无删减|未删减|足本|特典(?![：:])|(?<=[\s._])版本?\d?$/u,
  /CCTV-?\d{0,2}\+?(?:[48]K|HD)?|翡翠台|(?<=\p{Script=Han}.*[\s._-])TVB(?![A-Za-z])|(?<=\p{Script=Han}.*[\s._-])\p{Script=Han}{2,3}卫视(?:高清|HD|[48]K|重播)*(?=[\s._]|$)/u,
]

const withoutHan = chinese.slice(-1)
/** Those that may stand in the text: all but one have a Chinese character. */
export const chineseIn = (text: string) => (/\p{Script=Han}/u.test(text) ? chinese : withoutHan)

/** 1999-2013: of a collection. */
export const yearRange = /(?<!\d)(?:19|20)\d\d[-,](?:19|20)\d\d(?!\d)/u
