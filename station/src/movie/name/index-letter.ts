/** The index letter before a Chinese title: W武媚娘传奇, but not X战警. */

/** The first character of each letter in the order of pinyin. */
const letters = 'ABCDEFGHJKLMNOPQRSTWXYZ'
const firsts = '阿八嚓哒妸发旮哈讥咔垃痳拏噢妑七呥扨它穵夕丫帀'
const pinyin = new Intl.Collator('zh-Hans-CN-u-co-pinyin')

/** Taken away where it is the initial of the character behind it. */
export function withoutIndexLetter(text: string): string {
  const match = /^([A-Z])\.?(\p{Script=Han})(?=\p{Script=Han})/u.exec(text)
  return match && initialOf(match[2] ?? '') === match[1] ? text.slice(match[0].length - 1) : text
}

function initialOf(sign: string): string {
  const at = [...firsts].findLastIndex((first) => pinyin.compare(first, sign) <= 0)
  return letters[at] ?? ''
}
