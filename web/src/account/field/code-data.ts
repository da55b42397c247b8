/** Verification codes by SMS or e-mail: sending, resend wait, and calls that take a code. */
import { loginByCode, resetPassword, sendCode, type CodePurpose, type SignedIn } from '@homeport/contract/account.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { In } from '@homeport/contract/kit/operation.ts'
import { mutationOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '../../kit/call/http.ts'
import { now } from '../../kit/time/clock.ts'
import { isFailure } from '../../kit/failure.ts'
import { lang } from '../../kit/lang.ts'
import { startSession } from '../../kit/session.ts'

/** The recipient of a code; one of the two. */
export type Target = { area_code: string; phone: string } | { email: string }

export const takes = (failure: unknown) => isFailure(failure, 'field') || isFailure(failure, 'code')

/** When the next code may be sent, by recipient; lives as long as the page, so that leaving a form does not reset it. */
const nextAt = new Map<string, number>()

export function keyOf(target: Target): string {
  return `${lang.get()} ${'email' in target ? target.email.trim().toLowerCase() : `${target.area_code} ${target.phone}`}`
}

export const askCode = mutationOptions({
  mutationFn: ({ purpose, target, more }: { purpose: CodePurpose; target: Target; more: { invitation?: string } }) =>
    ask(sendCode, { purpose, ...target, ...more }),
  onSuccess: ({ wait }, { target }) => void nextAt.set(keyOf(target), now() + wait * 1000),
  onError(failure, { target }) {
    if (isFailure(failure, 'code') && failure.code === Code.tooMany)
      nextAt.set(keyOf(target), now() + waitIn(failure.data) * 1000)
  },
  meta: { takes },
})

export const signInByCode = mutationOptions({
  mutationFn: (typed: Omit<In<typeof loginByCode.input>, 'agreed'>): Promise<SignedIn> =>
    ask(loginByCode, { ...typed, agreed: 1 }),
  onSuccess: startSession,
  meta: { takes },
})

export const setPasswordByCode = mutationOptions({
  mutationFn: (typed: In<typeof resetPassword.input>) => ask(resetPassword, typed),
  meta: { takes },
})

function waitIn(data: unknown): number {
  const wait = typeof data === 'object' && data !== null && 'wait' in data ? Number(data.wait) : Number.NaN
  return Number.isFinite(wait) ? wait : 60
}

/** Whole seconds until the next code may be asked for this target, 0 where it may now; counts down by itself. */
export function useWait(key: string): number {
  const remaining = () => Math.max(0, Math.ceil(((nextAt.get(key) ?? 0) - now()) / 1000))
  const [, tick] = useState(0)
  const seconds = remaining()
  const isWaiting = seconds > 0
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [isWaiting])
  return seconds
}
