/** The bus over an operator's MQTT broker (3.1.1): one connection per process, the same messages as in one process. */
import { connectAsync } from 'mqtt'
import { localBus, type Bus, type BusLog, type BusTopic, type MessageHandler } from './bus.ts'
import { broadcastTopic } from './bus-messages.ts'

export type BusSettings = {
  id: string
  url: string
  /** Topic prefix: separates clouds that share a broker but not their data. */
  prefix: string
  log: BusLog
  connectTimeoutMs?: number
}

/** Throws one plain sentence if the broker does not respond; later losses reconnect automatically. */
export async function mqttBus({ id, url, prefix, log, connectTimeoutMs = 5_000 }: BusSettings): Promise<Bus> {
  const local = localBus(id, log)
  const schemas = new Map<string, BusTopic<unknown>>()
  const opened: (() => void)[] = []
  let isStopping = false
  const encode = (message: unknown) => JSON.stringify({ from: id, word: message })
  const client = await connectAsync(
    url,
    {
      clientId: `homeport-${id}`,
      clean: true,
      keepalive: 5,
      reconnectPeriod: 500,
      connectTimeout: connectTimeoutMs,
      resubscribe: true,
      queueQoSZero: false,
      // The will tells the others at once that a killed process is gone.
      will: { topic: `${prefix}/${broadcastTopic.name}`, payload: Buffer.from(encode({ kind: 'bye' })), qos: 1, retain: false },
    },
    false,
  )
  client.on('error', (error) => log.warn({ err: error }, 'The bus (MQTT_URL) reports an error'))
  client.on('close', () => isStopping || log.warn({}, 'The bus (MQTT_URL) is away'))
  client.on('connect', () => opened.forEach((then) => then()))
  client.on('message', (topic, payload) => handleRemote(topic.slice(prefix.length + 1), payload))
  // Without Nagle's delay a message takes under a millisecond, with it up to 40.
  noDelay(client.stream)
  client.on('connect', () => noDelay(client.stream))

  function handleRemote(name: string, payload: Buffer): void {
    const topic = schemas.get(name)
    const envelope = readJson(payload)
    if (!topic || !envelope || envelope.from === id) return
    const message = topic.schema.safeParse(envelope.word)
    if (!message.success)
      return log.warn({ topic: name, issues: message.error.issues.length }, 'A message on the bus is not understood')
    local.deliver(name, message.data, envelope.from)
  }

  function publish<M>(topic: BusTopic<M>, message: M): void {
    local.publish(topic, message)
    if (client.connected)
      client.publish(`${prefix}/${topic.name}`, encode(message), { qos: topic.isSure ? 1 : 0 }, () => undefined)
  }

  function listen<M>(topic: BusTopic<M>, handler: MessageHandler<M>): () => void {
    const end = local.listen(topic, handler)
    if (local.handlerCount(topic.name) === 1) {
      schemas.set(topic.name, topic)
      client.subscribe(`${prefix}/${topic.name}`, { qos: topic.isSure ? 1 : 0 }, () => undefined)
    }
    return () => {
      end()
      if (local.handlerCount(topic.name) > 0) return
      schemas.delete(topic.name)
      client.unsubscribe(`${prefix}/${topic.name}`, () => undefined)
    }
  }

  function whenOpen(then: () => void): void {
    opened.push(then)
    if (client.connected) then()
  }

  async function stop(): Promise<void> {
    isStopping = true
    await client.endAsync()
    await local.stop()
  }

  return { id, publish, listen, whenOpen, stop }
}

function readJson(payload: Buffer): { from: string; word: unknown } | undefined {
  try {
    const message: unknown = JSON.parse(payload.toString('utf8'))
    if (
      typeof message !== 'object' ||
      message === null ||
      !('from' in message) ||
      typeof message.from !== 'string' ||
      !('word' in message)
    )
      return undefined
    return { from: message.from, word: message.word }
  } catch {
    return undefined
  }
}

function noDelay(stream: object): void {
  if ('setNoDelay' in stream && typeof stream.setNoDelay === 'function') stream.setNoDelay(true)
}
