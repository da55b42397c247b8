/** Directors and actors by whom people sort their films: a name before a title, or behind it, belongs to no title. */

const directors =
  '贾樟柯|姜文|张艺谋|張藝謀|陈凯歌|陳凱歌|冯小刚|田壮壮|王小帅|娄烨|侯孝贤|侯孝賢|杨德昌|楊德昌|蔡明亮|李安|王家卫|王家衛|杜琪峰|杜琪峯|徐克|吴宇森|吳宇森|许鞍华|許鞍華|关锦鹏|陈可辛|陈果|刘镇伟|王晶|尔冬升|林超贤|刘伟强|麦兆辉|彭浩翔|宁浩|徐峥|管虎|刁亦男|毕赣|曹保平|黄建新|谢晋|吴贻弓|费穆|胡金铨|张彻|楚原|李翰祥|魏德圣|钮承泽|万玛才旦|顾长卫|陆川|乌尔善|贾玲|文牧野|郭帆|饺子|是枝裕和|北野武|黑泽明|黑澤明|小津安二郎|沟口健二|今村昌平|岩井俊二|宫崎骏|宮崎駿|新海诚|今敏|押井守|细田守|大岛渚|黑泽清|滨口龙介|三池崇史|奉俊昊|朴赞郁|李沧东|金基德|洪尚秀|罗泓轸|希区柯克|库布里克|斯皮尔伯格|诺兰|昆汀|大卫芬奇|大卫林奇|雷德利斯科特|马丁斯科塞斯|斯科塞斯|科波拉|伍迪艾伦|卡梅隆|伊斯特伍德|蒂姆波顿|韦斯安德森|维伦纽瓦|伯格曼|费里尼|安东尼奥尼|塔可夫斯基|基耶斯洛夫斯基|特吕弗|戈达尔|侯麦|布列松|阿莫多瓦|贝托鲁奇|帕索里尼|维斯康蒂|哈内克|拉斯冯提尔|阿巴斯|阿斯哈法哈蒂|卓别林|吕克贝松|让雅克阿诺|法斯宾德|赫尔佐格|文德斯'
const actors =
  '刘德华|劉德華|周星驰|周星馳|成龙|成龍|李连杰|李連杰|周润发|周潤發|梁朝伟|梁朝偉|梁家辉|甄子丹|张国荣|張國榮|林青霞|洪金宝|葛优|古天乐|古天樂|吴京|黄渤|沈腾|刘烨|徐锦江|林正英|元彪|张学友|張學友|郭富城|巩俐|章子怡|范冰冰|赵薇|张曼玉|張曼玉|王祖贤|邱淑贞|刘青云|劉青雲|任达华|吴镇宇|张家辉|張家輝|谢霆锋|陈小春|郑伊健|曾志伟|吴孟达|黄秋生|刘嘉玲|舒淇|佟丽娅|王宝强|徐静蕾|孙红雷|李雪健|陈道明|姜武|郭涛|张译|张涵予|邓超|雷佳音|吴彦祖|余文乐|彭于晏|杨紫琼|林志玲|金城武|莫文蔚|郑秀文|杨千嬅|宋康昊|河正宇|黄政民|马东锡|全智贤|高仓健|三船敏郎|史泰龙|施瓦辛格|汤姆克鲁斯|尼古拉斯凯奇|杰森斯坦森'
const makers = `${directors}|${actors}`
const role = String.raw`(?:导演)?(?:作品|导演|执导|主演)?`

/** 贾樟柯-三峡好人, 侯孝贤作品：悲情城市, 诺兰.盗梦空间, 【是枝裕和】小偷家族 */
const before = new RegExp(
  String.raw`^(?:[[【(（]?(?:导演[：:]?\s?)?(?:${makers})${role}[\]】)）]?(?:(?:[\s._—–-]+|(?<!^(?:${actors}))[：:]\s?)(?=[\p{Script=Han}《\d])|(?<=[\]】)）])(?=\p{Script=Han}))|\p{Script=Han}{2,5}(?:导演)?作品[：:\s._-]+(?=\p{Script=Han}{2}))`,
  'u',
)
/** 站台.贾樟柯.2000, 霸王别姬 陈凯歌 */
const behind = new RegExp(
  String.raw`(?<=\p{Script=Han}{2}.*|(?:19|20)\d\d[)）]?)[\s._—–-]+(?:导演[：:]?)?(?:${makers})${role}(?=$|[\s._(（[【-])`,
  'u',
)

export function withoutDirector(text: string): string {
  const rest = text.replace(before, '')
  // Nothing but a name and a year is a title: 贾樟柯.2019. A concert is called by who sings.
  if (/^(?:\S{0,8}(?:演唱会|音乐会)|传奇|MV)/u.test(rest)) return text
  return /^\p{Script=Han}{2}|^[\p{Script=Han}《\d].*\p{Script=Han}/u.test(rest) ? rest.replace(behind, ' ').trimEnd() : text
}

/** The frequent family names. */
const familyName =
  '(?:欧阳|上官|司徒|诸葛|[李王张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔崔康毛邱秦江史顾侯邵孟段雷钱汤尹黎易常武乔贺赖龚文葛巩章汤甄洪成])'
/** 饮食男女-李安: a director or an actor by one of the frequent family names. */
const nameOfMaker = new RegExp(String.raw`(?<=\p{Script=Han}{2})-${familyName}\p{Script=Han}{1,2}(?=[\s._(（[-]*$)`, 'u')

/** 英雄.李连杰.梁朝伟: who plays in it, two or more names in a row. */
const namesOfActors = new RegExp(
  String.raw`(?<=\p{Script=Han})(?:[\s._、]+${familyName}\p{Script=Han}{1,2}(?!\p{Script=Han})){2,}(?=[\s._(（[-]*$)`,
  'u',
)

export function withoutNames(zone: string): string {
  return zone.replace(nameOfMaker, '').replace(namesOfActors, '')
}
