/** The first words of what people write, for lists, quotes and reminders: plain text, without the marks of the forum. */
import { replyToPlain, toPlain } from '@homeport/contract/shape/post-marks.ts'
import { boundaryBefore, shorten } from '@homeport/contract/shape/field/text.ts'

const excerptMax = 120
/** The excerpt is made from this many UTF-16 units. */
const excerptFrom = 2_000

export function excerptOfPost(text: string): string {
  return shorten(toPlain(text.slice(0, boundaryBefore(text, excerptFrom))), excerptMax)
}

export function excerptOfReply(text: string): string {
  return shorten(replyToPlain(text), excerptMax)
}
