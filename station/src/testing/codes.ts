/** For tests: the code of an answer by its name, of a task or of any other act. */
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { expect } from 'vitest'

const codes = { ...Code, ...TaskCode }

export function expectCode(answer: { code: number }, name: keyof typeof codes): void {
  expect(answer.code, `the code "${name}" is expected`).toBe(codes[name])
}
