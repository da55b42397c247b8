/** Domain events of the cloud: stored with the transaction that caused them, then delivered once here and once to every other process. */
import { randomBytes } from 'node:crypto'
import type { Event, Lang, Out, Shape } from '@homeport/contract/kit/operation.ts'
import * as z from 'zod/mini'
import type { Db, Trx } from './db.ts'
import type { Log } from './log.ts'
import { claimEvents, claimMs, dropEvent, writeEvent, type OutboxEvent } from './outbox.store.ts'
import type { Emit, Realm } from './realm.ts'

/** Connection to the other cloud processes; a process does not receive its own messages. */
export type EventBus = { publish(text: string): void; subscribe(subscribe: (text: string) => void): void }

/** `once`: in one process, for listeners that change rows. `everywhere`: in every process, for state in memory (sockets). */
type Reach = 'once' | 'everywhere'
export type Listener = { event: Event; reach: Reach; handle: (data: unknown, realm: Realm) => Promise<void> }

const maxTries = 10

/** As another process published it; a realm that is not served here is ignored. */
const PublishedEvent = z.object({ lang: z.string(), name: z.string(), data: z.unknown() })

export function listener<S extends Shape>(
  event: Event<S>,
  reach: Reach,
  handler: (data: Out<S>, realm: Realm) => Promise<void> | void,
): Listener {
  // NOTE: the data has been parsed by this event's own schema.
  return { event, reach, handle: async (data, realm) => handler(data as Out<S>, realm) }
}

export class Events {
  readonly #now: () => number
  readonly #log: Log
  readonly #realms = new Map<Lang, Realm>()
  readonly #running = new Map<Realm, Promise<void>>()
  readonly #again = new Set<Realm>()
  #listeners: readonly Listener[] = []
  #bus: EventBus | undefined
  #timer: NodeJS.Timeout | undefined

  constructor({ now, log }: { now: () => number; log: Log }) {
    this.#now = now
    this.#log = log
  }

  start(realms: readonly Realm[], listeners: readonly Listener[], bus?: EventBus): void {
    for (const realm of realms) this.#realms.set(realm.lang, realm)
    this.#listeners = listeners
    this.#bus = bus
    bus?.subscribe((text) => void this.#receive(text))
    const all = () => realms.forEach((realm) => this.deliver(realm))
    this.#timer = setInterval(all, claimMs).unref()
    all()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.settled()
    this.#listeners = []
  }

  openRealm(lang: Lang, db: Db): Realm {
    const realm: Realm = {
      lang,
      db,
      change: async (work) => {
        let hasNews = false
        const result = await db.transaction().execute((trx) => {
          const emit = this.#emitter(trx)
          return work(trx, (event, data) => {
            hasNews = true
            return emit(event, data)
          })
        })
        if (hasNews) this.deliver(realm)
        return result
      },
    }
    return realm
  }

  #emitter(trx: Trx): Emit {
    return async (event, data) => {
      const at = this.#now()
      await writeEvent(trx, {
        id: `${String(at).padStart(14, '0')}-${randomBytes(8).toString('hex')}`,
        name: event.name,
        data: JSON.stringify(data),
        written_at: at,
      })
    }
  }

  /** Starts delivering a realm's pending events; returns at once. */
  deliver(realm: Realm): void {
    if (!this.#timer) return
    if (this.#running.has(realm)) {
      this.#again.add(realm)
      return
    }
    const run = this.#run(realm)
      .catch((error: unknown) => this.#log.error({ err: error }, 'events wait in the outbox'))
      .finally(() => {
        this.#running.delete(realm)
        if (this.#again.delete(realm)) this.deliver(realm)
      })
    this.#running.set(realm, run)
  }

  /** Resolves when this process has no delivery running. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running.values())
  }

  async #run(realm: Realm): Promise<void> {
    for (
      let batch = await claimEvents(realm.db, this.#now());
      batch.length > 0;
      batch = await claimEvents(realm.db, this.#now())
    ) {
      for (const waiting of batch) await this.#deliverOne(realm, waiting)
    }
  }

  async #deliverOne(realm: Realm, { id, name, data, tries }: OutboxEvent): Promise<void> {
    try {
      await this.#publish(realm, { name, data: JSON.parse(data), reach: 'once' })
    } catch (error) {
      this.#log.error({ err: error, event: name, tries }, 'a listener failed')
      if (tries < maxTries) return
    }
    await this.#publish(realm, { name, data: JSON.parse(data), reach: 'everywhere' })
    this.#bus?.publish(JSON.stringify({ lang: realm.lang, name, data: JSON.parse(data) }))
    await dropEvent(realm.db, id)
  }

  async #publish(realm: Realm, { name, data, reach }: { name: string; data: unknown; reach: Reach }): Promise<void> {
    for (const one of this.#listeners) {
      if (one.event.name !== name || one.reach !== reach) continue
      const delivered = one.handle(one.event.data.parse(data), realm)
      if (reach === 'once') await delivered
      else await delivered.catch((error: unknown) => this.#log.error({ err: error, event: name }, 'a listener failed'))
    }
  }

  async #receive(text: string): Promise<void> {
    const { lang, name, data } = z.parse(PublishedEvent, JSON.parse(text))
    const realm = [...this.#realms.values()].find((one) => one.lang === lang)
    if (realm)
      await this.#publish(realm, { name, data, reach: 'everywhere' }).catch((error: unknown) =>
        this.#log.error({ err: error, event: name }, 'an event was not understood'),
      )
  }
}
