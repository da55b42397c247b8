/** The pairing code: 8 characters from a CSPRNG, ten minutes, single use, checked by the box itself (wire.md, promise 19). Shown only while it is needed. */
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { codeAlphabet, codeLength, codeMinutes, normalCode, pairHintOf } from '@homeport/contract/kit/connection.ts'

/** Minimum time left of a code that a person asks for, so that it can be typed. */
const typingMs = 3 * 60_000
/** A used code that led to no binding (the cloud failed in between) is replaced. */
const bindingMs = 30_000

export type Pairing = ReturnType<typeof createPairing>

export function createPairing({
  now,
  isBound,
  onChange,
}: {
  now: () => number
  isBound: boolean
  onChange: (code: string) => void
}) {
  let shown: { id: string; code: string; until: number; isAsked: boolean } | undefined
  let spentAt = -Infinity
  let bound = isBound

  function show(code: typeof shown): void {
    shown = code
    onChange(code?.code ?? '')
  }
  const newPairing = (isAsked = false) => ({
    id: randomBytes(6).toString('hex'),
    code: newCode(),
    until: now() + codeMinutes * 60_000,
    isAsked,
  })
  const current = () => (shown && now() < shown.until ? shown : undefined)

  function fits(typed: string): boolean {
    const open = current()
    return open !== undefined && isSame(normalCode(typed), open.code)
  }

  if (!bound) shown = newPairing()

  return {
    /** '' while no code is shown. */
    code: () => current()?.code ?? '',
    /** ms; 0 while no code is shown. */
    until: () => current()?.until ?? 0,
    /** Identifies the current code without revealing it; '' while there is none. */
    id: () => current()?.id ?? '',
    hint: () => pairHintOf(current()?.code ?? ''),
    /** Request at the box: returns the current code, or a new one if little time is left. */
    ask(): string {
      if (!shown || shown.until - now() < typingMs) show(newPairing(true))
      return shown?.code ?? ''
    },
    fits,
    /** True once for the right code, which is then used up. */
    spend(typed: string): boolean {
      if (!fits(typed)) return false
      spentAt = now()
      show(undefined)
      return true
    },
    /** After too many wrong tries: replaces the current code, if there is one. */
    renew(): void {
      if (shown) show(newPairing())
    },
    /** A code that was asked for between the use of the last one and the word of its binding stays. */
    household(isNowBound: boolean): void {
      if (isNowBound && !bound) {
        bound = true
        if (shown && !shown.isAsked) show(undefined)
      } else if (!isNowBound && bound) {
        bound = false
        show(newPairing())
      }
    },
    /** Called about once a second: an unused code expires, an unbound box gets the next one. */
    tick(): void {
      if (shown && now() >= shown.until) show(bound ? undefined : newPairing())
      if (!shown && !bound && now() - spentAt >= bindingMs) show(newPairing())
    },
  }
}

function newCode(): string {
  return Array.from({ length: codeLength }, () => codeAlphabet.charAt(randomInt(codeAlphabet.length))).join('')
}

function isSame(typed: string, code: string): boolean {
  const [a, b] = [Buffer.from(typed), Buffer.from(code)]
  return a.length === b.length && timingSafeEqual(a, b)
}
