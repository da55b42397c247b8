/** Readers of SubRip, WebVTT and ASS: what files really contain, and hostile ones, which never run and never block. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxCues, maxCueText } from './cue.ts'
import { readSubtitle } from './read-subtitle.ts'
import { writeVtt } from './write-vtt.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const vtt = async (text: string, laterMs = 0) => writeVtt(await readSubtitle(bytes(text)), laterMs)
const ass = (events: string, more = '') =>
  `[Script Info]\nPlayResX: 640\nPlayResY: 360\n\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize, PrimaryColour, Bold, Italic, Underline, Alignment\nStyle: Default,Arial,20,&H00FFFFFF,0,0,0,2\nStyle: Sign,Arial,20,&H0000FFFF,-1,0,0,8\n${more}\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n${events}\n`
const line = (text: string, style = 'Default', effect = '') =>
  `Dialogue: 0,0:00:01.00,0:00:02.50,${style},,0,0,0,${effect},${text}`
const body = (text: string) => text.slice('WEBVTT\n\n'.length)

describe('SubRip', () => {
  test('numbers, both commas, bold and colours, an alignment, entities', async () => {
    const text = `1\r\n00:00:01,000 --> 00:00:02,500\r\n<b>Hello</b> &amp; <font color="#FF0000">red</font>\r\nsecond\r\n\r\n2\r\n00:01:00.5 --> 00:01:01.25\r\n{\\an8}<i>above</i>\r\n`
    expect(await vtt(text)).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\n<b>Hello</b> &amp; <c.red>red</c>\nsecond\n\n00:01:00.500 --> 00:01:01.250 line:0%,start\n<i>above</i>\n',
    )
  })
  test('without numbers, without empty lines between, and with a number as its text', async () => {
    const text = '00:00:01,000 --> 00:00:02,000\na\n2\n00:00:03,000 --> 00:00:04,000\n42\n\n3\n00:00:05,000 --> 00:00:06,000\nc'
    const cues = await readSubtitle(bytes(text))
    expect(cues.map(({ runs }) => runs[0]?.text)).toEqual(['a\n2', '42', 'c'])
  })
  test('times out of order and overlapping are sorted; negative, backward and absurd ones are dropped or bounded', async () => {
    const cue = (from: string, to: string, text: string) => `1\n${from} --> ${to}\n${text}\n\n`
    const text =
      cue('00:00:09,000', '00:00:10,000', 'late') +
      cue('-00:00:05,000', '00:00:02,000', 'before the film') +
      cue('00:00:05,000', '00:00:04,000', 'backward') +
      cue('00:00:04,000', '99:00:00,000', 'endless') +
      cue('9999:00:00,000', '9999:00:01,000', 'next year')
    const cues = await readSubtitle(bytes(text))
    expect(cues.map(({ runs, startMs, endMs }) => [runs[0]?.text, startMs, endMs])).toEqual([
      ['endless', 4_000, 604_000],
      ['backward', 5_000, 8_000],
      ['late', 9_000, 10_000],
    ])
  })
  test('old line breaks of one \\r alone', async () => {
    expect(await vtt('1\r00:00:01,000 --> 00:00:02,000\rone\rtwo\r\r')).toContain('one\ntwo\n')
  })
})

describe('WebVTT', () => {
  test('settings, classes, voices and ruby; styles, notes and regions are left out', async () => {
    const text = `WEBVTT - title\n\nSTYLE\n::cue { background: url(http://evil.example/) }\n\nNOTE a\nb\n\nid\n00:01.000 --> 00:02.000 line:10% position:20% align:start\n<v Ada>Hi</v> <c.yellow.bg_blue>there</c><00:01.500> <ruby>a<rt>b</rt></ruby>\n`
    expect(body(await vtt(text))).toBe(
      '00:00:01.000 --> 00:00:02.000 line:10%,start position:20%,line-left align:start\nHi <c.yellow>there</c> ab\n',
    )
  })
})

describe('ASS', () => {
  test('styles, places, colours and breaks as far as WebVTT goes', async () => {
    const text = ass(
      [
        line('plain, with a comma'),
        line('{\\b1}bold{\\b0} {\\i1}italic{\\i0}\\N{\\c&H0000FF&}red{\\r} white'),
        line('sign', 'Sign'),
        line('{\\pos(320,36)}placed'),
        line('{\\an9}corner'),
      ].join('\n'),
    )
    expect(body(await vtt(text)).split('\n\n')).toEqual([
      '00:00:01.000 --> 00:00:02.500\nplain, with a comma',
      '00:00:01.000 --> 00:00:02.500\n<b>bold</b> <i>italic</i>\n<c.red>red</c> white',
      '00:00:01.000 --> 00:00:02.500 line:0%,start\n<b><c.yellow>sign</c></b>',
      '00:00:01.000 --> 00:00:02.500 line:10%,end position:50%,center\nplaced',
      '00:00:01.000 --> 00:00:02.500 line:0%,start position:100%,line-right align:end\ncorner\n',
    ])
  })
  test('drawings, karaoke effects and comments are left out; lyrics with karaoke times keep their words', async () => {
    const text = ass(
      [
        line('{\\p1}m 0 0 l 100 0 100 100{\\p0}'),
        line('syl', 'Default', 'fx'),
        'Comment: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,secret',
        line('{\\k20}la{\\kf30}la {\\k5}la'),
        line('{\\p1}m 0 0{\\p0}after'),
      ].join('\n'),
    )
    expect((await readSubtitle(bytes(text))).map(({ runs }) => runs.map((run) => run.text).join(''))).toEqual([
      'lala la',
      'after',
    ])
  })
  test('SubStation Alpha: its old alignments', async () => {
    const text =
      '[Script Info]\n[V4 Styles]\nFormat: Name, PrimaryColour, Bold, Italic, Alignment\nStyle: Default,65535,0,0,6\n[Events]\nFormat: Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: Marked=0,0:00:01.00,0:00:02.00,*Default,,0,0,0,,top'
    expect(body(await vtt(text))).toBe('00:00:01.000 --> 00:00:02.000 line:0%,start\n<c.yellow>top</c>\n')
  })
})

test('times of a later part are in the whole film', async () => {
  expect(await vtt('1\n00:00:01,000 --> 00:00:02,000\na', 600_000)).toContain('00:10:01.000 --> 00:10:02.000')
})

describe('hostile files', () => {
  const cue = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`
  test('nothing of it runs: script, unknown tags, arrows and control characters', async () => {
    const text = await vtt(cue('<script>alert(1)</script><img src=x onerror=a>&lt;b&gt; 1 --> 2\u202e \u0007<b'))
    expect(body(text)).toBe('00:00:01.000 --> 00:00:02.000\nalert(1)&lt;b&gt; 1 --&gt; 2 &lt;b\n')
  })
  test('a huge line, a huge cue, and more cues than any film has', async () => {
    const [huge] = await readSubtitle(bytes(cue('x'.repeat(3_000_000))))
    expect(huge?.runs[0]?.text.length).toBe(maxCueText)
    const many = '00:00:01,000 --> 00:00:02,000\na\n\n'.repeat(40_000)
    expect((await readSubtitle(bytes(many))).length).toBe(maxCues)
    expect(await readSubtitle(new Uint8Array(5 * 1024 * 1024 + 1))).toEqual([])
  })
  test('others have their turn while a file is read', async () => {
    let turns = 0
    let isDone = false
    const count = () => {
      turns += 1
      if (!isDone) setImmediate(count)
    }
    setImmediate(count)
    await readSubtitle(bytes(cue('{\\an8}<i>a</i> <b>b</b>').repeat(60_000)))
    isDone = true
    expect(turns).toBeGreaterThan(3)
  })
  test.each([
    ['tags', '<'.repeat(200_000)],
    ['braces', '{\\'.repeat(100_000)],
    ['fonts', '<font color='.repeat(20_000)],
    ['nested', '<b>'.repeat(60_000)],
    ['arrows', '00:00:01,000 -->'.repeat(20_000)],
    ['blanks', ' '.repeat(300_000)],
    ['returns', '\r'.repeat(300_000)],
    ['ass', ass(line('{\\pos('.repeat(30_000)))],
    ['sections', '['.repeat(200_000)],
  ])('%s without end are read to the end', async (_, text) => {
    for (const head of ['', 'WEBVTT\n\n00:01.000 --> 00:02.000\n', '[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,,,,,'])
      expect(await vtt(head + text)).toContain('WEBVTT')
  })

  const piece = fc.oneof(
    fc.constantFrom(
      '\n',
      '\n\n',
      '\r\n',
      '-->',
      '00:00:01,000 --> 00:00:02,000\n',
      '<b>',
      '</b>',
      '<c.red>',
      '{\\an8}',
      '{\\p1}',
      '\\N',
      '&amp;',
      '&#60;',
      'WEBVTT\n',
      '[Events]\n',
      'Dialogue: 0,0:00:01.00,0:00:02.00,,,,,,,',
      '\0',
    ),
    fc.string({ maxLength: 12, unit: 'grapheme' }),
  )
  test('whatever is in it, the result is WebVTT of allowed tags with times that run forward', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 40 }), async (pieces) => {
        const text = await vtt(pieces.join(''))
        const [head, ...cues] = text.split('\n\n')
        expect(head?.trim()).toBe('WEBVTT')
        for (const block of cues.filter((one) => one.trim() !== '')) {
          const [first = '', ...lines] = block.trimEnd().split('\n')
          const times = /^(\d+):(\d\d):(\d\d)\.(\d{3}) --> (\d+):(\d\d):(\d\d)\.(\d{3})( [a-z]+:[\w%,-]+)*$/.exec(first)
          expect(times).not.toBeNull()
          expect(lines.length).toBeGreaterThan(0)
          expect(lines.join('\n').replace(/<\/?(b|i|u|c(\.[a-z]+)?)>/g, '')).not.toMatch(/[<>\0]/)
        }
      }),
      { numRuns: 300 },
    )
  })
})
