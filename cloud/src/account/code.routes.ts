/** Routes for codes by SMS or e-mail: sending a code, sign-in by code, password reset. */
import { loginByCode, resetPassword, sendCode, type CodePurpose } from '@homeport/contract/account.ts'
import type { Db } from '../kit/db.ts'
import type { Realm } from '../kit/realm.ts'
import { invalid } from '../kit/refusal.ts'
import type { SendTo } from '../kit/mail/sender.ts'
import { serve, type Route } from '../kit/http/serve.ts'
import { wrongCode, type Codes } from './code/codes.ts'
import { isCommon, type Passwords } from './password.ts'
import { openSession, signedIn } from './session/open-session.ts'
import { admitNewcomer, signInOrRegister, type Admission } from './auto-register.ts'
import { changeSignIn } from './change-sign-in.ts'
import { mailKeyOf, setPassword, userByEmail, userByPhone, type UserRow } from './store.ts'

export type CodeRoutesDeps = { codes: Codes; passwords: Passwords; admission: Admission }

type Purpose = { purpose: CodePurpose; user_id: string | undefined; isInvited: boolean }

/** Purposes that need a signed-in user: binding a new number, or proving identity with the user's own number. */
const fromInside = new Set<CodePurpose>(['bind', 'cancel', 'confirm'])

export function sendToOf(target: { area_code: string; phone: string; email: string }): SendTo {
  return target.phone === ''
    ? { kind: 'mail', email: mailKeyOf(target.email) }
    : { kind: 'sms', area_code: target.area_code, phone: target.phone }
}

export function codeRoutes({ codes, passwords, admission }: CodeRoutesDeps): Route[] {
  /** P7: a code is sent only if it can be used; the response is the same either way. */
  async function isReal(db: Db, to: SendTo, { purpose, user_id, isInvited }: Purpose) {
    if (purpose === 'bind') return true
    // Sign-in by e-mail alone does not exist.
    if (to.kind === 'mail' && purpose === 'login') return false
    const owner = await userOf(db, to)
    if (purpose === 'login') return isInvited || owner !== undefined
    return owner !== undefined && (user_id === undefined || owner.user_id === user_id)
  }

  /** Looked at whoever has the number: the answer must not tell (P7). */
  async function isInvitedBy(realm: Realm, invitation: string, address: string): Promise<boolean> {
    if (admission.registration !== 'code') return admission.registration === 'open'
    return invitation !== '' && admission.fits(realm, invitation, address)
  }

  return [
    serve(sendCode, async ({ purpose, invitation, ...target }, { realm, db, now, address, session }) => {
      const to = sendToOf(target)
      const asker = fromInside.has(purpose) ? (await session()).user : undefined
      const isInvited = purpose === 'login' && (await isInvitedBy(realm, invitation, address))
      const real = await isReal(db, to, { purpose, user_id: asker?.user_id, isInvited })
      return codes.send(realm, to, { purpose, address, now, isReal: real })
    }),

    serve(loginByCode, async ({ area_code, phone, code, invitation }, context) => {
      const { realm, db, now, address } = context
      const to: SendTo = { kind: 'sms', area_code, phone }
      const spend = await codes.check(realm, to, { purpose: 'login', digits: code, now })
      const standing = async () => (await userByPhone(db, { area_code, phone }))?.user_id
      let user_id = await standing()
      if (user_id === undefined) {
        await admitNewcomer(admission, realm, { invitation, address, field: 'invitation' })
        user_id = await signInOrRegister(realm, { prefix: 'user', area_code, phone, now, standing })
      }
      const id = user_id
      const token = await realm.change(async (trx) => {
        await spend(trx)
        return openSession(trx, id, context)
      })
      return signedIn(db, id, token)
    }),

    serve(resetPassword, async ({ code, password, ...target }, { realm, db, now }) => {
      if (isCommon(password)) throw invalid('password', 'password_common')
      const to = sendToOf(target)
      const spend = await codes.check(realm, to, { purpose: 'reset', digits: code, now })
      const user = await userOf(db, to)
      // The number was removed from the account in the meantime, or the account is gone.
      if (!user) throw wrongCode()
      const hash = await passwords.inTurn((hasher) => hasher.hash(password))
      await changeSignIn(realm, { user_id: user.user_id, but: '', what: 'password_changed', now }, async (trx) => {
        await spend(trx)
        await setPassword(trx, user.user_id, hash)
      })
      return null
    }),
  ]
}

async function userOf(db: Db, to: SendTo): Promise<UserRow | undefined> {
  return to.kind === 'sms' ? userByPhone(db, to) : userByEmail(db, to.email)
}
