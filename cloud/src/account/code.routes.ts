/** Ways in and back in by a code that is sent to a phone or an e-mail address. */
import { randomInt } from 'node:crypto'
import {
  accountChanged,
  loginByCode,
  resetPassword,
  sendCode,
  tokensEnded,
  type CodePurpose,
} from '@homeport/contract/account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Db } from '../kit/db.ts'
import type { Realm } from '../kit/realm.ts'
import { invalid, Refusal } from '../kit/refusal.ts'
import type { SendTo } from '../kit/sender.ts'
import { serve, type Route } from '../kit/serve.ts'
import { newId } from '../kit/who.ts'
import type { Codes } from './codes.ts'
import { isCommon, type Passwords } from './password.ts'
import { openSession, signedIn } from './enter.ts'
import { endOthers } from './session.store.ts'
import { addUserByPhone, mailKeyOf, setPassword, userByEmail, userByPhone, type UserRow } from './store.ts'
import { text } from './text.ts'

export type CodeRoutesDeps = { codes: Codes; passwords: Passwords; registration: 'open' | 'code' | 'closed' }

/** Codes for these go out only where an account has the number or address; the answer is the same (P7). */
const forKnown = new Set<CodePurpose>(['reset', 'cancel', 'confirm'])

export function sendToOf(target: { area_code: string; phone: string; email: string }): SendTo {
  return target.phone === ''
    ? { kind: 'mail', email: mailKeyOf(target.email) }
    : { kind: 'sms', area_code: target.area_code, phone: target.phone }
}

export function codeRoutes({ codes, passwords, registration }: CodeRoutesDeps): Route[] {
  async function isKnown(db: Db, to: SendTo): Promise<boolean> {
    return (await userOf(db, to)) !== undefined
  }

  return [
    serve(sendCode, async ({ purpose, ...target }, { realm, db, now, address }) => {
      const to = sendToOf(target)
      const isNeeded = forKnown.has(purpose) || (purpose === 'login' && registration !== 'open')
      return codes.send(realm, to, { purpose, address, now, isReal: !isNeeded || (await isKnown(db, to)) })
    }),

    serve(loginByCode, async ({ area_code, phone, code }, context) => {
      const { realm, db, now } = context
      const to: SendTo = { kind: 'sms', area_code, phone }
      await codes.spend(realm, to, { purpose: 'login', digits: code, now })
      const user_id = (await userByPhone(db, { area_code, phone }))?.user_id ?? (await comeIn(realm, { area_code, phone, now }))
      const token = await realm.change((trx) => openSession(trx, user_id, context))
      return signedIn(db, user_id, token)
    }),

    serve(resetPassword, async ({ code, password, ...target }, { realm, db, now }) => {
      if (isCommon(password)) throw invalid('password', 'password_common')
      const to = sendToOf(target)
      await codes.spend(realm, to, { purpose: 'reset', digits: code, now })
      const user = await userOf(db, to)
      // The number went to nobody else meanwhile, or the account is gone.
      if (!user) throw new Refusal(Code.wrongCredentials, text.wrongCode)
      const hash = await passwords.inTurn((desk) => desk.hash(password))
      await realm.change(async (trx, emit) => {
        await setPassword(trx, user.user_id, hash)
        await emit(accountChanged, { user_id: user.user_id, what: 'password_changed', at: now })
        const token_hashes = await endOthers(trx, user.user_id, { but: '', now })
        await emit(tokensEnded, { user_id: user.user_id, token_hashes })
      })
      return null
    }),
  ]

  /** A number that nobody has becomes an account with a name of its own. */
  async function comeIn(
    realm: Realm,
    { area_code, phone, now }: { area_code: string; phone: string; now: number },
  ): Promise<string> {
    if (registration !== 'open') throw new Refusal(Code.notAllowed, text.closed)
    for (let tries = 0; tries < 5; tries += 1) {
      const user_id = newId()
      const username = `user_${randomInt(1e9).toString().padStart(9, '0')}`
      const isAdded = await realm.change(async (trx, emit) => {
        if (!(await addUserByPhone(trx, { user_id, username, area_code, phone, created_at: now }))) return false
        await emit(accountChanged, { user_id, what: 'registered', at: now })
        return true
      })
      if (isAdded) return user_id
      const other = await userByPhone(realm.db, { area_code, phone })
      if (other) return other.user_id
    }
    throw new Error('no free name was found')
  }
}

async function userOf(db: Db, to: SendTo): Promise<UserRow | undefined> {
  return to.kind === 'sms' ? userByPhone(db, to) : userByEmail(db, to.email)
}
