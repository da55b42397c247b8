/** Reads WebVTT: cues with their settings; styles, regions and notes are skipped. */
import { cueOf, usualPosition, type Cue, type CuePosition } from './cue.ts'
import { readTags } from './tag-text.ts'
import { linesOf } from './text-lines.ts'

const time = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`
const arrow = new RegExp(String.raw`^\s*${time}\s*-->\s*${time}(.*)$`)
const maxLines = 20

type Open = { startMs: number; endMs: number; position: CuePosition; lines: string[] }

/** Yields undefined for a line without a cue, so that whoever reads can pause. */
export function* readVtt(text: string): Generator<Cue | undefined> {
  let open: Open | undefined
  const finished = () => {
    const cue = open && cueOf(open.startMs, open.endMs, { ...readTags(open.lines.join('\n')), position: open.position })
    open = undefined
    return cue
  }
  for (const line of linesOf(text)) {
    const match = arrow.exec(line)
    if (match) {
      yield finished()
      open = { startMs: msAt(match, 1), endMs: msAt(match, 5), position: positionOfSettings(match[9] ?? ''), lines: [] }
      continue
    }
    if (line.trim() === '') yield finished()
    else if (open && open.lines.length < maxLines) open.lines.push(line)
    yield undefined
  }
  yield finished()
}

function msAt(match: RegExpExecArray, from: number): number {
  const [hours = '0', minutes = '0', seconds = '0', fraction = '0'] = match.slice(from, from + 4)
  return Number(hours || '0') * 3600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0'))
}

/** line in percent only: a number of lines depends on the size of the text; negative ones count from below. */
function positionOfSettings(settings: string): CuePosition {
  const value = (name: string) => new RegExp(String.raw`(?:^|\s)${name}:(\S{1,40})`).exec(settings)?.[1] ?? ''
  const [line = '', row = ''] = value('line').split(',')
  const [position = ''] = value('position').split(',')
  const align = value('align')
  const column = align === 'start' || align === 'left' ? 'start' : align === 'end' || align === 'right' ? 'end' : 'center'
  const percentLine = percentOf(line) ?? (/^\d{1,2}$/.test(line) && Number(line) < 3 ? 0 : null)
  return {
    ...usualPosition,
    line: percentLine,
    position: percentOf(position),
    row: percentLine === null ? 'end' : row === 'center' || row === 'end' ? row : 'start',
    column,
  }
}

function percentOf(text: string): number | null {
  const number = /^(\d{1,3}(?:\.\d{1,6})?)%$/.exec(text)?.[1]
  return number === undefined ? null : Math.round(Math.min(100, Number(number)))
}
