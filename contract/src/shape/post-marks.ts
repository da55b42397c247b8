/**
 * Parser of the posts' simple markup, for all programs: blocks that the app renders (user text is never HTML, P30),
 * and plain text for excerpts, reminders and search results. Samples: contract/fixtures/post-marks.json.
 * An empty line ends a paragraph; lines starting with '> ' are a quote, with '- ' a list; code stands between fences, as in
 * CommonMark: three or more ` or ~, the first fence with a language if wanted, also in a quote or an item;
 * **bold**, `code` (up to three ticks on each side), http and https URLs; [image 2] alone on a line is the second picture of the post. A reply has only the marks within a line.
 */
import { address, endOfAddress } from './address.ts'

export type Inline = { is: 'text' | 'bold' | 'code'; text: string } | { is: 'link'; text: string; href: string }
export type Block =
  | { is: 'paragraph' | 'quote'; lines: Inline[][] }
  | { is: 'list'; lines: Inline[][] }
  | { is: 'code'; text: string; language: string; isQuoted: boolean }
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
    const fence = fenceAt(line) ?? (kindOf(lines[at - 1] ?? '') === 'list' ? indentedFence(line) : undefined)
    const image = imageLine.exec(line.trim())
    if (line.trim() === '') continue
    if (image) blocks.push({ is: 'image', at: Number(image[1]) - 1 })
    else if (fence) {
      const { code, next } = codeAfter(lines, at, fence)
      blocks.push(code)
      at = next - 1
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
      if (/^\*\*[^*]+\*\*$/.test(part))
        return toInline(part.slice(2, -2)).map((one) => (one.is === 'text' ? { is: 'bold', text: one.text } : one))
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
  return fenceAt(line) !== undefined || imageLine.test(line.trim())
}

/** language: the whole info string. around: the marks of the quote or item that the code is in, which each of its lines has. */
type Fence = { indent: number; mark: string; language: string; around: 'none' | 'item' | number }

/** A fence, in the words of a quote or an item too. */
function fenceAt(line: string): Fence | undefined {
  const depth = /^(?:> ?)*/.exec(line)?.[0].replaceAll(' ', '').length ?? 0
  if (depth > 0) return fenceOf(unquoted(line, depth), depth)
  return fenceOf(line, 'none') ?? (line.startsWith('- ') ? fenceOf(line.slice(2), 'item') : undefined)
}

/** In an item it may be as far to the right as the item's words, and three further. */
function indentedFence(line: string): Fence | undefined {
  const fence = fenceOf(line.replace(/^ {0,2}/, ''), 'none')
  return fence && { ...fence, indent: fence.indent + 2 }
}

/** One with a backtick in its language would be code within a line, so it opens nothing after backticks. */
function fenceOf(line: string, around: Fence['around']): Fence | undefined {
  const [, indent = '', mark, info = ''] = /^( {0,3})(`{3,}|~{3,})(.*)$/s.exec(line) ?? []
  if (mark === undefined || (mark.startsWith('`') && info.includes('`'))) return undefined
  return { indent: indent.length, mark, language: info.trim(), around }
}

/** next: the line behind the code and its closing fence. What has not the marks of the quote or item ends both. */
function codeAfter(lines: readonly string[], at: number, fence: Fence): { code: Block; next: number } {
  const { around, indent, language } = fence
  const isOut = (line: string) =>
    around === 'item' ? /^\S|^ \S/.test(line) : around !== 'none' && unquoted(line, around) === line
  const inner = (line: string) => {
    if (around === 'none') return line
    return around === 'item' ? line.replace(/^ {1,2}/, '') : unquoted(line, around)
  }
  const last = firstAfter(lines, at, (one) => isOut(one) || closes(inner(one), fence))
  const code = lines.slice(at + 1, last).map((one) => withoutIndent(inner(one), indent))
  const isClosed = last < lines.length && !isOut(lines[last] ?? '')
  const block: Block = { is: 'code', text: code.join('\n'), language, isQuoted: typeof around === 'number' }
  return { code: block, next: isClosed ? last + 1 : last }
}

/** The closing fence is of the same sign, at least as long, and has no language. */
function closes(line: string, { mark, indent }: Fence): boolean {
  const fence = fenceOf(withoutIndent(line, indent), 'none')
  return fence !== undefined && fence.language === '' && fence.mark.startsWith(mark)
}

function withoutIndent(line: string, most: number): string {
  return line.slice(Math.min(line.search(/[^ ]|$/), most))
}

/** Without so many marks of quotes, or fewer where the line has no more. */
function unquoted(line: string, depth: number): string {
  let from = 0
  for (let count = 0; count < depth && line[from] === '>'; count += 1) from += line[from + 1] === ' ' ? 2 : 1
  return line.slice(from)
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
