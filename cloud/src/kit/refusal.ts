/** Refusal: thrown by a handler with a wire code, a message in both languages, and data. Any other thrown error is a fault. */
import { sentenceOf, type SpecText } from '@homeport/contract/shape/field/spec-text.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { wordsOf, type Rule } from '@homeport/contract/shape/field/rule-messages.ts'

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

/** 4000 with the field and the broken rule. */
export function invalid(field: string, rule: Rule | (string & {}) = 'invalid'): Refusal {
  return new Refusal(Code.invalid, { en: wordsOf(rule, 'en'), zh: wordsOf(rule, 'zh') }, { field, rule })
}

function spec(name: SpecText): Words {
  return { en: sentenceOf(name, 'en'), zh: sentenceOf(name, 'zh') }
}

const codeWords: Record<number, Words> & Record<typeof Code.fault, Words> = {
  [Code.noToken]: spec('pleaseLogin'),
  [Code.unknownToken]: { en: 'Please sign in again', zh: '请重新登录' },
  [Code.expiredToken]: { en: 'Your session has expired. Please sign in again.', zh: '登录已过期，请重新登录' },
  [Code.endedElsewhere]: { en: 'You’ve been signed out', zh: '你已退出登录' },
  [Code.invalid]: { en: wordsOf('invalid', 'en'), zh: wordsOf('invalid', 'zh') },
  [Code.wrongCredentials]: { en: 'Wrong or expired code', zh: '配对码不正确或已过期' },
  [Code.notAllowed]: { en: 'You don’t have permission to do this', zh: '没有权限执行此操作' },
  [Code.notFound]: { en: 'Not found', zh: '未找到' },
  [Code.notBound]: spec('notBound'),
  [Code.offline]: spec('offline'),
  [Code.taken]: { en: 'Already taken', zh: '已被占用' },
  [Code.tooMany]: { en: 'Too many tries. Wait a while and try again.', zh: '操作过于频繁，请稍后再试' },
  [Code.fault]: { en: 'Something went wrong. Try again later.', zh: '服务出错，请稍后再试' },
  [Code.noResponse]: spec('noResponse'),
}
