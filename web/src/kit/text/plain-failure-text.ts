/** The text of a failure that is not of a field: it has to be there when the network is not. The words of rules are many, and load when a field is refused. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { failureText } from '@homeport/contract/shape/field/failure-text.ts'
import type { Failure } from '../failure.ts'
import { lang } from '../lang.ts'

const damagedText = {
  en: 'The box’s database is damaged. Stop Homeport and bring a backup back: npm run restore.',
  zh: '盒子的数据库已损坏。请停止 Homeport，再用 npm run restore 恢复备份。',
}

export function plainFailureText(failure: Failure): string {
  const fixed = failureText[lang.get()]
  const { kind, code, during, message } = failure
  if (kind === 'timeout') return during === 'upload' ? fixed.uploadTimeout : fixed.timeout
  if (kind === 'network') return networkWord(failure)
  if (kind === 'shape') return during === 'act' ? fixed.notDecoded : fixed.unknown
  if (code === Code.notBound) return fixed.notBound
  if (code === Code.offline) return fixed.offline
  if (code === Code.noResponse) return fixed.noResponse
  if (code === Code.damaged) return damagedText[lang.get()]
  if (message !== '') return message
  return during === 'act' ? fixed.commandFailed : fixed.unknown
}

/** No response, or a status other than 200. */
function networkWord({ during, code }: Failure): string {
  const fixed = failureText[lang.get()]
  if (during === 'act') return fixed.commandFailed
  if (during === 'upload') return fixed.uploadFailed
  return code === 0 ? fixed.noNetwork : fixed.network
}
