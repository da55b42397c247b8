/** What a handler throws to refuse: a code of the wire, words in both languages, data. Anything else that is thrown is a fault. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Lang } from '@homeport/contract/kit/promise.ts'
import { wordsOf, type Rule } from '@homeport/contract/shape/rule-words.ts'

export type Words = Record<Lang, string>

export class Refusal extends Error {
  readonly code: Code
  readonly words: Words
  readonly data: unknown

  constructor(code: Code, words?: Words, data: unknown = null) {
    super(`refused with ${code}`)
    this.code = code
    this.words = words ?? codeWords[code] ?? codeWords[Code.fault]
    this.data = data
  }
}

/** 4000 with the field and the rule that it breaks. */
export function invalid(field: string, rule: Rule | (string & {}) = 'invalid'): Refusal {
  return new Refusal(Code.invalid, { en: wordsOf(rule, 'en'), zh: wordsOf(rule, 'zh') }, { field, rule })
}

const codeWords: Record<number, Words> & { 5000: Words } = {
  [Code.noToken]: { en: 'Please login', zh: '请先登录' },
  [Code.unknownToken]: { en: 'Please login again', zh: '请重新登录' },
  [Code.expiredToken]: { en: 'Your session has expired, please login again', zh: '登录已过期，请重新登录' },
  [Code.endedElsewhere]: { en: 'You were signed out', zh: '您已退出登录' },
  [Code.invalid]: { en: wordsOf('invalid', 'en'), zh: wordsOf('invalid', 'zh') },
  [Code.wrongCredentials]: { en: 'The code is wrong or no longer valid', zh: '配对码错误或已失效' },
  [Code.notAllowed]: { en: 'This is not allowed', zh: '不允许此操作' },
  [Code.notFound]: { en: 'Not found', zh: '未找到' },
  [Code.notBound]: { en: 'Device does not exist or is unbound', zh: '设备不存在或已解绑' },
  [Code.offline]: { en: 'Device is not online', zh: '设备不在线' },
  [Code.taken]: { en: 'This is already taken', zh: '已被占用' },
  [Code.tooMany]: { en: 'Too many tries, please wait a while', zh: '操作过于频繁，请稍后再试' },
  5000: { en: 'Something went wrong, please try again later', zh: '服务出错，请稍后再试' },
  [Code.noResponse]: { en: 'Device no response, retry later', zh: '设备无响应，请稍后重试' },
}
