/** Pairing codes: the cloud finds the box and counts wrong tries per user and address; the box checks the code (P19). */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { codePauseMinutes } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { codeLength, pairHintOf, type Sender } from '@homeport/contract/kit/connection.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Limits } from '../kit/rate-limit.ts'
import type { PresenceRegistry } from '../connection/presence/presence.ts'
import type { Answer, BoxRequests } from '../connection/requests/box-requests.ts'
import { Refusal } from '../kit/refusal.ts'

const pairWaitMs = 8_000
/** How long the word of a new code may still be on its way from the box while somebody types it already. */
const hintWaitMs = 1_500
const hintEveryMs = 100
/** Most boxes that are asked about one code typed without a serial. */
const maxCandidates = 50

/** Limit for wrong tries. An address is shared by a household, so its limit is higher than a user's. */
export const userRate = { points: 10, seconds: codePauseMinutes * 60 }
export const addressRate = { points: 100, seconds: codePauseMinutes * 60 }

type Try = { lang: Lang; devsn: string; code: string; from: (devsn: string) => Promise<Sender> }

export type Pairing = ReturnType<typeof createPairing>

export function createPairing({
  boxRequests,
  presence,
  limits,
}: {
  boxRequests: BoxRequests
  presence: PresenceRegistry
  limits: Limits
}) {
  const byUser = limits.open('bind_user', userRate)
  const byAddress = limits.open('bind_address', addressRate)

  /** Returns the devsn of the box that accepted the code, which is used up now. Refuses with 4001, 4008, 4029 or 5004. */
  async function pair(attempt: Try & { user: string; address: string }): Promise<string> {
    const { lang, devsn, code, from } = attempt
    return counted(attempt, devsn, async (candidates) => {
      const answers = candidates.map(async (one) => {
        const question = { kind: 'pair' as const, id: randomUUID(), code, from: await from(one) }
        return { devsn: one, answer: await boxRequests.ask({ devsn: one, lang }, question, { timeoutMs: pairWaitMs }) }
      })
      return Promise.all(answers)
    })
  }

  /** True if a box shows the code now; it is not used up. */
  async function fits({ lang, code, address }: { lang: Lang; code: string; address: string }): Promise<boolean> {
    if (code.length !== codeLength) return false
    const attempt = { code, user: `register:${address}`, address }
    const counts = counted(attempt, '', (candidates) =>
      Promise.all(
        candidates.map(async (one) => {
          const answer = await boxRequests.ask(
            { devsn: one, lang },
            { kind: 'pair_check', id: randomUUID(), code },
            { timeoutMs: pairWaitMs },
          )
          return { devsn: one, answer }
        }),
      ),
    )
    return counts.then(
      () => true,
      (error: unknown) => {
        if (error instanceof Refusal && error.code !== Code.tooMany) return false
        throw error
      },
    )
  }

  async function counted(
    attempt: { code: string; user: string; address: string },
    devsn: string,
    ask: (candidates: string[]) => Promise<{ devsn: string; answer: Answer }[]>,
  ): Promise<string> {
    // Counted before the box is asked, so that parallel attempts do not pass together; what was no wrong code is taken back.
    const counters = [
      { limit: byUser, key: attempt.user },
      { limit: byAddress, key: attempt.address },
    ]
    const giveBack = () => Promise.all(counters.map(({ limit, key }) => limit.giveBack(key)))
    const allowed = await Promise.all(counters.map(({ limit, key }) => limit.take(key)))
    if (allowed.includes(false)) {
      await giveBack()
      throw new Refusal(Code.tooMany)
    }
    const result = await askBoxes(attempt.code, devsn, ask).catch(async (error: unknown) => {
      await giveBack()
      throw error
    })
    if (typeof result === 'string') {
      await giveBack()
      return result
    }
    // A box that may show this code did not answer, so it is unknown whether the code is wrong.
    throw new Refusal(result.isSilent ? Code.noResponse : Code.wrongCredentials)
  }

  /** The devsn of the box that took the code, or that none did. */
  async function askBoxes(
    code: string,
    devsn: string,
    ask: (candidates: string[]) => Promise<{ devsn: string; answer: Answer }[]>,
  ): Promise<string | { isSilent: boolean }> {
    const candidates = devsn === '' ? await boxesWithHint(pairHintOf(code)) : [devsn]
    if (devsn !== '' && !presence.isOnline(devsn)) throw new Refusal(Code.offline)
    const answers = await ask(candidates)
    const taken = answers.find(({ answer }) => answer.kind === 'frame' && answer.frame.code === Code.ok)
    if (taken) return taken.devsn
    if (devsn !== '' && answers.every(({ answer }) => answer.kind === 'offline')) throw new Refusal(Code.offline)
    if (devsn !== '' && answers.every(({ answer }) => answer.kind === 'silent')) throw new Refusal(Code.noResponse)
    return { isSilent: answers.some(({ answer }) => answer.kind === 'silent') }
  }

  async function boxesWithHint(hint: string): Promise<string[]> {
    for (let waited = 0; waited < hintWaitMs; waited += hintEveryMs) {
      const boxes = presence.withHint(hint)
      if (boxes.length > 0) return boxes.slice(0, maxCandidates)
      await setTimeout(hintEveryMs)
    }
    return []
  }

  return { pair, fits }
}
