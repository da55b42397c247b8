/** The pairing code: 8 characters from a CSPRNG, ten minutes, one use, checked by the box itself (wire.md, promise 19). On show only while it is needed. */
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { codeAlphabet, codeLength, codeMinutes, normalCode, pairHintOf } from '@homeport/contract/kit/link.ts'

/** A code asked for by hand must still last long enough to be typed. */
const typingMs = 3 * 60_000
/** A spent code that led to no binding (the cloud failed in between) is replaced. */
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
  let shown: { id: string; code: string; until: number } | undefined
  let spentAt = -Infinity
  let bound = isBound

  function show(code: typeof shown): void {
    shown = code
    onChange(code?.code ?? '')
  }
  const fresh = () => ({ id: randomBytes(6).toString('hex'), code: newCode(), until: now() + codeMinutes * 60_000 })
  const current = () => (shown && now() < shown.until ? shown : undefined)

  function fits(typed: string): boolean {
    const open = current()
    return open !== undefined && isSame(normalCode(typed), open.code)
  }

  if (!bound) shown = fresh()

  return {
    /** '' while none is on show. */
    code: () => current()?.code ?? '',
    /** ms; 0 while none is on show. */
    until: () => current()?.until ?? 0,
    /** Names the code on show without giving it away, '' while none is. */
    id: () => current()?.id ?? '',
    hint: () => pairHintOf(current()?.code ?? ''),
    /** A person at the box asks: the code on show, or a fresh one that lasts. */
    ask(): string {
      if (!shown || shown.until - now() < typingMs) show(fresh())
      return shown?.code ?? ''
    },
    fits,
    /** True once for the right code; it is spent by that. */
    spend(typed: string): boolean {
      if (!fits(typed)) return false
      spentAt = now()
      show(undefined)
      return true
    },
    /** Too many wrong tries: another code, where one is on show. */
    renew(): void {
      if (shown) show(fresh())
    },
    household(isNowBound: boolean): void {
      if (isNowBound && !bound) {
        bound = true
        if (shown) show(undefined)
      } else if (!isNowBound && bound) {
        bound = false
        show(fresh())
      }
    },
    /** Called every second or so: an unused code ends, an unbound box gets the next one. */
    tick(): void {
      if (shown && now() >= shown.until) show(bound ? undefined : fresh())
      if (!shown && !bound && now() - spentAt >= bindingMs) show(fresh())
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
