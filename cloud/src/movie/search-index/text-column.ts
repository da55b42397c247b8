/** Many short texts as one long string: a word is found in all of them by the engine's own string search, faster than by looking at one after the other. */

const separator = '\n'

export type TextColumn = {
  /** Calls `hit` for each place of the word: with the text's owner, whether a word begins there, and whether the text does. */
  scan(word: string, hit: (owner: number, isWordStart: boolean, isTextStart: boolean) => void): void
  bytes: number
}

/** A word, or one with starts: where words begin in a text without spaces, such as pinyin. */
export type TextEntry = { owner: number; text: string; starts?: readonly number[] }

/** Texts without line breaks. */
export function textColumn(entries: readonly TextEntry[]): TextColumn {
  const all = `${separator}${entries.map(({ text }) => text).join(separator)}${separator}`
  const starts = new Uint32Array(entries.length)
  const hasMarks = entries.some((entry) => entry.starts !== undefined)
  const marks = new Uint8Array(hasMarks ? all.length : 0)
  let at = 1
  for (const [index, entry] of entries.entries()) {
    starts[index] = at
    for (const start of entry.starts ?? []) marks[at + start] = 1
    at += entry.text.length + 1
  }
  return {
    scan(word, hit) {
      let index = 0
      for (let offset = all.indexOf(word); offset >= 0; offset = all.indexOf(word, offset + 1)) {
        index = entryAt(starts, offset, index)
        const isTextStart = all[offset - 1] === separator
        hit(entries[index]?.owner ?? 0, hasMarks ? marks[offset] === 1 : isTextStart, isTextStart)
      }
    },
    bytes: all.length * 2 + starts.byteLength + marks.byteLength + entries.length * 8,
  }
}

/** The last text that starts at or before this offset, from a text known to start before it. */
function entryAt(starts: Uint32Array, offset: number, from: number): number {
  let [low, high] = [from, starts.length - 1]
  // Hits come in order, most of them near the last one.
  for (let step = 1; low + step <= high && (starts[low + step] ?? 0) <= offset; step *= 2) low += step
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
