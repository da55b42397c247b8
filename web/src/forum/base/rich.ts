/**
 * The few marks of a post, read into parts that React draws: nothing of what people write is ever HTML (P30).
 * An empty line ends a paragraph; lines that begin with '> ' are a quote, with '- ' a list; ``` stands before and after code;
 * **bold**, `code`, and addresses of http and https; [image 2] alone on a line is the second picture of the post.
 */

export type Inline = { is: 'text' | 'bold' | 'code'; text: string } | { is: 'link'; text: string; href: string }
export type Block =
  | { is: 'paragraph' | 'quote'; lines: Inline[][] }
  | { is: 'list'; lines: Inline[][] }
  | { is: 'code'; text: string }
  | { is: 'image'; at: number }

const imageLine = /^\[(?:image|图片) ?([1-9])\]$/
const marks = /(\*\*[^*\n]+\*\*|`[^`\n]+`|https?:\/\/[^\s<>"'`，。！？；：、）】》]+)/giu

export function readBlocks(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.split(/\r?\n/)
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const image = imageLine.exec(line.trim())
    if (line.trim() === '') continue
    if (image) blocks.push({ is: 'image', at: Number(image[1]) - 1 })
    else if (isFence(line)) {
      const last = firstAfter(lines, at, isFence)
      blocks.push({ is: 'code', text: lines.slice(at + 1, last).join('\n') })
      at = last
    } else {
      const kind = kindOf(line)
      const last = firstAfter(lines, at, (one) => kindOf(one) !== kind || one.trim() === '' || isOwn(one))
      blocks.push({ is: kind, lines: lines.slice(at, last).map((one) => readInline(bare(one, kind))) })
      at = last - 1
    }
  }
  return blocks
}

/** The first line below `at` that ends what began there; the end of the text where none does. */
function firstAfter(lines: readonly string[], at: number, isEnd: (line: string) => boolean): number {
  let next = at + 1
  while (next < lines.length && !isEnd(lines[next] ?? '')) next += 1
  return next
}

/** What is drawn at once: every block, or what stands in so many lines where they are more. */
export function beginningOf(blocks: readonly Block[], linesMost: number): readonly Block[] {
  let remaining = linesMost
  for (const [at, block] of blocks.entries()) {
    const height = 'lines' in block ? block.lines.length : 1
    if (height > remaining) {
      const cut = 'lines' in block && remaining > 0 ? [{ ...block, lines: block.lines.slice(0, remaining) }] : []
      return [...blocks.slice(0, at), ...cut]
    }
    remaining -= height
  }
  return blocks
}

/** A line by itself: a reply, an item of a list. */
export function readInline(text: string): Inline[] {
  return text
    .split(marks)
    .filter((part) => part !== '')
    .flatMap((part): Inline[] => {
      if (/^\*\*[^*]+\*\*$/.test(part)) return [{ is: 'bold', text: part.slice(2, -2) }]
      if (/^`[^`]+`$/.test(part)) return [{ is: 'code', text: part.slice(1, -1) }]
      return /^https?:\/\//i.test(part) ? readLink(part) : [{ is: 'text', text: part }]
    })
}

/** A full stop or a closing bracket after an address belongs to the sentence. */
function readLink(part: string): Inline[] {
  const tail = part.slice(endOf(part))
  const isPaired = tail.startsWith(')') && part.includes('(')
  const text = isPaired || tail === '' ? part : part.slice(0, -tail.length)
  if (!URL.canParse(text)) return [{ is: 'text', text: part }]
  const link: Inline = { is: 'link', text, href: new URL(text).href }
  return text === part ? [link] : [link, { is: 'text', text: tail }]
}

/** Where the address ends and the marks of the sentence begin: brackets, then full stops and the like. Read from the end: one step for each mark. */
function endOf(part: string): number {
  let end = part.length
  while (end > 0 && '.,;:!?'.includes(part.charAt(end - 1))) end -= 1
  while (end > 0 && part.charAt(end - 1) === ')') end -= 1
  return end
}

type Kind = 'paragraph' | 'quote' | 'list'

function kindOf(line: string): Kind {
  if (line.startsWith('>')) return 'quote'
  return line.startsWith('- ') ? 'list' : 'paragraph'
}

function isOwn(line: string): boolean {
  return isFence(line) || imageLine.test(line.trim())
}

/** Nothing else stands on its line, so that nothing is lost with it. */
function isFence(line: string): boolean {
  return /^```\s*$/.test(line)
}

function bare(line: string, kind: Kind): string {
  if (kind === 'quote') return line.replace(/^> ?/, '')
  return kind === 'list' ? line.slice(2) : line
}

/** The pictures that the text does not place itself: they stand below it. */
export function unplaced<T>(blocks: readonly Block[], pictures: readonly T[]): { picture: T; at: number }[] {
  const placed = new Set(blocks.flatMap((block) => (block.is === 'image' ? [block.at] : [])))
  return pictures.map((picture, at) => ({ picture, at })).filter(({ at }) => !placed.has(at))
}
