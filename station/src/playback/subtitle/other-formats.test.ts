/** SAMI, MicroDVD, MPL2, TTML and LRC, as files of them really are; and hostile ones. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeText } from '../../../../testing/encode-text.ts'
import { readSubtitle, type SubtitleOf } from './read-subtitle.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const cues = async (text: string | Uint8Array, of?: SubtitleOf) =>
  (await readSubtitle(typeof text === 'string' ? bytes(text) : text, of)).map(({ startMs, endMs, runs }) => [
    startMs,
    endMs,
    runs.map((run) => run.text).join(''),
  ])

describe('SAMI', () => {
  const style = `<STYLE TYPE="text/css"><!--\nP { margin-left:8pt; }\n.KRCC { Name:Korean; lang:ko-KR; SAMIType:CC; }\n.ENCC { Name:English; lang:en-US; SAMIType:CC; }\n--></STYLE>`
  const sync = (ms: number, name: string, text: string) => `<SYNC Start=${ms}><P Class=${name}>${text}\n`
  const whole = (body: string, head = style) =>
    `<SAMI>\n<HEAD>\n<TITLE>film</TITLE>\n${head}</HEAD>\n<BODY>\n${body}</BODY>\n</SAMI>\n`
  const body =
    sync(1000, 'KRCC', '안녕<br>하세요') + sync(2500, 'KRCC', '&nbsp;') + sync(4000, 'KRCC', '<font color="#ff0000">둘</font>')
  const korean = [
    [1000, 2500, '안녕\n하세요'],
    [4000, 7000, '둘'],
  ]

  test('begins and ends by its times, breaks its lines, and keeps colours', async () => {
    expect(await cues(whole(body))).toEqual(korean)
    const [, last] = await readSubtitle(bytes(whole(body)))
    expect(last?.runs[0]?.color).toBe('red')
  })

  test('in UTF-16 and in EUC-KR without a language in its name', async () => {
    const wide = new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(whole(body), 'utf16le')]))
    expect(await cues(wide)).toEqual(korean)
    expect(await cues(encodeText(whole(body), 'euc-kr'))).toEqual(korean)
    expect(await cues(encodeText(whole(body, ''), 'euc-kr'))).toEqual(korean)
  })

  test('of two languages is read in the one that its name says, else in the first', async () => {
    const both =
      sync(1000, 'KRCC', '하나') +
      sync(1000, 'ENCC', 'one') +
      sync(2000, 'ENCC', 'two') +
      sync(3000, 'KRCC', '셋') +
      sync(4000, 'ENCC', '&nbsp;')
    expect(await cues(whole(both))).toEqual([
      [1000, 3000, '하나'],
      [3000, 6000, '셋'],
    ])
    expect(await cues(whole(both), { language: 'en' })).toEqual([
      [1000, 2000, 'one'],
      [2000, 4000, 'two'],
    ])
  })

  test('with both in one piece, in small letters, with quotes and without paragraphs', async () => {
    const one = `<sync start="1000"><p class="KRCC">하나<p class="ENCC">one<sync start="2000"><p class="KRCC"> `
    expect(await cues(whole(one))).toEqual([[1000, 2000, '하나']])
    expect(await cues(whole(one), { language: 'en-US' })).toEqual([[1000, 4000, 'one']])
    const comment = `<!--${'-'.repeat(5_000)}>`
    expect(await cues(`<SAMI><BODY><SYNC Start=10>pl${comment}ain<!--<SYNC Start=900>&nbsp;</BODY></SAMI>`)).toEqual([
      [10, 900, 'plain<!--'],
    ])
    expect(await cues('<SAMI><BODY><SYNC Start=10>plain<SYNC Start=900>&nbsp;</BODY></SAMI>')).toEqual([[10, 900, 'plain']])
  })
})

describe('MicroDVD', () => {
  const text = '{25}{50}Hi|there\n{75}{}open\n{y:i}lost\n'
  test('counts pictures of the film, by its first line where that says how many', async () => {
    expect(await cues(text, { framesPerSecond: 25 })).toEqual([
      [1000, 2000, 'Hi\nthere'],
      [3000, 6000, 'open'],
    ])
    expect(await cues(`{1}{1}50\n${text}`, { framesPerSecond: 25 })).toEqual([
      [500, 1000, 'Hi\nthere'],
      [1500, 4500, 'open'],
    ])
    expect((await cues('{24}{48}a'))[0]).toEqual([1001, 2002, 'a'])
    expect((await cues('{0}{0}29,97\n{2997}{3000}a'))[0]?.[0]).toBe(100_000)
  })
  test('with styles of a line and of all lines; what is not known is left out', async () => {
    const [cue] = await readSubtitle(bytes('{10}{20}{Y:i,b}{c:$0000FF}{f:Arial}a{s:10}|{y:u}b|/c'), { framesPerSecond: 10 })
    expect(cue?.runs).toEqual([
      { text: 'a', isBold: true, isItalic: true, isUnderlined: false, color: 'red' },
      { text: '\nb', isBold: true, isItalic: true, isUnderlined: true, color: '' },
      { text: '\nc', isBold: true, isItalic: true, isUnderlined: false, color: '' },
    ])
  })
})

test('MPL2 counts tenths of a second; / begins an italic line', async () => {
  const text = '[10][20]Hi|/there\r\n[ 5 ][6]no\r\n[30][]/end\r\n'
  expect(await cues(text)).toEqual([
    [1000, 2000, 'Hi\nthere'],
    [3000, 6000, 'end'],
  ])
  const [first] = await readSubtitle(bytes(text))
  expect(first?.runs.map(({ isItalic }) => isItalic)).toEqual([false, true])
})

describe('TTML', () => {
  const whole = (body: string, { attributes = '', head = '' } = {}) =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" ${attributes}>\n<head>${head}</head>\n<body><div>${body}</div></body>\n</tt>\n`

  test.each([
    ['begin="00:00:01.500" end="00:00:02.250"', 1500, 2250],
    ['begin="00:00:01" dur="00:00:02"', 1000, 3000],
    ['begin="00:00:01:12" end="00:00:02:00"', 1480, 2000],
    ['begin="1.5s" end="2500ms"', 1500, 2500],
    ['begin="25f" end="50f"', 1000, 2000],
    ['end="20000000t" begin="10000000t"', 1000, 2000],
    ["begin='0.5m' end='0.01h'", 30_000, 36_000],
  ])('%s', async (times, from, to) => {
    const text = whole(`<p xml:id="p1" ${times}>Hi</p>`, { attributes: 'ttp:frameRate="25" ttp:tickRate="10000000"' })
    expect(await cues(text)).toEqual([[from, to, 'Hi']])
  })

  test('breaks its lines, keeps what is italic or coloured by itself or by a style, and stands above where its region does', async () => {
    const head =
      '<styling><style xml:id="s1" tts:fontStyle="italic"/></styling><layout><region xml:id="top" tts:displayAlign="before"/></layout>'
    const text = whole(
      '<p begin="1s" end="2s">\n  One &amp; <span style="s1">two</span><br/>\n  <span tts:color="#ff0000ff">three</span>\n</p>\n<p begin="3s" end="4s" region="top" style="s1">up</p><p begin="5s" end="6s"/>',
      { head },
    )
    const read = await readSubtitle(bytes(text))
    expect(read.map(({ runs }) => runs)).toMatchObject([
      [
        { text: 'One & ', isItalic: false },
        { text: 'two', isItalic: true },
        { text: '\n', color: '' },
        { text: 'three', color: 'red' },
      ],
      [{ text: 'up', isItalic: true }],
    ])
    expect(read.map(({ position }) => position.row)).toEqual(['end', 'start'])
  })

  test('with a prefix, in UTF-16, and without its XML declaration', async () => {
    const text =
      '<tt:tt xmlns:tt="http://www.w3.org/ns/ttml"><tt:body><tt:div><tt:p begin="1s" end="2s">字<tt:br/>幕</tt:p></tt:div></tt:body></tt:tt>'
    expect(await cues(text)).toEqual([[1000, 2000, '字\n幕']])
    expect(await cues(new Uint8Array(Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])))).toEqual([
      [1000, 2000, '字\n幕'],
    ])
  })
})

test('LRC shows a line until the next one, each time it is sung, with its offset', async () => {
  expect(await cues('[ti:Song]\n[ar:Who]\n[offset:+500]\n[00:02.50][00:20.5]again\n[00:05.00]<00:05.00>once\n[00:07]\n')).toEqual(
    [
      [2000, 4500, 'again'],
      [4500, 6500, 'once'],
      [20_000, 30_000, 'again'],
    ],
  )
})

test('P43: any text at all of these formats has an answer, and none is longer than its file', async () => {
  const pieces = [
    '<SAMI>',
    '<SYNC Start=',
    '1000',
    '>',
    '<P Class=',
    'KRCC',
    '{1}{1}',
    '{25}',
    '{y:i}',
    '[10]',
    '[20]',
    '|',
    '/',
    '\n',
    '가',
    '.A{lang:',
    '}',
    '<tt>',
    '<p begin="1s">',
    '</p>',
    '<span style="a">',
    '</span>',
    '[00:01]',
  ]
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 60 }), async (parts) => {
      const text = parts.join('')
      const read = (await cues(text)).map(([, , words]) => String(words))
      expect(read.join('').length).toBeLessThanOrEqual(text.length)
    }),
  )
  for (const head of ['<tt>', '[00:01]'])
    for (const flood of ['<p begin="1s">', '<p ', '</p>', '<span>', '<style id="a" ', '[00:01]', '[ti:', '"', ':p '])
      expect((await cues(`${head}${flood.repeat(200_000)}`)).length).toBeLessThan(20_001)
  for (const flood of ['<sync start=', '<sync ', '<p ', '{1}{2}{y:i}', '[1][2]/', '.a{lang:'])
    expect((await cues(`<SAMI>${flood.repeat(200_000)}`)).length).toBeLessThan(20_001)
})
