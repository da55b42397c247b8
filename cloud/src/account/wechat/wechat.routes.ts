/** Sign-in by WeChat's mini-program. */
import { wechatMiniProgram } from '@homeport/contract/account.ts'
import { serve, type Route } from '../../kit/http/serve.ts'
import { openSession, signedIn } from '../session/open-session.ts'
import type { SignInLimits } from '../sign-in-limits.ts'
import { admitNewcomer, signInOrRegister, type Admission } from '../auto-register.ts'
import type { Wechat } from './wechat.ts'
import { addWechat, userOfWechat } from './wechat.store.ts'

type WechatRoutesDeps = { wechat: Wechat; gate: SignInLimits; admission: Admission }

export function wechatRoutes({ wechat, gate, admission }: WechatRoutesDeps): Route[] {
  return [
    serve(wechatMiniProgram, async ({ code, invitation }, context) => {
      const { realm, db, now, address } = context
      const openid = await wechat.openidOf(code)
      let user_id = await userOfWechat(db, openid)
      if (user_id === undefined) {
        await gate.enterRegister(realm, address)
        await admitNewcomer(admission, realm, { invitation, address, field: 'invitation' })
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
