/** Links WeChat to an account that is there already: a code of the account is typed in the mini-program, which knows the WeChat. */
import { randomInt } from 'node:crypto'
import { bindWechat, unbindWechat, wechatAccount, wechatCode, wechatCodeLifeMs } from '@homeport/contract/account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { codeAlphabet, codeLength } from '@homeport/contract/kit/connection.ts'
import { tokenHashOf } from '../../kit/auth.ts'
import type { Limits } from '../../kit/rate-limit.ts'
import { Refusal } from '../../kit/refusal.ts'
import { serve, type AnyoneContext, type Route } from '../../kit/http/serve.ts'
import { changeOf, changeSignIn } from '../change-sign-in.ts'
import { wrongCode } from '../code/codes.ts'
import { openSession, signedIn } from '../session/open-session.ts'
import type { Prove } from '../security.routes.ts'
import { addSessionCode, dropSessionCodes, readSessionCode, spendSessionCode } from '../session/session-code.store.ts'
import { profileOf, userById } from '../store.ts'
import { text, waitWords } from '../text.ts'
import { wechatWords, type Wechat } from './wechat.ts'
import { addWechat, dropWechat, userOfWechat, wechatSince } from './wechat.store.ts'

const requests = { points: 60, seconds: 60 * 60 }
/** Their own count: wrong codes lock nobody out of signing in by password (P4). */
const wrongTries = { points: 10, seconds: 15 * 60 }
const field = 'bind_code'

type WechatBindingDeps = { wechat: Wechat; limits: Limits; prove: Prove }

export function wechatBindingRoutes({ wechat, limits, prove }: WechatBindingDeps): Route[] {
  const requesting = limits.open('wechat_code', requests)
  const byAddress = limits.open('wechat_address', wrongTries)

  /** The session that requested the code; a wrong code is counted. */
  async function sessionOf({ realm, db, address, now }: AnyoneContext, bind_code: string) {
    const key = `${realm.lang}:${address}`
    const waitMs = await byAddress.waitMs(key)
    if (waitMs > 0) throw new Refusal(Code.modal, waitWords(waitMs), { wait: Math.ceil(waitMs / 1000) })
    const session = await readSessionCode(db, { purpose: 'wechat', code_hash: tokenHashOf(bind_code), now })
    if (session) return session
    await byAddress.count(key)
    throw wrongCode(field)
  }

  return [
    serve(wechatCode, async (proof, context) => {
      const { realm, db, user, tokenHash, now } = context
      if (!wechat.isSetUp) throw new Refusal(Code.notAllowed, wechatWords.absent)
      if ((await wechatSince(db, user.user_id)) !== null) throw new Refusal(Code.taken, text.wechatLinked)
      if (!(await requesting.take(`${realm.lang}:${user.user_id}`))) throw new Refusal(Code.tooMany)
      const spend = await prove(context, proof, 'confirm')
      const code = Array.from({ length: codeLength }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length))).join('')
      await realm.change(async (trx) => {
        await spend(trx)
        await dropSessionCodes(trx, tokenHash, 'wechat')
        await addSessionCode(trx, {
          purpose: 'wechat',
          code_hash: tokenHashOf(code),
          token_hash: tokenHash,
          expires_at: now + wechatCodeLifeMs,
        })
      })
      return { code }
    }),

    serve(wechatAccount, async ({ bind_code }, context) => {
      const { user_id } = await sessionOf(context, bind_code)
      const { username, nickname } = await userById(context.db, user_id)
      return { username, nickname }
    }),

    serve(bindWechat, async ({ code, bind_code }, context) => {
      const { realm, db, now } = context
      const { user_id, token_hash } = await sessionOf(context, bind_code)
      const openid = await wechat.openidOf(code)
      await changeSignIn(realm, { user_id, but: token_hash, now, what: 'wechat_bound' }, async (trx) => {
        const owner = await spendSessionCode(trx, { purpose: 'wechat', code_hash: tokenHashOf(bind_code), now })
        if (owner === undefined) throw wrongCode(field)
        if (await addWechat(trx, { openid, user_id, created_at: now })) return
        throw new Refusal(Code.taken, (await userOfWechat(trx, openid)) === undefined ? text.wechatLinked : text.wechatTaken)
      })
      const token = await realm.change((trx) => openSession(trx, user_id, context))
      return signedIn(db, user_id, token)
    }),

    serve(unbindWechat, async (proof, context) => {
      const { realm, db, user } = context
      const { password_hash, phone } = await userById(db, user.user_id)
      if (password_hash === '' && phone === '') throw new Refusal(Code.notAllowed, text.onlyWechat)
      const spend = await prove(context, proof, 'confirm')
      await changeSignIn(realm, changeOf(context, 'wechat_unbound'), async (trx) => {
        await spend(trx)
        if (!(await dropWechat(trx, user.user_id))) throw new Refusal(Code.notFound)
      })
      return profileOf(db, user.user_id)
    }),
  ]
}
