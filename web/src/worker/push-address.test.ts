/** P45: a tap on a notification leads to its page, and every page is there. */
import { pushKinds, type PushPayload } from '@homeport/contract/push.ts'
import { expect, test } from 'vitest'
import { addressOf } from './push-address.ts'
import { wordsOf } from './text.ts'

const pages = import.meta.glob('../pages/**/*.tsx')
const none = { done: 0, needs: 0, reply: 0, film: 0 }
const payload = (kind: PushPayload['kind'], id: string, count = 1): PushPayload => ({
  lang: 'zh',
  kind,
  id,
  name: 'Metropolis',
  text: '',
  counts: { ...none, [kind]: count },
})

test('one alone leads to what it is about, several to their list, in the language of the account', () => {
  expect(addressOf(payload('done', 't1'))).toBe('./?lang=zh#/pages/device/download/detail?id=t1')
  expect(addressOf(payload('film', 'f 1'))).toBe('./?lang=zh#/pages/device/movie/detail?id=f+1')
  expect(addressOf(payload('reply', '12-5'))).toBe('./?lang=zh#/pages/forum/postings/postdetails?id=12&floor=5')
  expect(addressOf(payload('reply', '12'))).toBe('./?lang=zh#/pages/forum/postings/thread?id=12')
  expect(addressOf(payload('reply', 'user:u_1'))).toBe('./?lang=zh#/pages/user/mine/message/index?with=u_1')
  expect(addressOf(payload('needs', '', 3))).toBe('./?lang=zh#/pages/device/download/list')
  for (const kind of pushKinds)
    for (const [id, count] of [
      ['', 2],
      ['1', 1],
      ['1-2', 1],
      ['user:1', 1],
    ] as const) {
      const route = addressOf(payload(kind, id, count))
        .replace(/^.*#/, '')
        .replace(/\?.*$/, '')
      expect(Object.keys(pages)).toContain(`..${route}.tsx`)
    }
})

test('a summary names each kind with its number', () => {
  const mixed = { ...payload('needs', ''), counts: { done: 2, needs: 1, reply: 0, film: 0 } }
  expect(wordsOf(mixed)).toEqual({ title: '错过的通知', body: '1 个下载出错 · 2 个下载已完成' })
  expect(wordsOf({ ...mixed, lang: 'en' }).body).toBe('1 download needs you · 2 downloads complete')
})
