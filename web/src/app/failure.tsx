/** The failure handler: alone decides whether a failure ends the session, opens a modal, shows a toast, or stays quiet (spec 8). */
import { Code } from '@homeport/contract/kit/codes.ts'
import { isFailure, type Failure } from '../kit/failure.ts'
import { textNow } from '../kit/lang.ts'
import { loadUntilThere } from '../kit/lazy-part.ts'
import { addressNow, forward } from '../kit/nav/nav.ts'
import { endSession, hasBindInfo, session } from '../kit/session.ts'
import { plainFailureText } from '../kit/text/plain-failure-text.ts'
import { devicePath, loginPath, rememberReturnPath } from '../kit/nav/return-path.ts'
import { question } from '../ui/modal.tsx'
import { toast } from '../ui/toast.tsx'
import { isAskedByPage } from './route/asked-by-page.ts'
import { appText } from './text.ts'

/** A polling query is quiet: its screen shows what it has. Session failures and the server's own messages are never quiet. */
export function handleFailure(error: unknown, from: { isQuiet: boolean }): void {
  if (!isFailure(error)) return from.isQuiet ? undefined : toast(textNow(appText).unknown)
  if (error.kind === 'session') return void sessionOver(error)
  if (error.kind === 'modal') return void question({ title: error.message, confirm: textNow(appText).ok })
  const isOfNoBox = error.kind === 'device' || (error.code === Code.notBound && error.during !== 'act')
  if (isOfNoBox) return from.isQuiet ? undefined : void askToBind()
  if (from.isQuiet) return
  if (error.kind === 'field') void toastField(error)
  else toast(plainFailureText(error))
}

async function toastField(failure: Failure): Promise<void> {
  const { failureText } = await loadUntilThere(() => import('../kit/text/failure-text.ts'))
  toast(failureText(failure))
}

/** Spec 8: 1000, 1002, 1003 clear and ask; 1004 clears silently, the next need to sign in asks. */
async function sessionOver(failure: Failure): Promise<void> {
  const words = textNow(appText)
  const isEndedElsewhere = failure.code === Code.endedElsewhere
  if (session.get().token !== '') endSession(isEndedElsewhere ? 'ended' : 'expired')
  if (isEndedElsewhere || isAskedByPage.get()) return
  await askToLogin({ title: words.loginNeeded })
}

async function askToLogin(confirmation: { title: string }): Promise<void> {
  const words = textNow(appText)
  const answer = await question({ ...confirmation, confirm: words.goLogin, cancel: words.cancel })
  if (answer !== 'confirm') return
  rememberReturnPath(addressNow())
  forward(loginPath)
}

async function askToBind(): Promise<void> {
  const words = textNow(appText)
  if (!hasBindInfo()) return askToLogin({ title: words.bindInfoGone })
  const answer = await question({ title: words.notBound, confirm: words.goBind, cancel: words.cancel })
  if (answer === 'confirm') forward(devicePath)
}
