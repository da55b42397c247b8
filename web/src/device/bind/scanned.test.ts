import { expect, test } from 'vitest'
import { readScanned } from './scanned.ts'

const devsn = 'AAAAAAAAAAAAAAAA'

test.each([
  ['the box’s link', `http://192.168.1.5:8700/#/pages/main/device/index?devsn=${devsn}&code=ABCD2345`, devsn],
  ['a link without the serial', 'https://box.example/#/pages/main/device/index?code=abcd-2345', ''],
  ['the eight characters alone', ' abcd 2345 ', ''],
])('%s is read', (_, text, box) => {
  expect(readScanned(text)).toEqual({ devsn: box, code: 'ABCD2345' })
})

test.each([
  'https://example.org/ABCD2345',
  'WIFI:S:home;;',
  '',
  'http://a/#/pages/main/device/index?devsn=nothing&code=ABCD2345',
])('%s is no code of a box', (text) => expect(readScanned(text)).toBeUndefined())
