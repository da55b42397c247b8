/** The markup of posts is rendered and never executed. */
import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { replyToPlain, toBlocks, toInline, toPlain, type Block, type Inline } from './post-marks.ts'

const textOf = (parts: Inline[]) => parts.map(({ text }) => text).join('')
const wordsOf = (block: Block) =>
  block.is === 'code' ? block.text : block.is === 'image' ? `image ${block.at}` : block.lines.map(textOf).join('\n')
const kindOf = (block: Block) => (block.is === 'code' && block.isQuoted ? 'quoted code' : block.is)
const shapeOf = (text: string) => toBlocks(text).map((block) => `${kindOf(block)}: ${wordsOf(block)}`)

test('paragraphs, quotes, lists, code and pictures are kept as they were written', () => {
  expect(shapeOf('one\ntwo\n\n> said\n> so\nthree\n- a\n- b\n```\nx <b>\n\ny\n```\n[image 2]\nend')).toEqual([
    'paragraph: one\ntwo',
    'quote: said\nso',
    'paragraph: three',
    'list: a\nb',
    'code: x <b>\n\ny',
    'image: image 1',
    'paragraph: end',
  ])
  expect(shapeOf('```\nnever closed')).toEqual(['code: never closed'])
  expect(shapeOf('')).toEqual([])
})

test('a code block knows its language', () => {
  expect(toBlocks('```ts\n1\n```\n~~~\n2\n~~~')).toEqual([
    { is: 'code', text: '1', language: 'ts', isQuoted: false },
    { is: 'code', text: '2', language: '', isQuoted: false },
  ])
})

// CommonMark, 5.1 and 5.2: the marks of a quote or an item come before those of what stands in it.
test.each([
  [
    '> said\n> ```js\n> let a = 1\n>\n>   b\n> ```\n> so\nyes',
    'quote: said',
    'quoted code: let a = 1\n\n  b',
    'quote: so',
    'paragraph: yes',
  ],
  ['> ```\n> a\nnot quoted', 'quoted code: a', 'paragraph: not quoted'],
  ['>```\n>> b\n>```', 'quoted code: > b'],
  ['> > ~~~ sh\n> > ls\n> > ~~~\n> > so', 'quoted code: ls', 'quote: > so'],
  ['> ```\n> a\n> ```\n> ```\n> b\n> ```', 'quoted code: a', 'quoted code: b'],
  ['- one\n- ```js\n  let a\n\n    b\n  ```\n- two', 'list: one', 'code: let a\n\n  b', 'list: two'],
  ['- ```\n  a\nend', 'code: a', 'paragraph: end'],
  ['- one\n  ```\n  a\n  ```\n- two', 'list: one', 'code: a', 'list: two'],
  ['- one\n    ```\n    a\n    ```', 'list: one', 'code: a'],
])('code in a quote or an item is code: %j', (text, ...blocks) => expect(shapeOf(text)).toEqual(blocks))

test('an address becomes a link, the full stop after it does not, and Chinese may stand close to it', () => {
  expect(toInline('see https://a.example/x?y=1. (http://b.example)')).toEqual([
    { is: 'text', text: 'see ' },
    { is: 'link', text: 'https://a.example/x?y=1', href: 'https://a.example/x?y=1' },
    { is: 'text', text: '.' },
    { is: 'text', text: ' (' },
    { is: 'link', text: 'http://b.example', href: 'http://b.example/' },
    { is: 'text', text: ')' },
  ])
  expect(toInline('见https://a.example/x，很好')[1]).toMatchObject({ is: 'link', text: 'https://a.example/x' })
  expect(toInline('https://en.example/a_(b)')[0]).toMatchObject({ text: 'https://en.example/a_(b)' })
})

const linksIn = (text: string) => toInline(text).flatMap((part) => (part.is === 'link' ? [part.text] : []))

