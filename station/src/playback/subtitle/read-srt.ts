/** Reads SubRip: numbers, times and text, as tolerantly as players do. */
import { cuePositionOf } from './ass-text.ts'
import { cueOf, type Cue } from './cue.ts'
import { readTags } from './tag-text.ts'
import { linesOf } from './text-lines.ts'

/** With blanks between, another sign before the fraction, more digits in it, or without hours. */
const time = String.raw`(-?)(?:(\d{1,4})\s?[:：]\s?)?(\d{1,2})\s?[:：]\s?(\d{1,2})(?:\s?[,.:;，．。]\s?(\d{1,3})\d{0,6})?`
/** A comma between the times is SubViewer's. */
const arrow = new RegExp(String.raw`^\s*${time}\s*(?:(?:[-=]{1,3}|[–—])\s?[>＞]|→|,(?=[^,]*$))\s*${time}`)
const maxLines = 20

export const hasSrtTimes = (text: string): boolean => text.split(/[\r\n]+/).some((line) => arrow.test(line))

/** Yields undefined for a line without a cue, so that whoever reads can pause. */
export function* readSrt(text: string): Generator<Cue | undefined> {
  let times: { startMs: number; endMs: number } | undefined
  let body: string[] = []
  /** The number of the cue that is open; NaN where it has none. */
  let number = Number.NaN
  const finished = () => {
    if (!times) return undefined
    const { runs, alignment } = readTags(body.join('\n'))
    return cueOf(times.startMs, times.endMs, { runs, position: cuePositionOf(alignment) })
  }
  for (const line of linesOf(text)) {
    const match = arrow.exec(line)
    if (!match) {
      if (!times) body = [line]
      else if (body.length < maxLines) body.push(line)
      yield undefined
      continue
    }
    // The number of the next cue was taken for a line of this one.
    const last = body.findLastIndex((one) => one.trim() !== '')
    const next = /^\s*(\d{1,7})\s*$/.exec(body[last] ?? '')?.[1]
    const isNumber = last === 0 || body[last - 1]?.trim() === '' || Number(next) === number + 1
    if (next !== undefined && isNumber) body = body.slice(0, last)
    number = Number(next ?? Number.NaN)
    yield finished()
    times = { startMs: msAt(match, 1), endMs: msAt(match, 6) }
    body = []
  }
  yield finished()
}

function msAt(match: RegExpExecArray, from: number): number {
  const [sign = '', hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match.slice(from, from + 5)
  const ms =
    Number(hours) * 3600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number((fraction || '0').padEnd(3, '0'))
  return sign === '-' ? -ms : ms
}
