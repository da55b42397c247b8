/** The error messages of a refused form, at the field concerned, in the language of the app. */
import { ruleWords, wordsOf } from '@homeport/contract/shape/field/rule-messages.ts'
import { isFailure } from '../../kit/failure.ts'
import { useLang } from '../../kit/lang.ts'

/** A rule's name becomes its text; other messages are texts already. */
export function useSay(): (message: string | undefined) => string | undefined {
  const lang = useLang()
  return (message) => (message !== undefined && message in ruleWords ? wordsOf(message, lang) : message)
}

/** The field that the server names, else `otherwise`; null if the failure handler has shown it. own: the form's texts per code, before the server's. */
export function refusalOf<K extends string>(
  failure: unknown,
  { fields, otherwise, own = {} }: { fields: readonly K[]; otherwise: K; own?: Partial<Record<number, string>> },
): { field: K; message: string } | null {
  if (!isFailure(failure, 'field') && !isFailure(failure, 'code')) return null
  const named = fieldIn(failure.data)
  const message = failure.invalid?.rule ?? own[failure.code] ?? failure.message
  return { field: fields.find((one) => one === named) ?? otherwise, message: message || 'invalid' }
}

/** The area code is a part of the phone's field. */
function fieldIn(data: unknown): string {
  const name = typeof data === 'object' && data !== null && 'field' in data ? String(data.field) : ''
  return name === 'area_code' ? 'phone' : name
}
