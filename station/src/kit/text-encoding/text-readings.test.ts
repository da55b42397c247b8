/** The readings of a text among which a person chooses. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeText } from '../../../../testing/encode-text.ts'
import { encodingOf } from './decode-text.ts'
import { readingsOf } from './text-readings.ts'

const cue = (text: string) => `1\r\n00:00:01,000 --> 00:00:03,500\r\n<i>${text}</i>\r\n\r\n`

describe('the readings of a text', () => {
  test.each([
    ['windows-1251', 'Да'],
    ['koi8-u', 'Да'],
    ['windows-1250', 'Děti noci'],
    ['windows-1257', 'Į mišką'],
    ['windows-1255', 'כן'],
    ['euc-kr', '네'],
    ['gb18030', '魑魅魍魉'],
    ['windows-1252', 'Öö'],
  ])('hold the right one in %s, though it may not be the likeliest: %s', (encoding, text) => {
    const readings = readingsOf(encodeText(cue(text), encoding))
    expect(readings.map(({ line }) => line)).toContain(text)
    expect(readings[0]?.encoding).toBe(encodingOf(encodeText(cue(text), encoding)))
  })

  test.each([
    ['UTF-16', Buffer.from(`\ufeff${cue('你好')}`, 'utf16le'), '你好'],
    ['ASCII', Buffer.from(cue('Hello there')), 'Hello there'],
  ])('of %s are one', (_, bytes, line) => {
    expect(readingsOf(bytes)).toEqual([{ encoding: encodingOf(bytes), line }])
  })

  test('are of the line that tells most, without its tags, and of no length without end', () => {
    const bytes = encodeText(`1\n00:00:01,000 --> 00:00:02,000\né\n\n${cue('Příliš žluťoučký kůň')}`, 'windows-1250')
    expect(readingsOf(bytes)[0]?.line).toBe('Příliš žluťoučký kůň')
    expect(readingsOf(encodeText('你'.repeat(5_000), 'gb18030'))[0]?.line).toHaveLength(100)
  })

  test('of any bytes are at least one, each line once, the likeliest first', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const readings = readingsOf(bytes)
        expect(readings[0]?.encoding).toBe(encodingOf(bytes))
        expect(new Set(readings.map(({ line }) => line)).size).toBe(readings.length)
      }),
    )
  })
})
