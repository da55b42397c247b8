/** Goes through a text line by line, without making all of them at once; long lines are cut. */
import { maxLineLength } from './cue.ts'

/** Old files have \r alone at the end of a line. */
export function* linesOf(text: string): Generator<string> {
  // Each is looked for again only once it is passed: a text of many \r has no \n to be found again and again.
  let feed = -1
  let carriage = -1
  for (let from = 0; from <= text.length;) {
    if (feed < from) feed = breakAt(text, '\n', from)
    if (carriage < from) carriage = breakAt(text, '\r', from)
    const to = Math.min(feed, carriage)
    yield text.slice(from, Math.min(to, from + maxLineLength))
    from = to + (text.startsWith('\r\n', to) ? 2 : 1)
  }
}

function breakAt(text: string, letter: string, from: number): number {
  const at = text.indexOf(letter, from)
  return at < 0 ? text.length : at
}
