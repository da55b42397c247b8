/** Reads the event behind a title's year: the race, the match or the stage of a sport, or a subject of its own. */
import { editionIn } from './release.ts'
import { attached, chineseIn, marks, plainLanguage, strong, weak } from './release-words.ts'
import { wordsOf } from './titles.ts'
import type { Year } from './number/year.ts'

const sport =
  /(?<![\p{L}\p{N}])(?:grands?[\s._]prix|g\.?p|race|qualifying|sprint|practice|fp[1-3]|round|stages?|[eé]tap[ea]|etappe|tappa|etapa|day|week|finals?|semi-?finals?|quarter-?finals?|vs?|match(?:day)?|game|heat|olympics?|olympiad|paralympics|wwe|wwf|wcw|aew|njpw|tna|ufc|bellator|pfl|boxing|f1|f2|f3|formula[\s._]?(?:[1-3e]|one|two|three)|moto(?:gp|[23])|wsbk|nascar|indycar|wrc|wec|dtm|nba|wnba|nfl|nhl|mlb|mls|epl|premier[\s._]league|la[\s._]liga|bundesliga|serie[\s._]a|champions[\s._]league|europa[\s._]league|world[\s._](?:cup|championships?|series)|euro|copa|super[\s._]bowl|tour[\s._]de|giro|vuelta|wimbledon|roland[\s._]garros|(?:us|australian|french)[\s._]open|open|masters|cup|derby|marathon|regatta|smackdown|raw|nxt)(?![\p{L}\p{N}])|(?:决|预|半决|正|排位|冲刺|小组|淘汰|联|锦标|公开|大奖|邀请|季后|常规|拉力|热身|友谊)赛|第\d+[站轮场]|(?:晚|灯|歌|喜乐|演唱|音乐)会|春晚|颁奖|典礼|盛典|[开闭]幕式|阅兵|(?:欧洲|世界|亚洲|美洲|非洲|足总|国王)杯|奥运|亚运|全运|英超|西甲|德甲|意甲|法甲|中超|欧冠|亚冠/iu

/** '' where nothing but release words, editions and names of groups follow. One word that is no sport's is a group's or an edition's, unless it stands alone. */
export function eventBehind(text: string, { at, length }: Pick<Year, 'at' | 'length'>): string {
  const rest = text.slice(at + length)
  // 湖南卫视2024年跨年晚会: the year stands amid Chinese words.
  const isAmid = /\p{Script=Han}$/u.test(text.slice(0, at)) && /^年?\p{Script=Han}{2}/u.test(rest)
  if (!isAmid && !/^[)\]）]?(?:[\s._]+|[\s._]*-[\s._]+)[\p{L}\p{N}]/u.test(rest)) return ''
  const plain = rest.replace(/^(?:[)\]）]|年)/u, '').replace(/[[({【].*$/su, '')
  const zone = [strong, attached, ...chineseIn(plain)].reduce((some, pattern) => some.slice(0, endOf(some, pattern)), plain)
  const bare = wordsOf(zone.replace(/-[A-Za-z0-9]+$/, '').replace(/[,;+&]/g, ' ')).replace(/\d{1,2}[ ]\d{1,2}$/, '')
  const edition = editionIn(` ${bare}`)
  const words = (edition === '' ? bare : bare.replace(edition, ' ')).split(/[\s-]+/)
  const others = words.filter((word) => !isOfRelease(word) && /\p{L}{2}/u.test(word))
  if (others.length === 0) return ''
  if (!sport.test(`${text.slice(0, at)} ${bare}`)) return others.length > 1 || isPlace(others[0], rest) ? others.join(' ') : ''
  // Chinese Grand Prix, Mens 100m Final: in the middle, and of a final, such words tell events apart.
  while (words.length > 0 && isOfRelease(words.at(-1) ?? '') && !/^final$/i.test(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}

/** League.2024.04.09.Harbour.vs.Boats: who meets on that day. Guests of a show tell no two of a day apart. */
export function matchBehind(text: string, { at, length }: Pick<Year, 'at' | 'length'>): string {
  const words = eventBehind(text, { at, length })
  return /(?<![\p{L}\p{N}])(?:vs?|@)(?![\p{L}\p{N}])|[对對]/iu.test(words) ? words : ''
}

/** Summer 2019 Italy: a written word, and nothing else. A group has capitals, stands behind a hyphen or other words of a release. */
function isPlace(word = '', rest: string): boolean {
  return /^(?:\p{Lu}\p{Ll}{2,}|\p{Script=Han}{2,6})$/u.test(word) && wordsOf(rest).replace(/^年/u, '') === word && !/-/.test(rest)
}

/** Shown with the title: the entries of a sport are known by nothing else. */
export function isSportsEvent(title: string, event: string): boolean {
  return event !== '' && sport.test(`${title} ${event}`)
}

function endOf(text: string, pattern: RegExp): number {
  const at = text.search(pattern)
  return at < 0 ? text.length : at
}

function isOfRelease(word: string): boolean {
  return (
    word === '' ||
    weak.test(word) ||
    marks.test(word) ||
    plainLanguage.test(word) ||
    /^(?:edition|cut|version|remaster|the|collection|disc|disk|cd|part|mb|gb)$/i.test(word)
  )
}
