/** New screens waiting for admission: one of an address and three in all show four digits for two minutes; after five wrong tries all get new digits (wire.md "Screens"). */
import { randomInt } from 'node:crypto'
import { digitsLength, digitsMs, digitsTries, maxWaiting } from '@homeport/contract/playback/screen.ts'

export type PendingAdmission = { digits: string; until: number }

export function createPendingAdmissions<T extends { address: string }>({
  now,
  onChange,
}: {
  now: () => number
  onChange: (one: T) => void
}) {
  /** In order of arrival; the first ones have digits. */
  const queue: T[] = []
  const tickets = new Map<T, PendingAdmission>()
  let wrong = 0

  function unusedDigits(): string {
    const taken = new Set([...tickets.values()].map((ticket) => ticket.digits))
    for (;;) {
      const digits = String(randomInt(10 ** digitsLength)).padStart(digitsLength, '0')
      if (!taken.has(digits)) return digits
    }
  }

  /** One page of an address has digits, so that one machine cannot take all places. */
  const isAddressServed = ({ address }: T) => [...tickets.keys()].some((one) => one.address === address)

  function give(one: T): void {
    tickets.set(one, { digits: unusedDigits(), until: now() + digitsMs })
    onChange(one)
  }

  function fill(): void {
    for (const one of queue) {
      if (tickets.size >= maxWaiting) return
      if (!isAddressServed(one)) give(one)
    }
  }

  /** Its digits end; it waits behind all others. */
  function toTheEnd(one: T): void {
    tickets.delete(one)
    queue.splice(queue.indexOf(one), 1)
    queue.push(one)
    onChange(one)
  }

  function leave(one: T): void {
    const at = queue.indexOf(one)
    if (at !== -1) queue.splice(at, 1)
    tickets.delete(one)
    fill()
  }

  return {
    ticketOf: (one: T): PendingAdmission | undefined => tickets.get(one),
    shown: (): [T, PendingAdmission][] => [...tickets],
    enter(one: T): void {
      if (!queue.includes(one)) {
        queue.push(one)
        // The oldest unanswered digits give way to a new address.
        const [oldest] = tickets.keys()
        if (oldest && tickets.size >= maxWaiting && !isAddressServed(one)) {
          toTheEnd(oldest)
          give(one)
        }
      }
      fill()
    },
    leave,
    /** Expired digits go to the screen that has waited longest without any. */
    tick(): void {
      for (const [one, { until }] of tickets) {
        if (now() >= until) toTheEnd(one)
      }
      fill()
    },
    /** Returns the screen with these digits and removes it from the queue. */
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
        tickets.set(one, { digits: unusedDigits(), until: now() + digitsMs })
        onChange(one)
      }
      return 'too_many'
    },
  }
}
