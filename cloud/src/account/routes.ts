/** Account routes: registration, sign-in, sign-out and the user's own profile. */
import { accountChanged, login, logout, profile, register, saveProfile, tokensEnded } from '@homeport/contract/account.ts'
import { firstAccount } from '@homeport/contract/first-account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Exporter } from '../kit/exporter.ts'
import type { Limits } from '../kit/rate-limit.ts'
import type { Pictures } from '../media/pictures.ts'
import { invalid, Refusal } from '../kit/refusal.ts'
import { checkRegion } from '../shared/region.ts'
import { serve, type Route } from '../kit/http/serve.ts'
import { newId } from '../kit/auth.ts'
import { avatarRoutes } from './avatar.ts'
import { createSignInLimits, type SignInLimits } from './sign-in-limits.ts'
import { isCommon, createPasswords } from './password.ts'
import { codeRoutes } from './code.routes.ts'
import type { Codes } from './code/codes.ts'
import { openSession, signedIn } from './session/open-session.ts'
import { cancelRoutes } from './cancel.ts'
import { exportRoutes } from './export.ts'
import { createProof, securityRoutes } from './security.routes.ts'
import { admitNewcomer, type Admission } from './auto-register.ts'
import { dropSession } from './session/session.store.ts'
import { addUser, hasAccounts, nameKeyOf, profileOf, saveProfileOf, userByName } from './store.ts'
import { text } from './text.ts'
import type { Wechat } from './wechat/wechat.ts'
import { webviewRoutes } from './webview.routes.ts'
import { wechatBindingRoutes } from './wechat/binding.routes.ts'
import { wechatRoutes } from './wechat/wechat.routes.ts'

export type AccountDeps = Admission & {
  limits: Limits
  codes: Codes
  wechat: Wechat
  pictures: Pictures
  exporters: readonly Exporter[]
}

const dayMs = 24 * 60 * 60_000

export function accountRoutes(deps: AccountDeps): Route[] {
  const { limits, codes } = deps
  const admission: Admission = deps
  const passwords = createPasswords()
  const gate: SignInLimits = createSignInLimits(limits)
  const prove = createProof({ codes, passwords, gate })

  return [
    serve(register, async ({ username, password, code }, context) => {
      const { realm, db, now, address } = context
      if (admission.registration === 'closed') throw new Refusal(Code.notAllowed, text.closed)
      if (isCommon(password) || nameKeyOf(password) === nameKeyOf(username)) throw invalid('password', 'password_common')
      await gate.enterRegister(realm, address)
      await admitNewcomer(admission, realm, { invitation: code, address, field: 'code' })
      const password_hash = await passwords.inTurn((hasher) => hasher.hash(password))
      const user_id = newId()
      const token = await realm.change(async (trx, emit) => {
        if (!(await addUser(trx, { user_id, username, password_hash, created_at: now })))
          throw new Refusal(Code.taken, text.taken)
        await emit(accountChanged, { user_id, what: 'registered', at: now })
        return openSession(trx, user_id, context)
      })
      return signedIn(db, user_id, token)
    }),

    serve(firstAccount, async (_, { db }) => ({
      is_first: admission.registration !== 'closed' && !(await hasAccounts(db)),
      registration: admission.registration,
      has_wechat: deps.wechat.isSetUp,
    })),

    serve(login, async ({ username, password }, context) => {
      const { realm, db, address } = context
      const attempt = { name: nameKeyOf(username), address }
      const userId = await passwords.inTurn(async (hasher) => {
        await gate.checkLogin(realm, attempt)
        const user = await userByName(db, username)
        if (await hasher.fits(password, user?.password_hash)) return user?.user_id
        await gate.countWrong(realm, attempt)
        return undefined
      })
      if (userId === undefined) throw new Refusal(Code.wrongCredentials, text.wrong)
      await gate.forgive(realm, attempt)
      const token = await realm.change((trx) => openSession(trx, userId, context))
      return signedIn(db, userId, token)
    }),

    serve(logout, async (_, { realm, user, tokenHash }) => {
      await realm.change(async (trx, emit) => {
        await dropSession(trx, tokenHash)
        await emit(tokensEnded, { user_id: user.user_id, token_hashes: [tokenHash] })
      })
      return null
    }),

    serve(profile, (_, { db, user }) => profileOf(db, user.user_id)),
    serve(saveProfile, async (changes, { realm, db, user, now }) => {
      // One day of tolerance: in some time zone it is tomorrow already.
      if ((changes.birthday ?? '') > new Date(now + dayMs).toISOString()) throw invalid('birthday', 'birthday')
      await checkRegion(changes.region ?? '')
      await realm.change((trx) => saveProfileOf(trx, user.user_id, changes))
      return profileOf(db, user.user_id)
    }),
    ...codeRoutes({ codes, passwords, admission }),
    ...securityRoutes({ codes, passwords, prove }),
    ...cancelRoutes(prove),
    ...avatarRoutes(deps.pictures),
    ...exportRoutes(deps),
    ...wechatRoutes({ wechat: deps.wechat, gate, admission }),
    ...wechatBindingRoutes({ wechat: deps.wechat, limits, prove }),
    ...webviewRoutes(limits),
  ]
}
