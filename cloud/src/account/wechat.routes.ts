/** Signing in by WeChat's mini-program. */
import { randomInt } from 'node:crypto'
import { accountChanged, wechatMiniProgram } from '@homeport/contract/account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Realm } from '../kit/realm.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/serve.ts'
import { newId } from '../kit/who.ts'
import { openSession, signedIn } from './enter.ts'
import type { Gate } from './gate.ts'
import { addUserByPhone } from './store.ts'
import { text } from './text.ts'
import type { Wechat } from './wechat.ts'
import { addWechat, userOfWechat } from './wechat.store.ts'

type WechatRoutesDeps = { wechat: Wechat; gate: Gate; registration: 'open' | 'code' | 'closed' }

export function wechatRoutes({ wechat, gate, registration }: WechatRoutesDeps): Route[] {
  return [
    serve(wechatMiniProgram, async ({ code }, context) => {
      const { realm, db, now, address } = context
      const openid = await wechat.openidOf(code)
      let user_id = await userOfWechat(db, openid)
      if (user_id === undefined) {
        if (registration !== 'open') throw new Refusal(Code.notAllowed, text.closed)
        await gate.enterRegister(realm, address)
        user_id = await comeIn(realm, openid, now)
      }
      const id = user_id
      const token = await realm.change((trx) => openSession(trx, id, context))
      return signedIn(db, id, token)
    }),
  ]
}

/** A WeChat account that opens none of ours yet gets one with a name of its own; of two at the same moment the second finds the first's. */
async function comeIn(realm: Realm, openid: string, now: number): Promise<string> {
  for (let tries = 0; tries < 5; tries += 1) {
    const user_id = newId()
    const username = `wx_${randomInt(1e9).toString().padStart(9, '0')}`
    const isMade = await realm
      .change(async (trx, emit) => {
        if (!(await addUserByPhone(trx, { user_id, username, area_code: '', phone: '', created_at: now }))) return false
        if (!(await addWechat(trx, { openid, user_id, created_at: now }))) throw new OpensAnother()
        await emit(accountChanged, { user_id, what: 'registered', at: now })
        return true
      })
      .catch(unlessOther)
    const found = isMade ? user_id : await userOfWechat(realm.db, openid)
    if (found !== undefined) return found
  }
  throw new Error('no free name was found')
}

/** Takes the account back that was made a moment too late. */
class OpensAnother extends Error {}

function unlessOther(error: unknown): false {
  if (error instanceof OpensAnother) return false
  throw error
}
