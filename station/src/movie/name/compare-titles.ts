/** Titles compared without case, width, accents, signs and spaces. */

export function plainTitle(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}

export function isSameTitle(one: string, other: string): boolean {
  return plainTitle(one) !== '' && plainTitle(one) === plainTitle(other)
}

/** 孤独のグルメ is Japanese. */
const isKana = (title: string) =>
  /[\p{Script=Hiragana}\p{Script=Katakana}].*[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(title)
export const hasHan = ({ title }: { title: string }) => /\p{Script=Han}/u.test(title) && !isKana(title)
export const isForeign = ({ title }: { title: string }) => title !== '' && (!/\p{Script=Han}/u.test(title) || isKana(title))
