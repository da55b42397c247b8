/** For tests: the code of an answer by its name. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { expect } from 'vitest'

export function expectCode(answer: { code: number }, name: keyof typeof Code): void {
  expect(answer.code, `the code "${name}" is expected`).toBe(Code[name])
}
