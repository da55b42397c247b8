/** Posts as plain text without the forum's markup, and their excerpts for lists and notifications. */

const excerptMax = 120
/** The excerpt is made from this many UTF-16 units. */
const excerptFrom = 2_000

/** The first words of a post. */
export function excerptOf(text: string): string {
  const plain = toPlainText(text.slice(0, excerptFrom))
  const letters = [...plain]
  return letters.length > excerptMax ? `${letters.slice(0, excerptMax - 1).join('')}…` : plain
}

/** A post in one line, without markup. */
export function toPlainText(text: string): string {
  return text
    .replace(/!\[[^\]]{0,200}\]\([^)]{0,500}\)/g, ' ')
    .replace(/\[([^\]]{0,200})\]\([^)]{0,500}\)/g, '$1')
    .replace(/^[ \t]{0,8}(?:>|#{1,6}|[-*+]|\d{1,3}\.)[ \t]+/gm, '')
    .replace(/[*~`]{1,3}/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
