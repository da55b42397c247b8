/** Which deliveries may run side by side: a push service that is silent holds up nobody but those that are silent too (P42). */
import { dropOldest } from '@homeport/contract/kit/collection/drop-oldest.ts'

/** All together; hosts that have not answered yet; hosts that did not answer the last time. */
const slots = { all: 16, unknown: 8, silent: 2 } as const
const maxPerAccount = 2
/** Hosts of which it is remembered whether they answer. */
const maxRemembered = 1_000

type Phone = { token_hash: string; endpoint: string; user_id: string }
type Running = { host: string; user_id: string; trust: 'unknown' | 'silent' | 'answers' }

export function createDeliverySlots() {
  /** By token_hash. */
  const running = new Map<string, Running>()
  /** By host, the latest last. */
  const answers = new Map<string, boolean>()

  const count = (isCounted: (one: Running) => boolean) => [...running.values()].filter(isCounted).length

  function hasRoom({ host, user_id, trust }: Running): boolean {
    if (running.size >= slots.all || count((one) => one.host === host) > 0) return false
    if (count((one) => one.user_id === user_id) >= maxPerAccount) return false
    if (trust === 'answers') return true
    if (trust === 'silent' && count((one) => one.trust === 'silent') >= slots.silent) return false
    return count((one) => one.trust !== 'answers') < slots.unknown
  }

  return {
    /** True if the delivery may begin now; it holds a slot until it is released. One at a time for each host. */
    take({ token_hash, endpoint, user_id }: Phone): boolean {
      const host = hostOf(endpoint)
      const answered = answers.get(host)
      const trust = answered === undefined ? 'unknown' : answered ? 'answers' : 'silent'
      const next: Running = { host, user_id, trust }
      if (running.has(token_hash) || !hasRoom(next)) return false
      running.set(token_hash, next)
      return true
    },
    /** hasAnswered: absent where nothing was sent. */
    release(token_hash: string, hasAnswered?: boolean): void {
      const one = running.get(token_hash)
      running.delete(token_hash)
      if (!one || hasAnswered === undefined) return
      answers.delete(one.host)
      answers.set(one.host, hasAnswered)
      dropOldest(answers, maxRemembered)
    },
  }
}

/** Names below one domain are one host: whoever has the domain has them all. */
function hostOf(endpoint: string): string {
  if (!URL.canParse(endpoint)) return endpoint
  const { host, hostname } = new URL(endpoint)
  return /^[\d.]+$|:/.test(hostname) ? host : hostname.split('.').slice(-2).join('.')
}
