/** Changes a one-time code, of a mini-program or of this browser's page of http, for a session. */
import { loginByWebview } from '@homeport/contract/account.ts'
import { ask } from '../../kit/call/http.ts'
import { startSession } from '../../kit/session.ts'
import { offerSoon } from '../../kit/shell/install.ts'

/** The first page waits for it. */
const maxWaitMs = 10_000

export async function signInByWebview(code: string): Promise<void> {
  startSession(await ask(loginByWebview, { code }, { signal: AbortSignal.timeout(maxWaitMs) }))
  offerSoon()
}
