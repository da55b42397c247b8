/** Reads LRC, in which the words of songs are: [00:12.50]words. A line is shown until the next one begins; one that is sung again has several times. */
import { cueOf, maxCues, type Cue } from './cue.ts'
import { readTags } from './tag-text.ts'
import { linesOf } from './text-lines.ts'

const time = String.raw`\[(\d{1,3}):(\d\d)(?:[.:](\d{1,3}))?\]`
const times = new RegExp(time, 'g')
const timed = new RegExp(String.raw`^\s*((?:${time.replaceAll('(\\d', '(?:\\d')}\s?)+)(.*)$`)
const offset = /^\s*\[offset:\s*([+-]?\d{1,7})\s*\]/i
/** A line is read in this time at the most. */
const longestMs = 10_000

/** It may begin with facts such as [ti:title]. */
export const isLrc = (text: string): boolean =>
  new RegExp(String.raw`^\s*(?:\[[a-z#]{1,10}:[^\]\n]{0,300}\]\s*)*${time}`, 'i').test(text)

/** Yields undefined for a line without a cue, so that whoever reads can pause. */
export function* readLrc(text: string): Generator<Cue | undefined> {
  const lines: { startMs: number; words: string }[] = []
  let earlierMs = 0
  for (const line of linesOf(text)) {
    yield undefined
    earlierMs = Number(offset.exec(line)?.[1] ?? earlierMs)
    const [, marks = '', words = ''] = timed.exec(line) ?? []
    for (const [, minutes, seconds, fraction = '0'] of marks.matchAll(times))
      lines.push({ startMs: Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0')), words })
    if (lines.length >= maxCues) break
  }
  lines.sort((one, other) => one.startMs - other.startMs)
  for (const [at, { startMs, words }] of lines.entries()) {
    const next = lines[at + 1]?.startMs ?? Infinity
    yield cueOf(startMs - earlierMs, Math.min(next, startMs + longestMs) - earlierMs, readTags(words))
  }
}
