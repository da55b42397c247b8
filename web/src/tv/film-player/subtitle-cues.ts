/** Reads the WebVTT that the box writes: cues with their position, and text in bold, italic, underlined and eight colours. Nothing of it is ever read as HTML. */
import { lowerBound } from '@homeport/contract/kit/collection/lower-bound.ts'

export type CueSpan = { text: string; isBold: boolean; isItalic: boolean; isUnderlined: boolean; color: string }
/** line, position: percent of the picture's height and width; null: at the bottom, in the middle. */
export type CuePosition = {
  line: number | null
  lineAlign: string
  position: number | null
  positionAlign: string
  align: string
}
/** index: its number in the file. */
export type SubtitleCue = { index: number; startMs: number; endMs: number; position: CuePosition; spans: CueSpan[] }

const times = /^(\d{2,}):(\d\d):(\d\d)\.(\d{3}) --> (\d{2,}):(\d\d):(\d\d)\.(\d{3})(.*)$/
const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' }

/** In the order of their times. */
export function readCues(text: string): SubtitleCue[] {
  const cues: SubtitleCue[] = []
  for (const block of text.split('\n\n')) {
    const lines = block.split('\n').filter((line) => line !== '')
    const match = times.exec(lines[0] ?? '')
    if (!match) continue
    const startMs = msOf(match, 1)
    const endMs = msOf(match, 5)
    cues.push({
      index: cues.length,
      startMs,
      endMs,
      position: positionOf(match[9] ?? ''),
      spans: readSpans(lines.slice(1).join('\n')),
    })
  }
  return cues
}

/** The cues that are shown at this point. */
export function cuesAt(cues: readonly SubtitleCue[], point: number): SubtitleCue[] {
  return cues.slice(0, firstAfter(cues, point)).filter(({ endMs }) => point < endMs)
}

/** Number of cues that start at or before the point. */
function firstAfter(cues: readonly SubtitleCue[], point: number): number {
  return lowerBound((at) => (cues[at]?.startMs ?? Infinity) <= point, { end: cues.length })
}

function msOf(match: RegExpExecArray, from: number): number {
  const [hours, minutes, seconds, ms] = match.slice(from, from + 4).map(Number)
  return (((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000 + (ms ?? 0)
}

function positionOf(settings: string): CuePosition {
  const line = / line:(\d{1,3})%,(\w+)/.exec(settings)
  const position = / position:(\d{1,3})%,([\w-]+)/.exec(settings)
  return {
    line: line ? Number(line[1]) : null,
    lineAlign: line?.[2] ?? 'end',
    position: position ? Number(position[1]) : null,
    positionAlign: position?.[2] ?? 'center',
    align: / align:(\w+)/.exec(settings)?.[1] ?? 'center',
  }
}

function readSpans(text: string): CueSpan[] {
  const spans: CueSpan[] = []
  const piece = /<(\/?)(b|i|u|c(?:\.(\w+))?)>/g
  let look = { isBold: false, isItalic: false, isUnderlined: false, color: '' }
  let from = 0
  const add = (part: string) =>
    part !== '' && spans.push({ ...look, text: part.replace(/&(amp|lt|gt);/g, (name) => entities[name] ?? '') })
  for (let match = piece.exec(text); match; match = piece.exec(text)) {
    add(text.slice(from, match.index))
    from = match.index + match[0].length
    const isOn = match[1] === ''
    if (match[2] === 'b') look = { ...look, isBold: isOn }
    else if (match[2] === 'i') look = { ...look, isItalic: isOn }
    else if (match[2] === 'u') look = { ...look, isUnderlined: isOn }
    else look = { ...look, color: isOn ? (match[3] ?? '') : '' }
  }
  add(text.slice(from))
  return spans
}
