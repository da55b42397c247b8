/** Packed bytes as servers send them, from memory; unpack-body.test.ts has them from the disk. */
import { randomBytes } from 'node:crypto'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { gunzipBytes } from './gunzip.ts'

const most = { maxOutputLength: 1_000_000 }
const text = Buffer.concat([randomBytes(300_000), Buffer.alloc(100_000, 'a')])
const packed = gzipSync(text)
/** RFC 1952, 2.3: extra bytes, name, comment and check sum of the head. */
const longHead = Buffer.concat([
  Buffer.from([0x1f, 0x8b, 8, 4 + 8 + 16 + 2, 0, 0, 0, 0, 0, 3, 3, 0, 1, 2, 3]),
  Buffer.from('film.srt\0a comment\0'),
  Buffer.from([7, 7]),
  deflateRawSync(text),
  packed.subarray(-8),
])

// Chromium and Firefox take what stands behind the last member for nothing; gzip(1) reads member after member.
describe('is unpacked', () => {
  test.each([
    ['as it is', packed],
    ['with words behind it', Buffer.concat([packed, Buffer.from('garbage')])],
    ['with a line end behind it', Buffer.concat([packed, Buffer.from('\r\n')])],
    ['with zeros behind it', Buffer.concat([packed, Buffer.alloc(512)])],
    ['with half a head behind it', Buffer.concat([packed, packed.subarray(0, 7)])],
    ['in two members', Buffer.concat([gzipSync(text.subarray(0, 7)), gzipSync(text.subarray(7))])],
    ['in two members and words', Buffer.concat([gzipSync(text.subarray(0, 7)), gzipSync(text.subarray(7)), Buffer.from('x')])],
    [
      'in many members',
      Buffer.concat(Array.from({ length: 100 }, (_, at) => gzipSync(text.subarray(at * 4_000, at * 4_000 + 4_000)))),
    ],
    ['without its last eight bytes', packed.subarray(0, -8)],
    ['without its last three', packed.subarray(0, -3)],
    ['with a long head', longHead],
  ])('%s', async (_, bytes) => expect((await gunzipBytes(bytes, most)).equals(text)).toBe(true))
})

test.each([
  ['no gzip', text],
  ['cut', packed.subarray(0, 1_000)],
  ['a head only', packed.subarray(0, 10)],
  ['nothing', Buffer.alloc(0)],
  ['of another check sum', Buffer.concat([packed.subarray(0, -8), Buffer.alloc(8)])],
  ['members without end', Buffer.concat(Array.from({ length: 10_001 }, () => gzipSync('')))],
])('what is %s is an error of zlib', async (_, bytes) => {
  await expect(gunzipBytes(bytes, most)).rejects.toMatchObject({ code: expect.stringMatching(/^Z_/) })
})

test('what is too large unpacked is told as by zlib', async () => {
  await expect(gunzipBytes(packed, { maxOutputLength: text.length - 1 })).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' })
})
