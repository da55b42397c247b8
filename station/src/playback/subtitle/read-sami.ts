/** Reads SAMI (.smi), in which most Korean subtitles are: one file may hold several languages, each a class. */
import { cueOf, type Cue } from './cue.ts'
import { baseLanguage } from './language.ts'
import { readTags } from './tag-text.ts'

const headChars = 16_384
const syncTag = /<sync\b[^<>]{0,200}?\bstart\s*=\s*["']?\s*(-?\d{1,10})[^<>]{0,200}>/gi
const paragraphTag = /<p\b([^<>]{0,300})>/gi
/** .KRCC { Name: Korean; lang: ko-KR; SAMIType: CC; } */
const styleOfClass = /\.([\w-]{1,40})\s*\{([^{}]{0,400})\}/g

export const isSami = (text: string): boolean =>
  /^\s*(?:<\?xml[^<>]{0,200}>\s*)?<sami\b/i.test(text) || /<sync\s+start\s*=/i.test(text)

/** The languages of the classes that the head names, in their order: BCP 47. */
function classesIn(text: string): { name: string; language: string }[] {
  return [...text.slice(0, headChars).matchAll(styleOfClass)].flatMap(([, name = '', style = '']) => {
    const language = /\blang\s*:\s*["']?([a-z]{2,3}(?:-[a-z]{2,4})?)/i.exec(style)?.[1]
    return language === undefined ? [] : [{ name: name.toLowerCase(), language }]
  })
}

/** The language of the first class, for the encoding: the head is ASCII in every code page. Korean where it names none. */
export function samiLanguage(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, headChars))
  return isSami(head) ? (classesIn(head)[0]?.language ?? 'ko') : ''
}

/** Yields undefined for a piece without a cue, so that whoever reads can pause. language: whose class is read, else the first. */
export function* readSami(text: string, language: string): Generator<Cue | undefined> {
  const classes = classesIn(text)
  const chosen = classes.find((one) => baseLanguage(one.language) === baseLanguage(language)) ?? classes[0]
  let open: { startMs: number; text: string } | undefined
  let at: { startMs: number; from: number } | undefined
  const closed = (endMs: number) => open && cueOf(open.startMs, endMs, readTags(open.text))
  function* take(to: number): Generator<Cue | undefined> {
    const shown = at && textOf(text.slice(at.from, to), chosen?.name)
    if (!at || shown === undefined) return yield undefined
    // Its own next text, or an empty one, ends the one before.
    yield closed(at.startMs)
    open = { startMs: at.startMs, text: shown }
  }
  for (const match of text.matchAll(syncTag)) {
    yield* take(match.index)
    at = { startMs: Number(match[1]), from: match.index + match[0].length }
  }
  yield* take(text.length)
  yield closed(Number.NaN)
}

/** undefined: nothing in it is of that class. A paragraph without a class is of every one. */
function textOf(body: string, name: string | undefined): string | undefined {
  const paragraphs = [...body.matchAll(paragraphTag)]
  const parts = paragraphs.flatMap((tag, index) => {
    const own = /\bclass\s*=\s*["']?([\w-]{1,40})/i.exec(tag[1] ?? '')?.[1]?.toLowerCase()
    const isChosen = name === undefined || own === undefined || own === name
    return isChosen ? [body.slice(tag.index + tag[0].length, paragraphs[index + 1]?.index)] : []
  })
  if (paragraphs.length > 0 && parts.length === 0) return undefined
  return withoutComments(paragraphs.length > 0 ? parts.join('\n') : body)
    .replace(/<\/?(?:body|sami)\b[^<>]{0,100}>/gi, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?<br\b[^<>]{0,50}> ?/gi, '\n')
}

/** One without an end is text. */
function withoutComments(text: string): string {
  let rest = ''
  let from = 0
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', start + '<!--'.length)
    if (end < 0) break
    rest += text.slice(from, start)
    from = end + '-->'.length
  }
  return rest + text.slice(from)
}
