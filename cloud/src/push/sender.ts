/** Sends due notices to the push services: encrypted for the phone (RFC 8291), signed by the cloud (RFC 8292). Retries are bounded; a subscription that is gone ends. */
import { backoff } from '@homeport/contract/kit/backoff.ts'
import { PushPayload, pushKinds } from '@homeport/contract/push.ts'
import { createWhileDue } from '@homeport/contract/kit/while-due.ts'
import type { Log } from '../kit/log.ts'
import { postBytes } from '../kit/http/http-client.ts'
import type { Realm } from '../kit/realm.ts'
import { createDeliverySlots } from './delivery-slots.ts'
import { loadKeys, type VapidKeys } from './key.store.ts'
import { claimDue, dropNotices, retryNotices, type DueNotices } from './queue.store.ts'
import { dropSubscriptions } from './store.ts'

const checkEveryMs = 15_000
const leaseMs = 60_000
const maxTries = 6
const firstRetryMs = 30_000
const retryMs = (tries: number) => backoff(tries - 1, { first: firstRetryMs })
const longestRetryMs = retryMs(maxTries - 1)
/** How long a push service keeps a message for a phone that is off. */
const ttlSeconds = 24 * 60 * 60
const goneStatus = 410
const gone = [404, goneStatus]
const tooMany = 429

export type PushSenderDeps = {
  realms: readonly Realm[]
  /** Names who sends, for the push service: the cloud's public address. */
  contact: string
  /** Hosts of push services that may lie on private addresses or answer plain http (P34). */
  hosts: readonly string[]
  now: () => number
  log: Log
}

export function createPushSender({ realms, contact, hosts, now, log }: PushSenderDeps) {
  let opening: Promise<VapidKeys> | undefined
  let isStopped = false
  const slots = createDeliverySlots()
  const deliveries = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined

  const keys = (): Promise<VapidKeys> => {
    const [first] = realms
    if (!first) throw new Error('the cloud serves no language')
    opening ??= loadKeys(first.db, generateKeys).catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }

  /** Begins what may run now; the next begins as soon as one ends. */
  async function beginDue(realm: Realm): Promise<void> {
    for (;;) {
      const { taken, due } = await claimDue(realm.db, { now: now(), leaseMs, longestRetryMs, take: (phone) => slots.take(phone) })
      const claimed = new Set(due.map(({ token_hash }) => token_hash))
      for (const token_hash of taken) if (!claimed.has(token_hash)) slots.release(token_hash)
      if (taken.length === 0) return
      for (const one of due) {
        const delivery = deliver(realm, one).finally(() => deliveries.delete(delivery))
        deliveries.add(delivery)
      }
    }
  }

  async function deliver(realm: Realm, due: DueNotices): Promise<void> {
    let status: number | undefined
    try {
      status = await send(payloadOf(realm.lang, due.notices), due)
      await conclude(realm, due, status)
    } catch (error) {
      // Notices that were not concluded are due again when their lease ends.
      log.error({ err: error }, 'a notification waits')
    }
    slots.release(due.token_hash, status === undefined ? undefined : status !== 0)
    wake()
  }

  async function conclude({ db }: Realm, due: DueNotices, status: number): Promise<void> {
    if (gone.includes(status)) return dropSubscriptions(db, [due.token_hash])
    const mayRetry = status === 0 || status === tooMany || status >= 500
    if (mayRetry && due.tries < maxTries) return retryNotices(db, due, now() + retryMs(due.tries))
    await dropNotices(db, due)
    // P12: neither the address, which is a phone's own, nor any word of it.
    if (status < 200 || status > 299) log.warn({ status, tries: due.tries }, 'a push service does not take a notification')
  }

  /** The push service's status; 0 if it cannot be reached, 410 for a subscription for which nothing can be encrypted. */
  async function send(payload: PushPayload, due: DueNotices): Promise<number> {
    const { publicKey, privateKey } = await keys()
    const { generateRequestDetails } = (await import('web-push')).default
    const { endpoint, p256dh, auth } = due
    try {
      const { headers, body } = generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
        vapidDetails: { subject: contact, publicKey, privateKey },
        TTL: ttlSeconds,
        contentEncoding: 'aes128gcm',
        urgency: payload.counts.needs > 0 || payload.counts.reply > 0 ? 'high' : 'normal',
      })
      return await postBytes(endpoint, { headers, body: body ?? Buffer.alloc(0), hosts })
    } catch (error) {
      log.warn({ err: error }, 'a subscription cannot be sent to and ends')
      return goneStatus
    }
  }

  const work = createWhileDue(async () => {
    for (const realm of realms) await beginDue(realm)
  })

  function wake(): void {
    if (!isStopped) work.wake().catch((error: unknown) => log.error({ err: error }, 'notifications wait'))
  }

  return {
    publicKey: async () => (await keys()).publicKey,
    /** Sends what is due now. */
    wake,
    start(): void {
      timer = setInterval(wake, checkEveryMs).unref()
      wake()
    },
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(timer)
      await work.running()?.catch(() => {})
      await Promise.all(deliveries)
    },
  }
}

/** Imported on demand: it serves few moments. */
async function generateKeys(): Promise<VapidKeys> {
  return (await import('web-push')).default.generateVAPIDKeys()
}

/** One notice as itself, or a summary with the last one's words. */
export function payloadOf(lang: PushPayload['lang'], notices: DueNotices['notices']): PushPayload {
  const counts = { done: 0, needs: 0, reply: 0, film: 0 }
  for (const { kind } of notices) counts[kind] += 1
  const kinds = pushKinds.filter((kind) => counts[kind] > 0)
  const last = notices.at(-1) ?? { kind: 'done', name: '', text: '', id: '' }
  return notices.length === 1
    ? { lang, ...last, counts }
    : { lang, kind: kinds.length === 1 ? last.kind : (kinds[0] ?? last.kind), name: '', text: '', id: '', counts }
}
