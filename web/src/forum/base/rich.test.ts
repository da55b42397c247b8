/** The markup of posts is rendered and never executed. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginningOf, readBlocks, readInline, unplaced, type Block, type Inline } from './rich.ts'

const textOf = (parts: Inline[]) => parts.map(({ text }) => text).join('')
const wordsOf = (block: Block) =>
  block.is === 'code' ? block.text : block.is === 'image' ? `image ${block.at}` : block.lines.map(textOf).join('\n')
const shapeOf = (text: string) => readBlocks(text).map((block) => `${block.is}: ${wordsOf(block)}`)

test('paragraphs, quotes, lists, code and pictures stand as they were written', () => {
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

test('an address becomes a link, the full stop after it does not, and Chinese may stand close to it', () => {
  expect(readInline('see https://a.example/x?y=1. (http://b.example)')).toEqual([
    { is: 'text', text: 'see ' },
    { is: 'link', text: 'https://a.example/x?y=1', href: 'https://a.example/x?y=1' },
    { is: 'text', text: '.' },
    { is: 'text', text: ' (' },
    { is: 'link', text: 'http://b.example', href: 'http://b.example/' },
    { is: 'text', text: ')' },
  ])
  expect(readInline('见https://a.example/x，很好')[1]).toMatchObject({ is: 'link', text: 'https://a.example/x' })
  expect(readInline('https://en.example/a_(b)')[0]).toMatchObject({ text: 'https://en.example/a_(b)' })
})

test('a link before 100,000 brackets and a letter is read in as many steps: brackets that belong to it stay', () => {
  const long = `https://a.example/x${')'.repeat(100_000)}a`
  expect(readInline(long)).toMatchObject([{ is: 'link', text: long }])
  expect(readInline('https://a.example/x)).;')).toMatchObject([{ text: 'https://a.example/x' }, { is: 'text', text: ')).;' }])
})

test('P30: no text makes a link that runs, and none is lost but its marks', () => {
  const nasty = fc.array(
    fc.constantFrom(
      '<script>',
      'javascript:alert(1)',
      'data:text/html,x',
      '**',
      '`',
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
      const parts = readBlocks(text).flatMap((block) => ('lines' in block ? block.lines.flat() : []))
      for (const part of parts) if (part.is === 'link') expect(part.href).toMatch(/^https?:/)
      const bare = (one: string) => one.replaceAll(/[\s*`>-]/g, '')
      expect(bare(readBlocks(text).map(wordsOf).join(''))).toBe(bare(text))
    }),
  )
})

test('pictures that the text does not place stand below it', () => {
  expect(unplaced(readBlocks('a\n[图片 1]\n[image 9]'), ['x', 'y'])).toEqual([{ picture: 'y', at: 1 }])
})

test('L5: of a post of 10,000 lines so many are drawn as are asked for, a long block up to its own line, and a short post whole', () => {
  const quotes = readBlocks('>\nx\n'.repeat(5_000))
  expect(quotes).toHaveLength(10_000)
  expect(beginningOf(quotes, 400)).toEqual(quotes.slice(0, 400))
  const [paragraph] = beginningOf(readBlocks('x\n'.repeat(10_000)), 400)
  expect(paragraph).toMatchObject({ is: 'paragraph' })
  expect(paragraph && 'lines' in paragraph && paragraph.lines).toHaveLength(400)
  const short = readBlocks('a\n\n> b\n\n[image 1]')
  expect(beginningOf(short, 3)).toBe(short)
  expect(beginningOf(short, 2)).toEqual(short.slice(0, 2))
})
