/** Measures a film title for the layout. */

const longFrom = 40
const longWordFrom = 13
/** Double-width characters. */
const wide = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/u

/** A long title, or one with a long word, goes below the poster in a smaller font, so that no word breaks and Play stays in view. */
export function isLongTitle(title: string): boolean {
  const width = [...title].reduce((sum, sign) => sum + (wide.test(sign) ? 2 : 1), 0)
  return width >= longFrom || title.split(/[\s-]+/).some((word) => !wide.test(word) && [...word].length >= longWordFrom)
}
