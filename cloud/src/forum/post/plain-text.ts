/** The first words of what people write, for lists, quotes and reminders: plain text, without the marks of the forum. */
import { replyToPlain, toPlain } from '@homeport/contract/shape/post-marks.ts'

const excerptMax = 120
/** The excerpt is made from this many UTF-16 units. */
const excerptFrom = 2_000

export function excerptOfPost(text: string): string {
  return firstWords(toPlain(text.slice(0, excerptFrom)))
}

export function excerptOfReply(text: string): string {
  return firstWords(replyToPlain(text))
}

function firstWords(plain: string): string {
  const letters = [...plain]
  return letters.length > excerptMax ? `${letters.slice(0, excerptMax - 1).join('')}…` : plain
}
