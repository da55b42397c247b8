/** The text of a failure in one sentence (spec 8), also of a field that breaks a rule: beside the part that failed, or in a toast by app/failure.tsx. */
import { wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import type { Failure } from '../failure.ts'
import { lang } from '../lang.ts'
import { plainFailureText } from './plain-failure-text.ts'

export function failureText(failure: Failure): string {
  return failure.kind === 'field' ? wordsOf(failure.invalid?.rule ?? '', lang.get()) : plainFailureText(failure)
}
