/** The text of an event of Advanced SubStation Alpha: its override codes as far as WebVTT can show them; drawings are dropped. */
import { cueColorOf, type CueColor, type CuePosition, type Run, usualPosition } from './cue.ts'

/** The look of a style, or of a line that differs from it. alignment: 1 to 9, as the digits lie on a keypad. */
export type AssLook = Omit<Run, 'text'> & { alignment: number }
export type AssText = { runs: Run[]; alignment: number; point: { x: number; y: number } | undefined }

const override = /\{([^{}]{0,2000})\}/g
const drawing = /\\p(\d+)/

export function readAssText(text: string, style: AssLook): AssText {
  const runs: Run[] = []
  let look = style
  let isDrawing = false
  let point: AssText['point']
  let { alignment } = style
  let from = 0
  const add = (part: string) => {
    if (part !== '' && !isDrawing) runs.push(runOf(part, look))
  }
  for (const match of text.matchAll(override)) {
    add(text.slice(from, match.index))
    from = match.index + match[0].length
    const codes = match[1] ?? ''
    alignment = overrideAlignment(codes) || alignment
    point ??= pointOf(codes)
    isDrawing = drawing.test(codes) ? drawing.exec(codes)?.[1] !== '0' : isDrawing
    for (const [, name = '', value = ''] of codes.matchAll(/\\(b|i|u|1?c|r)(&?H?[0-9a-f]{0,8}&?|\d{1,4})(?![a-z])/gi))
      look = { ...look, ...changeOf(name, value, style) }
  }
  add(text.slice(from))
  return { runs, alignment, point }
}

function runOf(text: string, { isBold, isItalic, isUnderlined, color }: AssLook): Run {
  const plain = text.replace(/\\[Nn]/g, '\n').replaceAll('\\h', ' ')
  return { text: plain, isBold, isItalic, isUnderlined, color }
}

function changeOf(name: string, value: string, style: AssLook): Partial<AssLook> {
  const isOn = value !== '' && value !== '0'
  if (name === 'b') return { isBold: isOn && Number(value) !== 400 }
  if (name === 'i') return { isItalic: isOn }
  if (name === 'u') return { isUnderlined: isOn }
  if (name === 'r') return style
  return { color: value === '' ? style.color : assColor(value) }
}

/** &HBBGGRR& or &HAABBGGRR; the old files have a decimal number. */
export function assColor(value: string): CueColor | '' {
  const hex = /^&?h([0-9a-f]{1,8})&?$/i.exec(value.trim())
  const number = hex ? Number.parseInt(hex[1] ?? '0', 16) : Number.parseInt(value, 10)
  if (!Number.isFinite(number)) return ''
  return cueColorOf(number & 0xff, (number >>> 8) & 0xff, (number >>> 16) & 0xff)
}

/** \an1 to \an9, or the old \a; 0: none. */
export function overrideAlignment(codes: string): number {
  const pad = /\\an([1-9])/.exec(codes)?.[1]
  if (pad !== undefined) return Number(pad)
  const old = /\\a(\d{1,2})(?![a-z\d])/.exec(codes)?.[1]
  return old === undefined ? 0 : fromOldAlignment(Number(old))
}

/** The alignment for one of SSA: 1 to 3 below, 5 to 7 above, 9 to 11 in the middle. */
export function fromOldAlignment(old: number): number {
  if (old >= 9 && old <= 11) return old - 5
  if (old >= 5 && old <= 7) return old + 2
  return old >= 1 && old <= 3 ? old : 0
}

function pointOf(codes: string): { x: number; y: number } | undefined {
  const [, x, y] = /\\(?:pos|move)\(\s*(-?[\d.]{1,10})\s*,\s*(-?[\d.]{1,10})/.exec(codes) ?? []
  return x === undefined || y === undefined ? undefined : { x: Number(x), y: Number(y) }
}

const edges = ['start', 'center', 'end'] as const

/** point: of \pos, in percent of the picture. */
export function cuePositionOf(alignment: number, point?: { x: number; y: number }): CuePosition {
  if (alignment < 1 || alignment > 9) return usualPosition
  const column = edges[(alignment - 1) % 3] ?? 'center'
  const row = alignment >= 7 ? 'start' : alignment >= 4 ? 'center' : 'end'
  if (point && Number.isFinite(point.x) && Number.isFinite(point.y))
    return { line: percent(point.y), position: percent(point.x), row, column }
  const line = row === 'start' ? 0 : row === 'center' ? 50 : null
  return { line, position: column === 'start' ? 0 : column === 'end' ? 100 : null, row, column }
}

function percent(value: number): number {
  return Math.round(Math.max(0, Math.min(100, value)))
}
