/** Reads MicroDVD, whose times are pictures of the film ({25}{50}Hi), and MPL2, whose times are tenths of a second ([10][20]Hi). */
import { cueColorOf, cueOf, plainRun, type Cue, type Run } from './cue.ts'
import { linesOf } from './text-lines.ts'

/** The rate of most films, where neither the file nor its film says it. */
const usualFrames = 23.976
const microDvd = /^\s*\{(\d{1,8})\}\s?\{(\d{0,8})\}(.*)$/
const mpl2 = /^\s*\[(\d{1,8})\]\s*\[(\d{0,8})\](.*)$/

export const isMicroDvd = (text: string): boolean => /^\s*\{(?:\d{1,8}|default)\}\s?\{\d{0,8}\}/i.test(text)
export const isMpl2 = (text: string): boolean => /^\s*\[\d{1,8}\]\s*\[\d{0,8}\]/.test(text)

/** framesPerSecond: of the film, 0 if unknown. A first line of {1}{1}25 says better. Yields undefined for a line without a cue, so that whoever reads can pause. */
export function* readMicroDvd(text: string, framesPerSecond: number): Generator<Cue | undefined> {
  let frames = framesPerSecond > 0 ? framesPerSecond : usualFrames
  for (const line of linesOf(text)) {
    const [, from, to = '', words = ''] = microDvd.exec(line) ?? []
    const declared = from === '1' || from === '0' ? /^\s*(\d{1,3}(?:[.,]\d{1,4})?)\s*$/.exec(words)?.[1] : undefined
    if (declared !== undefined && to === from) {
      const rate = Number(declared.replace(',', '.'))
      if (rate >= 1 && rate <= 300) frames = rate
      yield undefined
    } else yield from === undefined ? undefined : cue(msOf(from, frames), msOf(to, frames), words)
  }
}

export function* readMpl2(text: string): Generator<Cue | undefined> {
  for (const line of linesOf(text)) {
    const [, from, to = '', words = ''] = mpl2.exec(line) ?? []
    yield from === undefined ? undefined : cue(msOf(from, 10), msOf(to, 10), words)
  }
}

const msOf = (count: string, perSecond: number): number => (count === '' ? Number.NaN : (Number(count) * 1000) / perSecond)

function cue(startMs: number, endMs: number, words: string): Cue | undefined {
  let whole: Look = plainRun
  const runs = words.split('|').flatMap((line, at): Run[] => {
    const { look, ofAll, text } = withoutStyle(line, whole)
    whole = { ...whole, ...ofAll }
    return [{ ...look, text: `${at === 0 ? '' : '\n'}${text}` }]
  })
  return cueOf(startMs, endMs, { runs })
}

type Look = Omit<Run, 'text'>
const signs: Readonly<Record<string, Partial<Look>>> = {
  '/': { isItalic: true },
  '\\': { isBold: true },
  _: { isUnderlined: true },
}
const letters: Readonly<Record<string, Partial<Look>>> = { i: { isItalic: true }, b: { isBold: true }, u: { isUnderlined: true } }

/** {y:i} of one line, {Y:i} of all lines; / at the beginning of a line is italic. Unknown marks are left out. */
function withoutStyle(line: string, before: Look): { look: Look; ofAll: Partial<Look>; text: string } {
  let look = before
  let ofAll: Partial<Look> = {}
  let text = line
  for (let tag = tagAt(text); tag; tag = tagAt(text)) {
    const change = changeOf(tag.name, tag.value)
    look = { ...look, ...change }
    if (tag.name !== tag.name.toLowerCase()) ofAll = { ...ofAll, ...change }
    text = text.slice(tag.length)
  }
  for (let sign = signs[text.trimStart()[0] ?? '']; sign; sign = signs[text.trimStart()[0] ?? '']) {
    look = { ...look, ...sign }
    text = text.trimStart().slice(1)
  }
  return { look, ofAll, text: text.replace(/\{[a-z]:[^{}]{0,60}\}/gi, '') }
}

function tagAt(text: string): { name: string; value: string; length: number } | undefined {
  const [all, name = '', value = ''] = /^\s*\{([a-z]):([^{}]{0,60})\}/i.exec(text) ?? []
  return all === undefined ? undefined : { name, value, length: all.length }
}

function changeOf(name: string, value: string): Partial<Look> {
  if (/^y$/i.test(name))
    return value.split(',').reduce<Partial<Look>>((change, one) => ({ ...change, ...letters[one.trim().toLowerCase()] }), {})
  const [, blue, green, red] = /^c$/i.test(name) ? (/^\$([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(value.trim()) ?? []) : []
  return red === undefined ? {} : { color: cueColorOf(hex(red), hex(green), hex(blue)) }
}

const hex = (digits = '0'): number => Number.parseInt(digits, 16)