test.each([
  ['访问 https://example.com/docs（说明）了解', 'https://example.com/docs'],
  ['“https://example.com/a”了', 'https://example.com/a'],
  ['‘https://example.com/a’', 'https://example.com/a'],
  ['https://example.com/docs了解', 'https://example.com/docs'],
  // Signs that are not seen, which pages and messengers leave in what is copied.
  ['https://example.com/docs\u200b了解', 'https://example.com/docs'],
  ['\u202ahttps://example.com/docs\u202c!', 'https://example.com/docs'],
  ['https://example.com\ufeff', 'https://example.com'],
  ['https://example.com了解', 'https://example.com'],
  ['https://example.com/docs?a=1了解', 'https://example.com/docs?a=1'],
  ['https://example.com/a%E4%B8%AD了解', 'https://example.com/a%E4%B8%AD'],
  ['「https://example.com/a」『https://example.com/b』', 'https://example.com/a', 'https://example.com/b'],
  ['《https://example.com/a》〈https://example.com/b〉', 'https://example.com/a', 'https://example.com/b'],
  ['https://example.com/a…… https://example.com/b——好', 'https://example.com/a', 'https://example.com/b'],
  ['https://example.com/a·https', 'https://example.com/a·https'],
  ['https://example.com/a！https://example.com/b～好', 'https://example.com/a', 'https://example.com/b'],
  ['https://example.com/a和https://example.com/b都行', 'https://example.com/a', 'https://example.com/b'],
  ['https://zh.example/wiki/中国和https://example.com/b', 'https://zh.example/wiki/中国和', 'https://example.com/b'],
  ['https://archive.example/web/https://example.com/a', 'https://archive.example/web/https://example.com/a'],
  ['https://example.com/docs를 봐', 'https://example.com/docs'],
  ['https://example.com/docsを見る', 'https://example.com/docs'],
  ['https://example.com/a。https://example.com/b、', 'https://example.com/a', 'https://example.com/b'],
  ['(https://en.example/wiki/A_(b))', 'https://en.example/wiki/A_(b)'],
  ['https://en.example/wiki/A_(b).', 'https://en.example/wiki/A_(b)'],
  ['见https://en.example/wiki/A_(b)了解', 'https://en.example/wiki/A_(b)'],
  ['https://en.example/wiki/A_(b)_(c), so', 'https://en.example/wiki/A_(b)_(c)'],
  ['https://example.com/docs(说明)', 'https://example.com/docs'],
  ['[https://example.com/a]', 'https://example.com/a'],
  ['https://zh.example/wiki/中国', 'https://zh.example/wiki/中国'],
  ['https://zh.example/wiki/%E4%B8%AD%E5%9B%BD', 'https://zh.example/wiki/%E4%B8%AD%E5%9B%BD'],
  ['https://zh.example/wiki/苹果_(公司)，', 'https://zh.example/wiki/苹果_(公司)'],
  ['https://zh.example/wiki/C_(语言)', 'https://zh.example/wiki/C_(语言)'],
  ['(见https://zh.example/wiki/中国)了解', 'https://zh.example/wiki/中国'],
  ['https://zh.example/wiki/C语言_(1972)', 'https://zh.example/wiki/C语言_(1972)'],
  ['https://example.com/s?q=流浪&p=1#历史。', 'https://example.com/s?q=流浪&p=1#历史'],
  ['https://example.com/下载/a.zip了', 'https://example.com/下载/a.zip'],
  ['https://例子.中国/路径。', 'https://例子.中国/路径'],
  ['https://www.例子.com/a了', 'https://www.例子.com/a'],
  ['https://de.example/wiki/Köln–Bonn', 'https://de.example/wiki/Köln–Bonn'],
  // Stops of other scripts end a sentence, and not an address.
  ['https://example.com/a، ثم', 'https://example.com/a'],
  ['https://ar.example/wiki/مصر؟', 'https://ar.example/wiki/مصر'],
  ['https://example.com/a؛', 'https://example.com/a'],
  ['https://example.com/a۔', 'https://example.com/a'],
  ['https://hi.example/wiki/भारत। https://example.com/a॥', 'https://hi.example/wiki/भारत', 'https://example.com/a'],
  [
    'https://example.com/a։ https://example.com/b። https://example.com/c។',
    'https://example.com/a',
    'https://example.com/b',
    'https://example.com/c',
  ],
  ['**https://example.com/a**', 'https://example.com/a'],
  ['**下载：https://example.com/a（新）**', 'https://example.com/a'],
])('%s: the link ends where the address does', (text, ...links) => {
  expect(linksIn(text)).toEqual(links)
  expect(textOf(toInline(text))).toBe(text.replaceAll('**', ''))
})

test('a link before 100,000 brackets and a letter is read in as many steps: brackets that belong to it stay', () => {
  for (const unit of ['(', '了', '/了', 'a.', '-'])
    expect(textOf(toInline(`https://a.example/x${unit.repeat(100_000)}。`))).toHaveLength(100_000 * unit.length + 20)
  const long = `https://a.example/x${')'.repeat(100_000)}a`
  expect(toInline(long)).toMatchObject([{ is: 'link', text: long }])
  expect(toInline('https://a.example/x)).;')).toMatchObject([{ text: 'https://a.example/x' }, { is: 'text', text: ')).;' }])
})

test('P30: no text makes a link that runs, and none is lost but its marks', () => {
  const nasty = fc.array(
    fc.constantFrom(
      '<script>',
      'javascript:alert(1)',
      'data:text/html,x',
      '**',
      '`',
      '```',
      'https://x.example/',
      '> ',
      '- ',
      '\n',
      'a',
      '海',
      '"',
      "'",
    ),
  )
  fc.assert(
    fc.property(nasty, (pieces) => {
      const text = pieces.join('')
      const parts = toBlocks(text).flatMap((block) => ('lines' in block ? block.lines.flat() : []))
      for (const part of parts) if (part.is === 'link') expect(part.href).toMatch(/^https?:/)
      const bare = (one: string) => one.replaceAll(/[\s*`>-]/g, '')
      const whole = (block: Block) => `${block.is === 'code' ? block.language : ''}${wordsOf(block)}`
      expect(bare(toBlocks(text).map(whole).join(''))).toBe(bare(text))
    }),
  )
})

const Samples = z.array(
  z.object({ title: z.string(), text: z.string(), blocks: z.array(z.string()), plain: z.string(), reply: z.string() }),
)

test('samples: each text as blocks, as one plain line, and as the plain line of a reply', async () => {
  const samples = Samples.parse(JSON.parse(await readFile(new URL('../../fixtures/post-marks.json', import.meta.url), 'utf8')))
  expect(samples.length).toBeGreaterThan(10)
  for (const { title, text, ...expected } of samples)
    expect({ blocks: shapeOf(text), plain: toPlain(text), reply: replyToPlain(text) }, title).toEqual(expected)
})
