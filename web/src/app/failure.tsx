/** The failure door: alone decides whether a failure ends the session, asks, says a word, or stays quiet (spec 8). */
import { Code } from '@homeport/contract/kit/codes.ts'
import { wordsOf } from '@homeport/contract/shape/rule-words.ts'
import { isFailure, type Failure } from '../kit/failure.ts'
import { lang, textNow } from '../kit/lang.ts'
import { forward, readHash } from '../kit/nav.ts'
import { endSession, hasBindInfo, session } from '../kit/session.ts'
import { devicePath, loginPath, rememberWay } from '../kit/way-back.ts'
import { question } from '../ui/modal.tsx'
import { toast } from '../ui/toast.tsx'
import { appText } from './text.ts'

/** A query that is asked again and again is quiet: its screen shows what it has. Sessions and the server's own words are never quiet. */
export function failureDoor(error: unknown, from: { isQuiet: boolean }): void {
  if (!isFailure(error)) return from.isQuiet ? undefined : toast(textNow(appText).unknown)
  if (error.kind === 'session') return void sessionOver(error)
  if (error.kind === 'modal') return void question({ title: error.message, confirm: textNow(appText).ok })
  if (error.kind === 'device' || error.code === Code.notBound) return from.isQuiet ? undefined : void askToBind()
  if (!from.isQuiet) toast(wordOf(error))
}

/** Spec 8: 1000, 1002, 1003 clear and ask; 1004 clears silently, the next need asks. */
async function sessionOver(failure: Failure): Promise<void> {
  const words = textNow(appText)
  if (session.get().token !== '') endSession()
  if (failure.code === Code.endedElsewhere) return
  await askToLogin(words.loginNeeded)
}

async function askToLogin(title: string): Promise<void> {
  const words = textNow(appText)
  const answer = await question({ title, confirm: words.goLogin, cancel: words.cancel })
  if (answer === 'cancel') return
  rememberWay(readHash(location.hash)[0])
  forward(loginPath)
}

async function askToBind(): Promise<void> {
  const words = textNow(appText)
  if (!hasBindInfo()) return askToLogin(words.bindInfoGone)
  const answer = await question({ title: words.notBound, text: words.notBoundText, confirm: words.goBind, cancel: words.cancel })
  if (answer === 'confirm') forward(devicePath)
}

export function wordOf(failure: Failure): string {
  const words = textNow(appText)
  if (failure.kind === 'network') return words.network
  if (failure.kind === 'timeout') return words.timeout
  if (failure.kind === 'shape') return words.unknown
  if (failure.kind === 'field') return wordsOf(failure.invalid?.rule ?? '', lang.get())
  if (failure.code === Code.offline) return words.offline
  if (failure.code === Code.noResponse) return words.noResponse
  if (failure.code === Code.tooMany) return failure.message || words.tooMany
  return failure.message || words.unknown
}
