/** The text of a failure in one sentence (spec 8); for a toast by app/failure.tsx, or beside the part that failed. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { fixedText } from '@homeport/contract/shape/fixed-text.ts'
import { wordsOf } from '@homeport/contract/shape/rule-words.ts'
import type { Failure } from './failure.ts'
import { lang } from './lang.ts'

export function failureText(failure: Failure): string {
  const fixed = fixedText[lang.get()]
  const { kind, code, during, message } = failure
  if (kind === 'timeout') return during === 'upload' ? fixed.uploadTimeout : fixed.timeout
  if (kind === 'network') return networkWord(failure)
  if (kind === 'shape') return during === 'act' ? fixed.notDecoded : fixed.unknown
  if (kind === 'field') return wordsOf(failure.invalid?.rule ?? '', lang.get())
  if (code === Code.notBound) return fixed.notBound
  if (code === Code.offline) return fixed.offline
  if (code === Code.noResponse) return fixed.noResponse
  if (message !== '') return message
  return during === 'act' ? fixed.commandFailed : fixed.unknown
}

/** No response, or a status other than 200. */
function networkWord({ during, code }: Failure): string {
  const fixed = fixedText[lang.get()]
  if (during === 'act') return fixed.commandFailed
  if (during === 'upload') return fixed.uploadFailed
  return code === 0 ? fixed.noNetwork : fixed.network
}
