/** Security routes: password, phone, e-mail, and the list of sessions (P10, P11). */
import {
  bindEmail,
  bindPhone,
  changePassword,
  endSession,
  sessions,
  tokensEnded,
  type CodePurpose,
} from '@homeport/contract/account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { invalid, Refusal } from '../kit/refusal.ts'
import { serve, type Route, type UserContext } from '../kit/http/serve.ts'
import type { SendTo } from '../kit/mail/sender.ts'
import { wrongCode, type Codes, type Spend } from './code/codes.ts'
import type { SignInLimits } from './sign-in-limits.ts'
import { isCommon, type Passwords } from './password.ts'
import { changeOf, changeSignIn } from './change-sign-in.ts'
import { endOthers, endOwn, sessionsOf } from './session/session.store.ts'
import { mailKeyOf, nameKeyOf, profileOf, setContact, setPassword, userById, type UserRow } from './store.ts'
import { text } from './text.ts'

export type SecurityDeps = { codes: Codes; passwords: Passwords; gate: SignInLimits }
type Proof = { password: string; proof_code: string }
/** Proof of identity for an account change: the password, or a code to the user's own phone or e-mail, which the change itself spends. */
export type Prove = (context: UserContext, proof: Proof, purpose: CodePurpose) => Promise<Spend>

const nothingToSpend: Spend = async () => {}

export function createProof({ codes, passwords, gate }: SecurityDeps): Prove {
  return async ({ realm, db, user: { user_id }, now, address }, { password, proof_code }, purpose) => {
    const user = await userById(db, user_id)
    if (proof_code !== '') {
      const to = ownTarget(user)
      if (!to) throw wrongCode('proof_code')
      return codes.check(realm, to, { purpose, digits: proof_code, now, field: 'proof_code' })
    }
    if (password === '') throw invalid('password', 'password_filled')
    const attempt = { name: nameKeyOf(user.username), address }
    const isRight = await passwords.inTurn(async (hasher) => {
      await gate.checkLogin(realm, attempt)
      return hasher.fits(password, user.password_hash)
    })
    if (!isRight) {
      await gate.countWrong(realm, attempt)
      throw new Refusal(Code.wrongCredentials, text.wrongPassword, { field: 'password' })
    }
    return nothingToSpend
  }
}

/** The phone first: it is harder to take over. */
function ownTarget({ area_code, phone, email }: UserRow): SendTo | undefined {
  if (phone !== '') return { kind: 'sms', area_code, phone }
  return email === '' ? undefined : { kind: 'mail', email }
}

export function securityRoutes({
  codes,
  passwords,
  prove,
}: Pick<SecurityDeps, 'codes' | 'passwords'> & { prove: Prove }): Route[] {
  async function bind(context: UserContext, to: SendTo, { code, ...proof }: Proof & { code: string }) {
    // An account created by WeChat has no means of proof until its first number or address is set.
    const owner = await userById(context.db, context.user.user_id)
    const hasProof = owner.password_hash !== '' || ownTarget(owner) !== undefined
    const spendProof = hasProof ? await prove(context, proof, 'confirm') : nothingToSpend
    const spend = await codes.check(context.realm, to, { purpose: 'bind', digits: code, now: context.now })
    const contact = to.kind === 'sms' ? { area_code: to.area_code, phone: to.phone } : { email: to.email }
    await changeSignIn(context.realm, changeOf(context, to.kind === 'sms' ? 'phone_bound' : 'email_bound'), async (trx) => {
      await spendProof(trx)
      await spend(trx)
      if (!(await setContact(trx, context.user.user_id, contact)))
        throw new Refusal(Code.taken, to.kind === 'sms' ? text.phoneTaken : text.emailTaken)
    })
    return profileOf(context.db, context.user.user_id)
  }

  return [
    serve(changePassword, async ({ new_password, ...proof }, context) => {
      if (isCommon(new_password) || nameKeyOf(new_password) === nameKeyOf(context.user.username))
        throw invalid('new_password', 'password_common')
      const spend = await prove(context, proof, 'confirm')
      const hash = await passwords.inTurn((hasher) => hasher.hash(new_password))
      await changeSignIn(context.realm, changeOf(context, 'password_changed'), async (trx) => {
        await spend(trx)
        await setPassword(trx, context.user.user_id, hash)
      })
      return null
    }),

    serve(bindPhone, ({ area_code, phone, ...rest }, context) => bind(context, { kind: 'sms', area_code, phone }, rest)),
    serve(bindEmail, ({ email, ...rest }, context) => bind(context, { kind: 'mail', email: mailKeyOf(email) }, rest)),

    serve(sessions, async ({ page, limit }, { db, user, tokenHash, now }) => {
      const { rows, total } = await sessionsOf(db, user.user_id, { now, limit, offset: (page - 1) * limit })
      const data = rows.map(({ token_hash, created_at, seen_at, client, address }) => ({
        id: nameOf(token_hash),
        client,
        address,
        created_at: Math.floor(created_at / 1000),
        seen_at: Math.floor(seen_at / 1000),
        is_current: token_hash === tokenHash,
      }))
      return { data, total, page, limit }
    }),

    serve(endSession, async ({ id }, { realm, user, tokenHash, now }) => {
      await realm.change(async (trx, emit) => {
        const token_hashes =
          id === ''
            ? await endOthers(trx, user.user_id, { but: tokenHash, now })
            : await endOwn(trx, user.user_id, { is: (hash) => nameOf(hash) === id, now })
        if (id !== '' && token_hashes.length === 0) throw new Refusal(Code.notFound)
        await emit(tokensEnded, { user_id: user.user_id, token_hashes })
      })
      return null
    }),
  ]
}

/** Identifies the session to its user by a part of the hash; it opens nothing. */
function nameOf(tokenHash: string): string {
  return tokenHash.slice(0, 16)
}
