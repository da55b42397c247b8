/** Writes cues as WebVTT that says nothing but times, positions, text, bold, italic, underlined and colour classes. */
import { cueTime, type Cue, type CuePosition, type Run } from './cue.ts'
import { nextTurn } from './read-subtitle.ts'

const cuesPerTurn = 500

/** laterMs: added to all times, of a part of a film. */
export async function writeVtt(cues: readonly Cue[], laterMs: number): Promise<string> {
  const parts = ['WEBVTT\n']
  for (const [index, cue] of cues.entries()) {
    parts.push(cueText(cue, laterMs))
    if (index % cuesPerTurn === cuesPerTurn - 1) await nextTurn()
  }
  return parts.join('\n')
}

function cueText({ startMs, endMs, runs, position }: Cue, laterMs: number): string {
  return `${cueTime(startMs + laterMs, '.')} --> ${cueTime(endMs + laterMs, '.')}${settingsOf(position)}\n${runs.map(runText).join('')}\n`
}

function settingsOf({ line, position, row, column }: CuePosition): string {
  const settings = [
    line === null ? '' : ` line:${line}%,${row}`,
    position === null
      ? ''
      : ` position:${position}%,${column === 'start' ? 'line-left' : column === 'end' ? 'line-right' : 'center'}`,
    column === 'center' ? '' : ` align:${column}`,
  ]
  return settings.join('')
}

function runText({ text, isBold, isItalic, isUnderlined, color }: Run): string {
  const tags = [isBold && 'b', isItalic && 'i', isUnderlined && 'u', color !== '' && `c.${color}`].filter((tag) => tag !== false)
  const open = tags.map((tag) => `<${tag}>`).join('')
  const close = tags.toReversed().map((tag) => `</${tag.split('.')[0]}>`)
  return `${open}${escaped(text)}${close.join('')}`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
