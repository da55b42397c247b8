/** Times, breaks and words as files really have them, and formats that have no suffix of their own. */
import { describe, expect, test } from 'vitest'
import { languageOfTag } from './language.ts'
import { readSubtitle } from './read-subtitle.ts'
import { writeVtt } from './write-vtt.ts'

const cues = async (text: string) =>
  (await readSubtitle(new TextEncoder().encode(text))).map(({ startMs, endMs, runs }) => [
    startMs,
    endMs,
    runs.map((run) => run.text).join(''),
  ])

describe('SubRip', () => {
  test.each([
    '00: 00: 01, 000 --> 00: 00: 02, 000',
    '00:00:01;000 --> 00:00:02;000',
    '00:01,000 --> 00:02,000',
    '00:00:01,0000 --> 00:00:02,0000',
    '00：00：01，000 --> 00：00：02，000',
    '00:00:01,000 –> 00:00:02,000',
    '00:00:01,000 ==> 00:00:02,000',
    '00:00:01,000 ---> 00:00:02,000',
    '00:00:01,000 → 00:00:02,000',
    '00:00:01.00,00:00:02.00',
    '0:00:01.000,0:00:02.000',
  ])('the times of %s', async (times) => {
    expect(await cues(`1\n${times}\nHi\n`)).toEqual([[1000, 2000, 'Hi']])
  })

  test('without empty lines between, the number that counts on is no text; another one is', async () => {
    const text =
      '7\n00:00:01,000 --> 00:00:02,000\na\n8\n00:00:02,000 --> 00:00:03,000\nb\n1984\n9\n00:00:04,000 --> 00:00:05,000\nc\n42\n'
    expect((await cues(text)).map(([, , words]) => words)).toEqual(['a', 'b\n1984', 'c\n42'])
  })

  test('breaks and marks of other formats', async () => {
    const text = '1\n00:00:01,000 --> 00:00:02,000\na<br>b<BR/>c\\Nd[br]{b}e{/b} C:\\new\n'
    expect(await cues(text)).toEqual([[1000, 2000, 'a\nb\nc\nd\ne C:\\new']])
  })
})

test('a word that every object of JavaScript has is no colour, no letter and no language', async () => {
  const words = '<font color="constructor">a</font><c.constructor>b</c>&constructor;<font color=__proto__>c</font>'
  const text = `1\n00:00:01,000 --> 00:00:02,000\n${words}\n`
  expect(await writeVtt(await readSubtitle(new TextEncoder().encode(text)), 0)).toContain('\nab&amp;constructor;c\n')
  expect(['constructor', '__proto__', 'valueof'].map(languageOfTag)).toEqual(['', '', ''])
})

test('TMPlayer: a cue lasts until the next one, and never long', async () => {
  expect(await cues('00:00:01:Hi|there\r\n00:00:03=on\r\n00:01:00:last\r\n')).toEqual([
    [1000, 3000, 'Hi\nthere'],
    [3000, 10_000, 'on'],
    [60_000, 67_000, 'last'],
  ])
})

test('MicroDVD with a blank between its numbers', async () => {
  expect(await cues('{1}{1}25\n{25} {50}Hi')).toEqual([[1000, 2000, 'Hi']])
})
