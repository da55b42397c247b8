/** Sign-in by WeChat's mini-program. */
import { wechatMiniProgram } from '@homeport/contract/account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/serve.ts'
import { openSession, signedIn } from './enter.ts'
import type { SignInLimits } from './gate.ts'
import { signInOrRegister } from './newcomer.ts'
import { text } from './text.ts'
import type { Wechat } from './wechat.ts'
import { addWechat, userOfWechat } from './wechat.store.ts'

type WechatRoutesDeps = { wechat: Wechat; gate: SignInLimits; registration: 'open' | 'code' | 'closed' }

export function wechatRoutes({ wechat, gate, registration }: WechatRoutesDeps): Route[] {
  return [
    serve(wechatMiniProgram, async ({ code }, context) => {
      const { realm, db, now, address } = context
      const openid = await wechat.openidOf(code)
      let user_id = await userOfWechat(db, openid)
      if (user_id === undefined) {
        if (registration !== 'open') throw new Refusal(Code.notAllowed, text.closed)
        await gate.enterRegister(realm, address)
        user_id = await signInOrRegister(realm, {
          prefix: 'wx',
          now,
          tie: (trx, made) => addWechat(trx, { openid, user_id: made, created_at: now }),
          standing: () => userOfWechat(db, openid),
        })
      }
      const id = user_id
      const token = await realm.change((trx) => openSession(trx, id, context))
      return signedIn(db, id, token)
    }),
  ]
}
