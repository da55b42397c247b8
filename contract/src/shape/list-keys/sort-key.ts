/** The text by which a name is sorted: ".hack" stands under H, and part 2 before part 10. */

/** Longer numbers are no counts. */
const maxDigits = 10

/** folded: lower-case words, Chinese ones as pinyin. */
export function sortKeyOf(folded: string): string {
  return folded.replace(/^\./, '').replace(/\d+/g, (digits) => digits.padStart(maxDigits, '0'))
}
