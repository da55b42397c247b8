/** Rate limits for sign-in and registration (P7, P8). */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Limits } from '../kit/rate-limit.ts'
import type { Realm } from '../kit/realm.ts'
import { Refusal } from '../kit/refusal.ts'
import { waitWords } from './text.ts'

const wrongTries = { points: 10, seconds: 15 * 60 }
const registrations = { points: 100, seconds: 60 * 60 }

type SignInAttempt = { name: string; address: string }

export type SignInLimits = {
  checkLogin(realm: Realm, attempt: SignInAttempt): Promise<void>
  countWrong(realm: Realm, attempt: SignInAttempt): Promise<void>
  forgive(realm: Realm, attempt: SignInAttempt): Promise<void>
  enterRegister(realm: Realm, address: string): Promise<void>
}

export function createSignInLimits(limits: Limits): SignInLimits {
  const byName = limits.open('login_name', wrongTries)
  const byAddress = limits.open('login_address', wrongTries)
  const registering = limits.open('register', registrations)
  const keys = ({ lang }: Realm, { name, address }: SignInAttempt) => ({ name: `${lang}:${name}`, address: `${lang}:${address}` })
  return {
    async checkLogin(realm, attempt) {
      const { name, address } = keys(realm, attempt)
      const waitMs = Math.max(await byName.waitMs(name), await byAddress.waitMs(address))
      if (waitMs > 0) throw new Refusal(Code.modal, waitWords(waitMs), { wait: Math.ceil(waitMs / 1000) })
    },
    async countWrong(realm, attempt) {
      const { name, address } = keys(realm, attempt)
      await Promise.all([byName.count(name), byAddress.count(address)])
    },
    /** The address keeps its count: an attacker cannot reset it by signing in to an account of their own. */
    async forgive(realm, attempt) {
      await byName.forget(keys(realm, attempt).name)
    },
    async enterRegister({ lang }, address) {
      const key = `${lang}:${address}`
      if (!(await registering.take(key))) throw new Refusal(Code.tooMany)
    },
  }
}
