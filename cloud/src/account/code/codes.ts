/** Verification codes by SMS and e-mail: creating, sending, rate limits and use (P1 to P6). */
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { codeLifeMs, resendWaitMs, type CodePurpose } from '@homeport/contract/account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { maxOf } from '@homeport/contract/kit/extremes.ts'
import type { Trx } from '../../kit/db.ts'
import type { Realm } from '../../kit/realm.ts'
import { invalid, Refusal } from '../../kit/refusal.ts'
import type { Sender, SendTo } from '../../kit/mail/sender.ts'
import { newId } from '../../kit/auth.ts'
import { addSend, putCode, sendsOf, spendCode, takeTry } from './code.store.ts'
import { text } from '../text.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
type Rate = { points: number; ms: number }
/** P5: rate limits for a number, then those for the IP address of the request. */
const numberRates: Rate[] = [
  { points: 1, ms: resendWaitMs },
  { points: 5, ms: hourMs },
  { points: 10, ms: dayMs },
]
const addressRates: Rate[] = [
  { points: 20, ms: hourMs },
  { points: 60, ms: dayMs },
]

/** The normalized target of a code: '86 13800000000' or 'somebody@example.com'. */
export function codeTarget(to: SendTo): string {
  return to.kind === 'sms' ? `${to.area_code} ${to.phone}` : to.email
}

export type Codes = ReturnType<typeof createCodes>

export function createCodes({ sender }: { sender: Sender }) {
  return {
    /** Returns after how many seconds the next code may be requested. A refused request changes nothing: the pending code stays valid. */
    async send(
      realm: Realm,
      to: SendTo,
      { purpose, address, now, isReal }: { purpose: CodePurpose; address: string; now: number; isReal: boolean },
    ): Promise<{ wait: number }> {
      const target = codeTarget(to)
      // P7: before anything is looked up; it depends on the letters of the address alone.
      if (!(await sender.canReach(to))) throw invalid('email', 'email_letters')
      await realm.change(async (trx) => {
        const number = { key: keyOf('number', target), rates: numberRates }
        const asker = { key: keyOf('address', address), rates: addressRates }
        const waitMs = Math.max(await waitOf(trx, number, now), await waitOf(trx, asker, now))
        if (waitMs > 0) throw new Refusal(Code.tooMany, text.tooSoon, { wait: Math.ceil(waitMs / 1000) })
        for (const { key } of [number, asker]) await addSend(trx, { key, id: newId(), sent_at: now })
      })
      const digits = String(randomInt(1_000_000)).padStart(6, '0')
      const salt = randomBytes(16).toString('base64url')
      const expires_at = now + codeLifeMs
      // P7: without a recipient everything happens as usual except the sending; the code is stored under a key that no check reads.
      const storedTarget = isReal ? target : `nobody ${target}`
      await realm.change((trx) => putCode(trx, { target: storedTarget, purpose, salt, hash: hashOf(salt, digits), expires_at }))
      if (isReal) sender.send(to, { lang: realm.lang, digits, purpose, expires_at })
      return { wait: resendWaitMs / 1000 }
    },

    /** Uses one of the code's tries; any wrong code is refused with 4001 and the same message. The action that follows spends the code in its own transaction. */
    async check(
      realm: Realm,
      to: SendTo,
      { purpose, digits, now, field = 'code' }: { purpose: CodePurpose; digits: string; now: number; field?: string },
    ): Promise<Spend> {
      const key = { target: codeTarget(to), purpose }
      const sent = await takeTry(realm.db, key, now)
      if (sent === undefined || !isSame(sent.hash, hashOf(sent.salt, digits))) throw wrongCode(field)
      return async (trx) => {
        if (!(await spendCode(trx, key, sent.hash))) throw wrongCode(field)
      }
    },
  }
}

/** Spends the checked code once (P1): the second caller is refused as with a wrong code. */
export type Spend = (trx: Trx) => Promise<void>

/** field: the name of the input field. */
export function wrongCode(field = 'code'): Refusal {
  return new Refusal(Code.wrongCredentials, text.wrongCode, { field })
}

async function waitOf(trx: Trx, { key, rates }: { key: string; rates: readonly Rate[] }, now: number): Promise<number> {
  // A clock that ran ahead left times that are still to come: of these one wait at most is believed.
  const times = (await sendsOf(trx, key, now - dayMs)).filter((sentAt) => sentAt <= now + resendWaitMs)
  // The oldest of the last `points` sendings must be outside the window.
  const waits = rates.map(({ points, ms }) => (times[points - 1] ?? -Infinity) + ms - now)
  return Math.max(0, maxOf(waits, 0))
}

/** Numbers and addresses are stored only as a hash here. */
function keyOf(kind: string, text: string): string {
  return createHash('sha256').update(`${kind}:${text}`).digest('base64url')
}

function hashOf(salt: string, digits: string): string {
  return createHash('sha256').update(`${salt}:${digits}`).digest('hex')
}

function isSame(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}
