/** Reads TTML (.ttml, .dfxp), as broadcasters and streaming services have it: paragraphs with times, in W3C's TTML1. */
import { cuePositionOf } from './ass-text.ts'
import { cueOf, type Cue } from './cue.ts'
import { readTags } from './tag-text.ts'

const headChars = 32_768
const prefix = String.raw`(?:[\w-]{1,20}:)?`
const paragraphTag = new RegExp(String.raw`<(/?)${prefix}p\b([^<>]{0,1000})>`, 'gi')
const spanTag = new RegExp(String.raw`<(/?)${prefix}(span|br)\b([^<>]{0,1000})>`, 'gi')
const namedTag = new RegExp(String.raw`<${prefix}(?:style|region)\b([^<>]{0,1000})>`, 'gi')
/** TTML1, 6.2.4 and 6.2.10: where the file says nothing, with one tick a picture. */
const usualFrames = 30

export const isTtml = (text: string): boolean =>
  /^\s*(?:<\?xml[^<>]{0,200}>\s*)?(?:<!--[^<>]{0,2000}-->\s*)*<(?:[\w-]{1,20}:)?tt\b/i.test(text)

type Look = { isItalic: boolean; isBold: boolean; isUnderlined: boolean; color: string; isAbove: boolean }
type Clock = { frames: number; ticks: number }
type Open = { attributes: string; from: number }

/** Yields undefined for a piece without a cue, so that whoever reads can pause. */
export function* readTtml(text: string): Generator<Cue | undefined> {
  const head = text.slice(0, headChars)
  const clock = clockOf(head)
  const named = new Map<string, Partial<Look>>()
  for (const [, attributes = ''] of head.matchAll(namedTag)) named.set(valueOf(attributes, 'id'), styleOf(attributes, named))
  let open: Open | undefined
  for (const match of text.matchAll(paragraphTag)) {
    const [tag, slash, attributes = ''] = match
    if (open && slash === '/') yield cueIn(text.slice(open.from, match.index), open.attributes, { clock, named })
    else yield undefined
    open = slash === '/' || attributes.endsWith('/') ? undefined : { attributes, from: match.index + tag.length }
  }
}

type Around = { clock: Clock; named: ReadonlyMap<string, Partial<Look>> }

function cueIn(body: string, attributes: string, { clock, named }: Around): Cue | undefined {
  const startMs = msOf(valueOf(attributes, 'begin'), clock)
  const length = valueOf(attributes, 'dur')
  const endMs = length === '' ? msOf(valueOf(attributes, 'end'), clock) : startMs + msOf(length, clock)
  const look = styleOf(attributes, named)
  const [before, after] = marksOf(look)
  const { runs } = readTags(`${before}${withMarks(body, named)}${after}`)
  return cueOf(startMs, endMs, { runs, position: cuePositionOf(look.isAbove ? 8 : 0) })
}

/** Spans become the tags of SubRip. */
function withMarks(body: string, named: Around['named']): string {
  const ends: string[] = []
  const plain = body.replace(/\s+/g, ' ')
  let marked = ''
  let from = 0
  for (const match of plain.matchAll(spanTag)) {
    const [tag, slash, name = '', attributes = ''] = match
    marked += plain.slice(from, match.index)
    from = match.index + tag.length
    if (name.toLowerCase() === 'br') marked += '<br>'
    else if (slash === '/') marked += ends.pop() ?? ''
    else if (!attributes.endsWith('/')) {
      const [before, after] = marksOf(styleOf(attributes, named))
      marked += before
      ends.push(after)
    }
  }
  return marked + plain.slice(from)
}

function marksOf({ isItalic, isBold, isUnderlined, color }: Partial<Look>): [string, string] {
  const names = [isItalic && 'i', isBold && 'b', isUnderlined && 'u'].filter((name) => name !== false && name !== undefined)
  const before = names.map((name) => `<${name}>`).join('')
  const after = names
    .toReversed()
    .map((name) => `</${name}>`)
    .join('')
  return color === undefined ? [before, after] : [`<font color="${color}">${before}`, `${after}</font>`]
}

/** Its own attributes come before those of its styles and its region. */
function styleOf(attributes: string, named: Around['named']): Partial<Look> {
  const ids = [...valueOf(attributes, 'style').split(' '), valueOf(attributes, 'region')]
  const inherited = ids.reduce<Partial<Look>>((look, id) => ({ ...look, ...named.get(id) }), {})
  const color = /^#[\da-f]{6}|^[a-z]+$/i.exec(valueOf(attributes, 'color'))?.[0]
  return {
    ...inherited,
    ...(/^(?:italic|oblique)$/.test(valueOf(attributes, 'fontStyle')) && { isItalic: true }),
    ...(valueOf(attributes, 'fontWeight') === 'bold' && { isBold: true }),
    ...(valueOf(attributes, 'textDecoration').includes('underline') && { isUnderlined: true }),
    ...(valueOf(attributes, 'displayAlign') === 'before' && { isAbove: true }),
    ...(color !== undefined && { color }),
  }
}

/** '' where it has none. */
function valueOf(attributes: string, name: string): string {
  const [, double, single] = new RegExp(String.raw`(?:^|\s|:)${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes) ?? []
  return (double ?? single ?? '').trim()
}

function clockOf(head: string): Clock {
  const [above = 1, below = 1] = valueOf(head, 'frameRateMultiplier').split(/[ :]/).map(Number)
  const rate = Number(valueOf(head, 'frameRate')) || usualFrames
  const frames = below > 0 && above > 0 ? (rate * above) / below : rate
  return { frames, ticks: Number(valueOf(head, 'tickRate')) || frames }
}

/** 00:00:01.5, 00:00:01:12 with pictures, 1.5s, 1500ms, 36f, 15000000t. NaN for anything else. */
function msOf(time: string, { frames, ticks }: Clock): number {
  const [, hours, minutes, seconds, pictures = '0'] =
    /^(\d{1,4}):(\d\d):(\d\d(?:\.\d{1,9})?)(?::(\d{1,3})(?:\.\d+)?)?$/.exec(time) ?? []
  if (hours !== undefined)
    return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + (Number(pictures) * 1000) / frames
  const [, count, unit = ''] = /^(\d{1,15}(?:\.\d{1,9})?)(h|m|s|ms|f|t)$/.exec(time) ?? []
  const perUnit = { h: 3_600_000, m: 60_000, s: 1000, ms: 1, f: 1000 / frames, t: 1000 / ticks }[unit]
  return count === undefined || perUnit === undefined ? Number.NaN : Number(count) * perUnit
}
