/** The message bus between cloud processes: typed messages on topics. Without a broker a process only reaches itself. */
import type * as z from 'zod/mini'

/**
 * A topic and its message type. `isSure`: acknowledged by the broker. Messages whose sender has its own timeout are not: the acknowledgement makes a broker
 * without TCP_NODELAY delay the next message by 40 ms.
 */
export type BusTopic<M> = { name: string; schema: z.ZodMiniType<M>; isSure?: true }

export type MessageHandler<M> = (message: M, from: string) => void

export type Bus = {
  /** Id of this process. */
  id: string
  /** Publishes to all listeners of the topic, in this process too. */
  publish<M>(topic: BusTopic<M>, message: M): void
  listen<M>(topic: BusTopic<M>, handler: MessageHandler<M>): () => void
  /** Calls `then` now and each time the connection to the others is restored. */
  whenOpen(then: () => void): void
  stop(): Promise<void>
}

export type BusLog = { warn(about: object, text: string): void }

/** Base for a bus over a broker. */
export type LocalBus = Bus & { handlerCount(topic: string): number; deliver(topic: string, message: unknown, from: string): void }

/** The bus of a single process. */
export function localBus(id: string, log: BusLog): LocalBus {
  const handlers = new Map<string, Set<MessageHandler<never>>>()

  function publish<M>(topic: BusTopic<M>, message: M): void {
    deliver(topic.name, message, id)
  }

  function deliver(topic: string, message: unknown, from: string): void {
    for (const handler of handlers.get(topic) ?? []) {
      try {
        // NOTE: a topic's name belongs to one schema, so its messages have that schema's type.
        handler(message as never, from)
      } catch (error) {
        log.warn({ err: error, topic }, 'A listener on the bus failed')
      }
    }
  }

  function listen<M>(topic: BusTopic<M>, handler: MessageHandler<M>): () => void {
    const ofTopic = handlers.get(topic.name) ?? new Set()
    handlers.set(topic.name, ofTopic)
    // NOTE: see deliver.
    const added = handler as MessageHandler<never>
    ofTopic.add(added)
    return () => {
      ofTopic.delete(added)
      if (ofTopic.size === 0 && handlers.get(topic.name) === ofTopic) handlers.delete(topic.name)
    }
  }

  const count = (topic: string) => handlers.get(topic)?.size ?? 0
  return { id, publish, listen, deliver, handlerCount: count, whenOpen: (then) => then(), stop: async () => handlers.clear() }
}
