/** New screens before the door: three at most show four digits for two minutes, five wrong tries give all of them new ones (wire.md "Screens"). */
import { randomInt } from 'node:crypto'
import { digitsLength, digitsMs, digitsTries, waitingMost } from '@homeport/contract/screen.ts'

export type PendingAdmission = { digits: string; until: number }
export type PendingAdmissions<T> = ReturnType<typeof createPendingAdmissions<T>>

export function createPendingAdmissions<T>({ now, onChange }: { now: () => number; onChange: (one: T) => void }) {
  /** In the order in which they came; the first have digits. */
  const line: T[] = []
  const tickets = new Map<T, PendingAdmission>()
  let wrong = 0

  function freshDigits(): string {
    const taken = new Set([...tickets.values()].map((ticket) => ticket.digits))
    for (;;) {
      const digits = String(randomInt(10 ** digitsLength)).padStart(digitsLength, '0')
      if (!taken.has(digits)) return digits
    }
  }

  function fill(): void {
    for (const one of line) {
      if (tickets.size >= waitingMost) return
      if (tickets.has(one)) continue
      tickets.set(one, { digits: freshDigits(), until: now() + digitsMs })
      onChange(one)
    }
  }

  function leave(one: T): void {
    const at = line.indexOf(one)
    if (at !== -1) line.splice(at, 1)
    tickets.delete(one)
    fill()
  }

  return {
    ticketOf: (one: T): PendingAdmission | undefined => tickets.get(one),
    shown: (): [T, PendingAdmission][] => [...tickets],
    enter(one: T): void {
      if (!line.includes(one)) line.push(one)
      fill()
    },
    leave,
    /** Digits that ran out go to who has waited longest without any. */
    tick(): void {
      for (const [one, { until }] of tickets) {
        if (now() < until) continue
        tickets.delete(one)
        line.splice(line.indexOf(one), 1)
        line.push(one)
        onChange(one)
      }
      fill()
    },
    /** The screen that shows these digits; it waits no more. */
    admit(typed: string): T | 'wrong' | 'too_many' {
      for (const [one, { digits, until }] of tickets) {
        if (digits !== typed || now() >= until) continue
        wrong = 0
        leave(one)
        return one
      }
      wrong += 1
      if (wrong < digitsTries) return 'wrong'
      wrong = 0
      for (const one of tickets.keys()) {
        tickets.set(one, { digits: freshDigits(), until: now() + digitsMs })
        onChange(one)
      }
      return 'too_many'
    },
  }
}
