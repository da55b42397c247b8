/** Initials in pinyin: the index letter before a Chinese title (W武媚娘传奇, but not X战警), and a title that is written by them. */

/** The first character of each letter in the order of pinyin. */
const letters = 'ABCDEFGHJKLMNOPQRSTWXYZ'
const firsts = '阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥扨它穵夕丫帀'
const pinyin = new Intl.Collator('zh-Hans-CN-u-co-pinyin')

/** Taken away where it is the initial of the character behind it. */
export function withoutIndexLetter(text: string): string {
  const match = /^([A-Z])\.?((?!之|调的)\p{Script=Han})(?=\p{Script=Han})/u.exec(text)
  return match && initialOf(match[2] ?? '') === match[1] ? text.slice(match[0].length - 1) : text
}

/** LJ of 亮剑, ZHZ of 甄嬛传: of three or more one may be another, as characters have several sounds. */
export function areInitialsOf(text: string, title: string): boolean {
  const signs = title.match(/\p{Script=Han}/gu) ?? []
  if (signs.length < 2 || signs.length !== text.length) return false
  const others = [...text.toUpperCase()].filter((letter, at) => letter !== initialOf(signs[at] ?? '')).length
  return others <= (signs.length > 2 ? 1 : 0)
}

function initialOf(sign: string): string {
  const at = [...firsts].findLastIndex((first) => pinyin.compare(first, sign) <= 0)
  return letters[at] ?? ''
}
