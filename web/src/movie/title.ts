/** How much room a film's title wants. */

const longFrom = 40
const longWordFrom = 13
/** Characters that are as wide as two. */
const wide = /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/u

/** A long title, or one with a long word, stands below the poster and smaller, so that no word breaks and Play stays in sight. */
export function isLongTitle(title: string): boolean {
  const room = [...title].reduce((sum, sign) => sum + (wide.test(sign) ? 2 : 1), 0)
  return room >= longFrom || title.split(/[\s-]+/).some((word) => !wide.test(word) && [...word].length >= longWordFrom)
}
