/** Reads TMPlayer, which has no ends: 00:00:01:Hi|there, 00:00:01=Hi. A cue lasts until the next one begins. */
import { cueOf, plainRun, type Cue } from './cue.ts'
import { linesOf } from './text-lines.ts'

const timed = /^\s*(\d{1,2}):(\d\d):(\d\d)(?:,\d)?[:=](.*)$/
/** A line is read in this time at the most. */
const longestMs = 7_000

/** Two lines in a row: a note may begin with the time of the day. */
export const isTmPlayer = (text: string): boolean =>
  /^\s*\d{1,2}:\d\d:\d\d(?:,\d)?[:=](?!\d\d?(?:[:,.]|$)).*[\r\n]+\s*\d{1,2}:\d\d:\d\d(?:,\d)?[:=]/.test(text)

/** Yields undefined for a line without a cue, so that whoever reads can pause. */
export function* readTmPlayer(text: string): Generator<Cue | undefined> {
  let open: { startMs: number; words: string } | undefined
  const closed = (endMs: number) => {
    const words = open?.words.replaceAll('|', '\n') ?? ''
    return open && cueOf(open.startMs, Math.min(endMs, open.startMs + longestMs), { runs: [{ ...plainRun, text: words }] })
  }
  for (const line of linesOf(text)) {
    const [, hours, minutes, seconds, words = ''] = timed.exec(line) ?? []
    if (hours === undefined) yield undefined
    else {
      const startMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000
      yield closed(startMs)
      open = { startMs, words }
    }
  }
  yield closed(Number.POSITIVE_INFINITY)
}
