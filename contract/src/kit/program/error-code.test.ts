import { expect, it } from 'vitest'
import { censored } from './error-code.ts'

it.each(['ENOSPC', 'EROFS', 'ERR_SQLITE_ERROR', 'ERR_STREAM_PREMATURE_CLOSE', 'UND_ERR_SOCKET'])(
  '%s of an error stays in the log',
  (code) => {
    expect(censored(code, ['err', 'code'])).toBe(code)
  },
)

it.each([
  ['code', '123456'],
  ['code', 'ABCD2345'],
  ['code', 'ENOSPCAB'],
  ['code', 123_456],
  ['token', 'ENOSPC'],
  ['key', 'ERR_KEY'],
])('P12: %s %s does not', (name, value) => {
  expect(censored(value, ['data', name])).toBe('[hidden]')
})
