/** Reads SubRip: numbers, times and text, as tolerantly as players do. */
import { placeOf } from './ass-text.ts'
import { cueOf, type Cue } from './cue.ts'
import { readTags } from './tag-text.ts'
import { linesOf } from './text-lines.ts'

const time = String.raw`(-?)(\d{1,4}):(\d{1,2}):(\d{1,2})(?:[,.:]\s?(\d{1,3}))?`
const arrow = new RegExp(String.raw`^\s*${time}\s*-{1,2}>\s*${time}`)
const linesMost = 20

/** Yields undefined for a line without a cue, so that whoever reads can pause. */
export function* readSrt(text: string): Generator<Cue | undefined> {
  let times: { startMs: number; endMs: number } | undefined
  let body: string[] = []
  const finished = () => {
    if (!times) return undefined
    const { runs, alignment } = readTags(body.join('\n'))
    return cueOf(times.startMs, times.endMs, { runs, place: placeOf(alignment) })
  }
  for (const line of linesOf(text)) {
    const match = arrow.exec(line)
    if (!match) {
      if (times && body.length < linesMost) body.push(line)
      yield undefined
      continue
    }
    // The number of the next cue was taken for a line of this one.
    body = withoutNumber(body)
    yield finished()
    times = { startMs: msAt(match, 1), endMs: msAt(match, 6) }
    body = []
  }
  yield finished()
}

function withoutNumber(lines: string[]): string[] {
  const last = lines.findLastIndex((line) => line.trim() !== '')
  const isNumber = /^\s*\d{1,7}\s*$/.test(lines[last] ?? '') && (last === 0 || lines[last - 1]?.trim() === '')
  return isNumber ? lines.slice(0, last) : lines
}

function msAt(match: RegExpExecArray, from: number): number {
  const [sign = '', hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match.slice(from, from + 5)
  const ms =
    Number(hours) * 3600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number((fraction || '0').padEnd(3, '0'))
  return sign === '-' ? -ms : ms
}
