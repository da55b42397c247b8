/** Cuts of a text fall between what people see as letters (grapheme clusters): an emoji of several signs, a flag or a letter with its marks stays whole. */

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The last boundary of letters at or before this position (UTF-16). */
export function boundaryBefore(text: string, at: number): number {
  return at >= text.length ? text.length : (segmenter.segment(text).containing(at)?.index ?? 0)
}

/** At most max code points, with … at the end if the text was longer. */
export function shorten(text: string, max: number): string {
  const signs = [...text]
  if (signs.length <= max) return text
  const most = signs.slice(0, max - 1).join('').length
  // A first letter with more marks than there is space for is cut nevertheless.
  return `${text.slice(0, boundaryBefore(text, most) || most)}…`
}
