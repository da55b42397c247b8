/** A cue: a piece of text with the time at which it is shown; and the limits of what is read of a file. */

/** Classes of colour that every WebVTT player knows. */
export const cueColors = ['lime', 'cyan', 'red', 'yellow', 'magenta', 'blue', 'black'] as const
export type CueColor = (typeof cueColors)[number]

/** color: '' as the player has it. */
export type Run = { text: string; isBold: boolean; isItalic: boolean; isUnderlined: boolean; color: CueColor | '' }

/** Where a cue stands: percent of the picture's height and width; null: at the bottom, and in the middle. row and column: which edge of the text stands there. */
export type CuePosition = {
  line: number | null
  position: number | null
  row: 'start' | 'center' | 'end'
  column: 'start' | 'center' | 'end'
}

export type Cue = { startMs: number; endMs: number; runs: Run[]; position: CuePosition }

export const usualPosition: CuePosition = { line: null, position: null, row: 'end', column: 'center' }
export const plainRun: Omit<Run, 'text'> = { isBold: false, isItalic: false, isUnderlined: false, color: '' }

export const maxFileBytes = 5 * 1024 * 1024
export const maxCues = 20_000
/** Characters of one line of a file; what is longer is cut. */
export const maxLineLength = 4_000
/** Characters of one cue. */
export const maxCueText = 1_000
const maxLines = 12
const dayMs = 24 * 3600_000
/** A cue that ends before it starts, or never, is shown this long. */
const usualMs = 3_000
const longestMs = 10 * 60_000

/** undefined if it has no text, or no time within a day. */
export function cueOf(startMs: number, endMs: number, text: { runs: Run[]; position?: CuePosition }): Cue | undefined {
  const runs = trimmed(text.runs)
  if (runs.length === 0 || !Number.isFinite(startMs) || startMs < 0 || startMs > dayMs) return undefined
  const end = Number.isFinite(endMs) && endMs > startMs ? Math.min(endMs, startMs + longestMs) : startMs + usualMs
  return {
    startMs: Math.round(startMs),
    endMs: Math.max(Math.round(startMs) + 1, Math.round(end)),
    runs,
    position: text.position ?? usualPosition,
  }
}

/** Without empty lines, blanks at the ends of lines, control characters, and what is above the limits. */
function trimmed(runs: readonly Run[]): Run[] {
  let remaining = maxCueText
  let lines = 1
  const result: Run[] = []
  for (const run of runs) {
    let text = ''
    for (const letter of printable(run.text).slice(0, remaining)) {
      const isAtLineStart = (text || (result.at(-1)?.text ?? '\n')).endsWith('\n')
      if (letter === '\n') {
        if (isAtLineStart || lines >= maxLines) continue
        lines += 1
      } else if (letter === ' ' && isAtLineStart) continue
      text += letter
    }
    remaining -= text.length
    if (text !== '') result.push({ ...run, text })
  }
  for (let last = result.at(-1); last; last = result.at(-1)) {
    last.text = last.text.trimEnd()
    if (last.text !== '') break
    result.pop()
  }
  return merged(result)
}

/** Line breaks stay; other control characters and marks that turn the direction of writing around go. */
function printable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff\ufffd]/gu, keptBreak)
}

function keptBreak(letter: string): string {
  return letter === '\n' ? '\n' : ''
}

function merged(runs: readonly Run[]): Run[] {
  const results: Run[] = []
  for (const run of runs) {
    const last = results.at(-1)
    if (last && isSameLook(last, run)) last.text += run.text
    else results.push({ ...run })
  }
  return results
}

function isSameLook(a: Run, b: Run): boolean {
  return a.isBold === b.isBold && a.isItalic === b.isItalic && a.isUnderlined === b.isUnderlined && a.color === b.color
}

/** The nearest class of a colour, '' for white and for what is nearly grey. */
export function cueColorOf(red: number, green: number, blue: number): CueColor | '' {
  const most = Math.max(red, green, blue)
  if (most < 48) return 'black'
  if (most - Math.min(red, green, blue) < most * 0.35) return ''
  const key = [red, green, blue].map((part) => (part > most * 0.6 ? '1' : '0')).join('')
  return colorOfKey[key] ?? ''
}

const colorOfKey: Readonly<Record<string, CueColor>> = {
  '100': 'red',
  '010': 'lime',
  '001': 'blue',
  '110': 'yellow',
  '101': 'magenta',
  '011': 'cyan',
}

/** Hours, minutes, seconds and, after the sign of the format, thousandths. */
export function cueTime(ms: number, sign: ',' | '.'): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}${sign}${String(ms % 1000).padStart(3, '0')}`
}
