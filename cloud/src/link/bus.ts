/** The bus between cloud processes: typed words on topics. Alone, a process only talks to itself; over a broker the others hear it too. */
import type * as z from 'zod/mini'

/**
 * A place on the bus and what is said there. `isSure`: acknowledged by the broker. What somebody waits for with a limit of their own is not:
 * the acknowledgement makes a broker without TCP_NODELAY hold the next word back for 40 ms.
 */
export type BusTopic<W> = { name: string; schema: z.ZodMiniType<W>; isSure?: true }

export type MessageHandler<W> = (word: W, from: string) => void

export type Bus = {
  /** This process, as the others call it. */
  id: string
  /** Told to everyone who listens there, this process included. */
  tell<W>(topic: BusTopic<W>, word: W): void
  listen<W>(topic: BusTopic<W>, hear: MessageHandler<W>): () => void
  /** Calls at once and each time the others come back into reach. */
  whenOpen(then: () => void): void
  stop(): Promise<void>
}

export type BusLog = { warn(about: object, words: string): void }

/** What a bus over a broker builds on. */
export type LocalBus = Bus & { hearers(topic: string): number; deliver(topic: string, word: unknown, from: string): void }

/** The bus of one process alone. */
export function localBus(id: string, log: BusLog): LocalBus {
  const hearers = new Map<string, Set<MessageHandler<never>>>()

  function tell<W>(topic: BusTopic<W>, word: W): void {
    deliver(topic.name, word, id)
  }

  function deliver(topic: string, word: unknown, from: string): void {
    for (const hear of hearers.get(topic) ?? []) {
      try {
        // NOTE: a topic's name belongs to one schema, so what is heard under it has that schema's type.
        hear(word as never, from)
      } catch (error) {
        log.warn({ err: error, topic }, 'A listener on the bus failed')
      }
    }
  }

  function listen<W>(topic: BusTopic<W>, hear: MessageHandler<W>): () => void {
    const here = hearers.get(topic.name) ?? new Set()
    hearers.set(topic.name, here)
    // NOTE: see deliver.
    const known = hear as MessageHandler<never>
    here.add(known)
    return () => {
      here.delete(known)
      if (here.size === 0 && hearers.get(topic.name) === here) hearers.delete(topic.name)
    }
  }

  const count = (topic: string) => hearers.get(topic)?.size ?? 0
  return { id, tell, listen, deliver, hearers: count, whenOpen: (then) => then(), stop: async () => hearers.clear() }
}
