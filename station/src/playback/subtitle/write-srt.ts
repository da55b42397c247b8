/** Writes cues as SubRip, which TVs read where they read anything: times, text, bold, italic and underlined. */
import { cueTime, type Cue, type Run } from './cue.ts'
import { nextTurn } from './read-subtitle.ts'

const cuesPerTurn = 500

/** laterMs: added to all times; what would end before 0 is left out. */
export async function writeSrt(cues: readonly Cue[], laterMs: number): Promise<string> {
  const parts: string[] = []
  for (const [index, cue] of cues.entries()) {
    if (cue.endMs + laterMs > 0) parts.push(cueText(cue, { number: parts.length + 1, laterMs }))
    if (index % cuesPerTurn === cuesPerTurn - 1) await nextTurn()
  }
  return parts.join('\n')
}

function cueText({ startMs, endMs, runs }: Cue, { number, laterMs }: { number: number; laterMs: number }): string {
  const times = `${cueTime(Math.max(0, startMs + laterMs), ',')} --> ${cueTime(endMs + laterMs, ',')}`
  return `${number}\n${times}\n${runs.map(runText).join('')}\n`
}

function runText({ text, isBold, isItalic, isUnderlined }: Run): string {
  const tags = [isBold && 'b', isItalic && 'i', isUnderlined && 'u'].filter((tag) => tag !== false)
  const open = tags.map((tag) => `<${tag}>`).join('')
  const close = tags.toReversed().map((tag) => `</${tag}>`)
  return `${open}${text}${close.join('')}`
}
