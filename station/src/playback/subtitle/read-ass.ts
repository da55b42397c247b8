/** Reads Advanced SubStation Alpha and SubStation Alpha: events in their styles; comments, drawings and karaoke effects are dropped. */
import { assColor, fromOldAlignment, cuePositionOf, readAssText, type AssLook } from './ass-text.ts'
import { cueOf, plainRun, type Cue } from './cue.ts'
import { linesOf } from './text-lines.ts'

const maxStyles = 500
const usualSize = { width: 384, height: 288 }
const usualStyle: AssLook = { ...plainRun, alignment: 2 }

type Script = {
  section: string
  isOld: boolean
  size: { width: number; height: number }
  styles: Map<string, AssLook>
  styleFields: string[]
  eventFields: string[]
}

/** Yields undefined for a line without a cue, so that whoever reads can pause. */
export function* readAss(text: string): Generator<Cue | undefined> {
  const script: Script = {
    section: '',
    isOld: false,
    size: usualSize,
    styles: new Map(),
    styleFields: fieldsOf('Name, Fontname, Fontsize, PrimaryColour, Bold, Italic, Underline, Alignment'),
    eventFields: fieldsOf('Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'),
  }
  for (const line of linesOf(text)) yield readLine(script, line)
}

function readLine(script: Script, line: string): Cue | undefined {
  const section = /^\s*\[([^\]]{1,60})\]/.exec(line)?.[1]?.toLowerCase()
  if (section !== undefined) {
    script.section = section
    script.isOld ||= section === 'v4 styles'
    return undefined
  }
  const [, key = '', value = ''] = /^\s*(\w{1,20})\s*:\s?(.*)$/.exec(line) ?? []
  if (script.section === 'script info') readInfo(script, key, value)
  else if (script.section.endsWith('styles')) readStyle(script, key, value)
  else if (script.section === 'events') return readEvent(script, key, value)
  return undefined
}

function readInfo(script: Script, key: string, value: string): void {
  const number = Number.parseInt(value, 10)
  if (!(number > 0)) return
  if (key === 'PlayResX') script.size = { ...script.size, width: number }
  if (key === 'PlayResY') script.size = { ...script.size, height: number }
}

function readStyle(script: Script, key: string, value: string): void {
  if (key === 'Format') script.styleFields = fieldsOf(value)
  if (key !== 'Style' || script.styles.size >= maxStyles) return
  const field = fieldReader(script.styleFields, value)
  const alignment = Number(field('alignment')) || 2
  script.styles.set(styleName(field('name')), {
    isBold: isOn(field('bold')),
    isItalic: isOn(field('italic')),
    isUnderlined: isOn(field('underline')),
    color: assColor(field('primarycolour')),
    alignment: script.isOld ? fromOldAlignment(alignment) || 2 : alignment >= 1 && alignment <= 9 ? alignment : 2,
  })
}

function readEvent(script: Script, key: string, value: string): Cue | undefined {
  if (key === 'Format') script.eventFields = fieldsOf(value)
  if (key !== 'Dialogue') return undefined
  const field = fieldReader(script.eventFields, value)
  // Lines that a karaoke program made of single syllables.
  if (/^(fx|karaoke)$/i.test(field('effect'))) return undefined
  const style = script.styles.get(styleName(field('style'))) ?? script.styles.get('default') ?? usualStyle
  const { runs, alignment, point } = readAssText(field('text'), style)
  const { width, height } = script.size
  const position = cuePositionOf(alignment, point && { x: (100 * point.x) / width, y: (100 * point.y) / height })
  return cueOf(msOf(field('start')), msOf(field('end')), { runs, position })
}

function fieldsOf(format: string): string[] {
  return format.split(',').map((name) => name.trim().toLowerCase())
}

/** The last field has the rest of the line, commas and all. */
function fieldReader(fields: readonly string[], value: string): (name: string) => string {
  const parts = value.split(',')
  const last = fields.length - 1
  return (name) => {
    const at = fields.indexOf(name)
    if (at < 0) return ''
    return at === last ? parts.slice(at).join(',') : (parts[at] ?? '').trim()
  }
}

function styleName(name: string): string {
  return name.replace(/^\*/, '').trim().toLowerCase()
}

function isOn(value: string): boolean {
  return value !== '' && value !== '0'
}

function msOf(time: string): number {
  const [, hours, minutes, seconds, fraction = '0'] = /^\s*(\d{1,3}):(\d{1,2}):(\d{1,2})(?:[.:](\d{1,3}))?\s*$/.exec(time) ?? []
  if (hours === undefined) return Number.NaN
  return Number(hours) * 3600_000 + Number(minutes) * 60_000 + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0'))
}
