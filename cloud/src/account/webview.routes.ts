/** Signs in the page that the mini-program opens, by a one-time code in place of a token. */
import { loginByWebview, tokensEnded, webviewCode, webviewCodeLifeMs } from '@homeport/contract/account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { newToken, tokenHashOf } from '../kit/auth.ts'
import type { Limits } from '../kit/rate-limit.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type GuestContext, type Route } from '../kit/http/serve.ts'
import { wrongCode } from './code/codes.ts'
import { openSession, signedIn } from './session/open-session.ts'
import { dropSession } from './session/session.store.ts'
import { waitWords } from './text.ts'
import { addSessionCode, spendSessionCode } from './session/session-code.store.ts'

const requests = { points: 60, seconds: 60 * 60 }
/** Their own count: wrong codes lock nobody out of signing in by password (P4). */
const wrongTries = { points: 10, seconds: 15 * 60 }

export function webviewRoutes(limits: Limits): Route[] {
  const requesting = limits.open('webview_code', requests)
  const byAddress = limits.open('webview_address', wrongTries)

  return [
    serve(webviewCode, async (_, { realm, user, tokenHash, now }) => {
      if (!(await requesting.take(`${realm.lang}:${user.user_id}`))) throw new Refusal(Code.tooMany)
      const code = newToken()
      await realm.change((trx) =>
        addSessionCode(trx, {
          purpose: 'webview',
          code_hash: tokenHashOf(code),
          token_hash: tokenHash,
          expires_at: now + webviewCodeLifeMs,
        }),
      )
      return { code }
    }),

    serve(loginByWebview, async ({ code }, context) => {
      const { realm, db, address, now } = context
      const key = `${realm.lang}:${address}`
      const waitMs = await byAddress.waitMs(key)
      if (waitMs > 0) throw new Refusal(Code.modal, waitWords(waitMs), { wait: Math.ceil(waitMs / 1000) })
      const before = await sessionBefore(context)
      const entered = await realm.change(async (trx, emit) => {
        const userId = await spendSessionCode(trx, { purpose: 'webview', code_hash: tokenHashOf(code), now })
        if (userId === undefined) return undefined
        if (before) {
          await dropSession(trx, before.tokenHash)
          await emit(tokensEnded, { user_id: before.user.user_id, token_hashes: [before.tokenHash] })
        }
        return { userId, token: await openSession(trx, userId, context) }
      })
      if (!entered) {
        await byAddress.count(key)
        throw wrongCode()
      }
      return signedIn(db, entered.userId, entered.token)
    }),
  ]
}

/** The session that the page has already. */
async function sessionBefore({ asker, session }: GuestContext) {
  return (await asker()) ? session() : undefined
}
