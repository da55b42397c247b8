/** The text of a cue of SubRip and WebVTT: tags for bold, italic, underlined and colour; everything else between < and > is dropped. */
import { cueColorOf, cueColors, plainRun, type CueColor, type Run } from './cue.ts'
import { overrideAlignment } from './ass-text.ts'

/** {b} is of SubRip itself, {\an8} of SubStation Alpha. */
const piece = /<[^<>]{0,300}>|\{\\[^{}]{0,300}\}|\{\/?[biu]\}/gi
/** <br> and \N of other formats, [br] of SubViewer. */
const lineBreak = /<[bB][rR]\b[^<>]{0,50}>|\[br\]|\\N/g
const entities = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', lrm: '', rlm: '' }))
const namedColors = new Map<string, CueColor>([
  ...cueColors.map((color) => [color, color] as const),
  ['green', 'lime'],
  ['aqua', 'cyan'],
  ['fuchsia', 'magenta'],
  ['orange', 'yellow'],
])

type Look = Omit<Run, 'text'>
type OpenTag = { name: string; before: Look }
/** alignment: of \an in SubRip, 1 to 9; 0 if there is none. */
export type TaggedText = { runs: Run[]; alignment: number }

export function readTags(given: string): TaggedText {
  const text = given.replace(lineBreak, '\n')
  const runs: Run[] = []
  const open: OpenTag[] = []
  let look: Look = plainRun
  let alignment = 0
  let from = 0
  const add = (part: string) => {
    if (part !== '') runs.push({ ...look, text: decoded(part) })
  }
  for (const match of text.matchAll(piece)) {
    add(text.slice(from, match.index))
    from = match.index + match[0].length
    if (match[0].startsWith('{\\')) {
      alignment ||= overrideAlignment(match[0])
      continue
    }
    const tag = /^[<{](\/?)([a-z]{1,10})([^>}]*)[>}]$/i.exec(match[0])
    if (!tag) continue
    const name = (tag[2] ?? '').toLowerCase()
    if (tag[1] === '') {
      open.push({ name, before: look })
      look = { ...look, ...lookOfTag(name, tag[3] ?? '') }
      continue
    }
    const at = open.findLastIndex((one) => one.name === name)
    look = open[at]?.before ?? look
    if (at >= 0) open.length = at
  }
  add(text.slice(from))
  return { runs, alignment }
}

function lookOfTag(name: string, rest: string): Partial<Look> {
  if (name === 'b') return { isBold: true }
  if (name === 'i' || name === 'em') return { isItalic: true }
  if (name === 'u') return { isUnderlined: true }
  if (name === 'font') return { color: htmlColor(/color\s*=\s*["']?\s*(#?\w{1,20})/i.exec(rest)?.[1] ?? '') }
  const named = name === 'c' ? rest.split('.').flatMap((one) => namedColors.get(one.trim().toLowerCase()) ?? []) : []
  return named[0] === undefined ? {} : { color: named[0] }
}

function htmlColor(value: string): CueColor | '' {
  const hex = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value)
  if (!hex) return namedColors.get(value.toLowerCase()) ?? ''
  const part = (at: number) => Number.parseInt(hex[at] ?? '0', 16)
  return cueColorOf(part(1), part(2), part(3))
}

function decoded(text: string): string {
  return text.replace(/&(#x?[0-9a-f]{1,6}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities.get(name.toLowerCase()) ?? whole
    const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
    return code > 0x1f && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
