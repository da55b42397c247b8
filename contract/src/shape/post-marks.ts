/**
 * Parser of the posts' simple markup, for all programs: blocks that the app renders (user text is never HTML, P30),
 * and plain text for excerpts, reminders and search results. Samples: contract/fixtures/post-marks.json.
 * An empty line ends a paragraph; lines starting with '> ' are a quote, with '- ' a list; code stands between fences, as in
 * CommonMark: three or more ` or ~, the first fence with a language if wanted;
 * **bold**, `code` (up to three ticks on each side), http and https URLs; [image 2] alone on a line is the second picture of the post. A reply has only the marks within a line.
 */
import { address, endOfAddress } from './address.ts'

export type Inline = { is: 'text' | 'bold' | 'code'; text: string } | { is: 'link'; text: string; href: string }
export type Block =
  | { is: 'paragraph' | 'quote'; lines: Inline[][] }
  | { is: 'list'; lines: Inline[][] }
  | { is: 'code'; text: string; language: string }
  | { is: 'image'; at: number }

const imageLine = /^\[(?:image|图片) ?([1-9])\]$/
/** \x60 is a backtick. */
const marks = new RegExp(
  String.raw`(\*\*[^*\n]+\*\*|\x60{3}[^\x60\n]+\x60{3}|\x60{2}[^\x60\n]+\x60{2}|\x60[^\x60\n]+\x60|${address.source})`,
  'giu',
)

export function toBlocks(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.split(/\r?\n/)
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const fence = fenceOf(line)
    const image = imageLine.exec(line.trim())
    if (line.trim() === '') continue
    if (image) blocks.push({ is: 'image', at: Number(image[1]) - 1 })
    else if (fence) {
      const last = firstAfter(lines, at, (one) => closes(one, fence))
      const code = lines.slice(at + 1, last).map((one) => withoutIndent(one, fence.indent))
      blocks.push({ is: 'code', text: code.join('\n'), language: fence.language })
      at = last
    } else {
      const kind = kindOf(line)
      const last = firstAfter(lines, at, (one) => kindOf(one) !== kind || one.trim() === '' || isOwn(one))
      blocks.push({ is: kind, lines: lines.slice(at, last).map((one) => toInline(bare(one, kind))) })
      at = last - 1
    }
  }
  return blocks
}

/** Index of the first line after `at` that ends the block; the line count if none does. */
function firstAfter(lines: readonly string[], at: number, isEnd: (line: string) => boolean): number {
  let next = at + 1
  while (next < lines.length && !isEnd(lines[next] ?? '')) next += 1
  return next
}

/** Parses a single line: a reply, a list item. */
export function toInline(text: string): Inline[] {
  return text
    .split(marks)
    .filter((part) => part !== '')
    .flatMap((part): Inline[] => {
      if (/^\*\*[^*]+\*\*$/.test(part)) return [{ is: 'bold', text: part.slice(2, -2) }]
      if (/^`+[^`]+`+$/.test(part)) return [{ is: 'code', text: part.replaceAll('`', '') }]
      return /^https?:\/\//i.test(part) ? readLink(part) : [{ is: 'text', text: part }]
    })
}

function readLink(part: string): Inline[] {
  const end = endOfAddress(part)
  const text = part.slice(0, end)
  if (!URL.canParse(text)) return [{ is: 'text', text: part }]
  const link: Inline = { is: 'link', text, href: new URL(text).href }
  return end === part.length ? [link] : [link, { is: 'text', text: part.slice(end) }]
}

type Kind = 'paragraph' | 'quote' | 'list'

function kindOf(line: string): Kind {
  if (line.startsWith('>')) return 'quote'
  return line.startsWith('- ') ? 'list' : 'paragraph'
}

function isOwn(line: string): boolean {
  return fenceOf(line) !== undefined || imageLine.test(line.trim())
}

type Fence = { indent: number; mark: string; language: string }

/** language: the whole info string. One with a backtick in it would be code within a line, so it opens nothing after backticks. */
function fenceOf(line: string): Fence | undefined {
  const [, indent = '', mark, info = ''] = /^( {0,3})(`{3,}|~{3,})(.*)$/s.exec(line) ?? []
  if (mark === undefined || (mark.startsWith('`') && info.includes('`'))) return undefined
  return { indent: indent.length, mark, language: info.trim() }
}

/** The closing fence is of the same sign, at least as long, and has no language. */
function closes(line: string, { mark }: Fence): boolean {
  const fence = fenceOf(line)
  return fence !== undefined && fence.language === '' && fence.mark.startsWith(mark)
}

function withoutIndent(line: string, most: number): string {
  return line.slice(Math.min(line.search(/[^ ]|$/), most))
}

function bare(line: string, kind: Kind): string {
  if (kind === 'quote') return line.replace(/^> ?/, '')
  return kind === 'list' ? line.slice(2) : line
}

/** A post in one line, without its marks and pictures. */
export function toPlain(text: string): string {
  return inOneLine(
    toBlocks(text).map((block) => {
      if (block.is === 'image') return ''
      return block.is === 'code' ? block.text : block.lines.map(wordsOf).join(' ')
    }),
  )
}

/** A reply in one line, without its marks. */
export function replyToPlain(text: string): string {
  return inOneLine([wordsOf(toInline(text))])
}

function wordsOf(parts: readonly Inline[]): string {
  return parts.map((part) => part.text).join('')
}

function inOneLine(pieces: readonly string[]): string {
  return pieces.join(' ').replace(/\s+/g, ' ').trim()
}
