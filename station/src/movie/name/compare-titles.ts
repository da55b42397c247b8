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
