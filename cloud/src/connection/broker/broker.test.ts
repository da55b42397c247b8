/** Access of strangers, boxes and foreign boxes on the broker, over real connections. */
import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { mqttTopics } from '@homeport/contract/kit/connection.ts'
import { newKey, passwordOf, type BoxKey } from '../../testing/box.ts'
import { startTestBroker } from '../../testing/broker.ts'

let broker: Awaited<ReturnType<typeof startTestBroker>>
const clients: MqttClient[] = []
const [own, theirs] = [newKey(), newKey()]
const unboundKeys = new Set<string>()

beforeAll(async () => {
  broker = await startTestBroker({ isBound: (devsn) => !unboundKeys.has(devsn) })
})
afterEach(() => {
  for (const client of clients.splice(0)) client.end(true)
})
afterAll(() => broker.stop())

/** Signs in; throws the reason of a refusal. */
async function connect(key: BoxKey, options: IClientOptions = {}): Promise<MqttClient> {
  const client = mqtt.connect(broker.url, {
    clientId: key.devsn,
    username: key.devsn,
    password: passwordOf(key, broker.offer(key.devsn)),
    clean: true,
    keepalive: 20,
    reconnectPeriod: 0,
    ...options,
  })
  clients.push(client)
  client.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve())
    client.once('error', (error) => reject(error))
    client.once('close', () => reject(new Error('closed')))
  })
  return client
}

/** True once the broker has handled everything sent before; false if it closed the connection. */
function isStillOn(client: MqttClient): Promise<boolean> {
  return new Promise((resolve) => {
    client.once('close', () => resolve(false))
    if (!client.connected) return resolve(false)
    client.subscribe(mqttTopics(own.devsn, 'en').down, { qos: 1 }, (error) => resolve(!error))
  })
}

const level = fc.oneof(
  fc.constantFrom('box', own.devsn, theirs.devsn, 'zh', 'en', 'up', 'down', 'presence', '+', '#', '$SYS', '$share', 'group', ''),
  fc.string({ maxLength: 6 }),
)
const anyTopic = fc
  .oneof(
    fc.array(level, { minLength: 1, maxLength: 6 }).map((levels) => levels.join('/')),
    fc.constantFrom(
      ...Object.values(mqttTopics(theirs.devsn, 'en')),
      ...Object.values(mqttTopics(theirs.devsn, 'zh')),
      `$share/group/box/${theirs.devsn}/en/down`,
      `box/+/en/down`,
      '#',
      '$SYS/#',
    ),
  )
  .filter((topic) => topic !== '' && !topic.includes('\0'))
const ownUps = [mqttTopics(own.devsn, 'en').up, mqttTopics(own.devsn, 'zh').up, mqttTopics(own.devsn, 'en').presence]
const ownDowns = [mqttTopics(own.devsn, 'en').down, mqttTopics(own.devsn, 'zh').down]

test('P21: box A cannot publish or retain on any topic but its own', async () => {
  const other = await connect(theirs)
  const stolen: string[] = []
  other.on('message', (topic) => stolen.push(topic))
  await other.subscribeAsync([mqttTopics(theirs.devsn, 'en').down, mqttTopics(theirs.devsn, 'zh').down], { qos: 1 })
  await fc.assert(
    fc.asyncProperty(
      anyTopic.filter((topic) => !ownUps.includes(topic) && !/[+#]/.test(topic)),
      fc.boolean(),
      fc.constantFrom(0, 1, 2),
      async (topic, retain, qos) => {
        const before = broker.events.length
        const client = await connect(own)
        client.publish(
          topic,
          JSON.stringify({ epoch: 99, online: true, kind: 'push', frame: { act: 'download_status' } }),
          { qos: qos === 2 ? 2 : qos === 1 ? 1 : 0, retain },
          () => undefined,
        )
        expect(await isStillOn(client)).toBe(false)
        expect(broker.events.slice(before).filter((event) => event.kind !== 'gone')).toEqual([])
      },
    ),
    { numRuns: 120 },
  )
  expect(stolen).toEqual([])
  expect(await retainedTopics()).toEqual([])
})

test('P21: box A cannot subscribe to anything but its own topics, not by wildcards, $SYS or $share', async () => {
  const client = await connect(own)
  await fc.assert(
    fc.asyncProperty(
      anyTopic.filter((topic) => !ownDowns.includes(topic)),
      async (topic) => {
        const on = client.connected ? client : await connect(own)
        const granted = await on.subscribeAsync(topic, { qos: 1 }).then(
          (grants) => grants.map((grant) => grant.qos),
          () => [128],
        )
        expect(granted.every((qos) => qos === 128)).toBe(true)
      },
    ),
    { numRuns: 120 },
  )
})

test('P21: box A cannot set a will on any topic but its own presence', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyTopic.filter((topic) => topic !== mqttTopics(own.devsn, 'en').presence),
      async (topic) => {
        const will = { topic, payload: Buffer.from('{"epoch":99,"online":false}'), qos: 1 as const, retain: true }
        await expect(connect(own, { will })).rejects.toThrow()
      },
    ),
    { numRuns: 40 },
  )
  expect(await retainedTopics()).toEqual([])
})

test('P21: a box may publish on its own topics and receives its own messages only', async () => {
  const client = await connect(own)
  const topic = new Promise<string>((resolve) => client.once('message', (topic) => resolve(topic)))
  expect((await client.subscribeAsync(ownDowns, { qos: 1 })).map(({ qos }) => qos)).toEqual([1, 1])
  await client.publishAsync(mqttTopics(own.devsn, 'en').up, JSON.stringify({ kind: 'pair_hint', pair_hint: 'AB' }), { qos: 1 })
  expect(broker.events.at(-1)).toEqual({ kind: 'up', devsn: own.devsn, lang: 'en', up: { kind: 'pair_hint', pair_hint: 'AB' } })
  expect(broker.broker.deliver({ devsn: own.devsn, lang: 'zh' }, { kind: 'renew_code' })).toBe(true)
  expect(await topic).toBe(mqttTopics(own.devsn, 'zh').down)
})

test('P22: ids with + # / $ % or NUL are refused before any rule is filled in', async () => {
  const wild = fc
    .tuple(fc.constantFrom('+', '#', '/', '$', '%', '\0'), fc.nat(16))
    .map(([sign, at]) => own.devsn.slice(0, at) + sign + own.devsn.slice(at + 1))
  await fc.assert(
    fc.asyncProperty(fc.oneof(wild, fc.string({ maxLength: 30 })), async (id) => {
      // This client cannot write NUL: it already refuses to send it.
      await expect(connect(own, { clientId: id, username: id })).rejects.toThrow()
      await expect(connect(own, { clientId: id })).rejects.toThrow()
      await expect(connect(own, { username: id })).rejects.toThrow()
    }),
    { numRuns: 40 },
  )
})

test('P22: an odd id is refused before anything of its password is read, however well that is signed', async () => {
  const { devsn } = own
  const odd = [
    '+',
    '#',
    `${devsn}/`,
    `+${devsn.slice(1)}`,
    `${devsn.slice(0, 15)}#`,
    `$SYS${devsn.slice(4)}`,
    `%${devsn.slice(1)}`,
  ]
  for (const id of [...odd, devsn.toLowerCase(), `${devsn}A`, devsn.slice(1), ` ${devsn}`, `${devsn}\n`, `0${devsn.slice(1)}`]) {
    const password = passwordOf(own, broker.offer(devsn))
    await expect(connect(own, { clientId: id, username: id, password }), id).rejects.toThrow()
    const forId = passwordOf(own, broker.offer(id), { claims: { devsn: id } })
    await expect(connect(own, { clientId: id, username: id, password: forId }), id).rejects.toThrow()
    // Its nonce was not looked at: it is good for one sign-in still.
    await expect(connect(own, { password }), id).resolves.toBeDefined()
  }
})

test('P21: only the key behind a serial signs in, over a fresh nonce of ours, once', async () => {
  const offer = broker.offer(own.devsn)
  const wrong: Record<string, string> = {
    nothing: '',
    'another key': passwordOf({ ...theirs, devsn: own.devsn }, offer),
    'another key that names its own header': passwordOf(own, offer, {
      header: { jwk: { kty: 'OKP', crv: 'Ed25519', x: theirs.x } },
    }),
    'another audience': passwordOf(own, offer, { claims: { aud: 'homeport-blob' } }),
    'a foreign nonce': passwordOf(own, {
      ...offer,
      nonce: `en.${Date.now().toString(36)}.${randomBytes(16).toString('base64url')}.AAAAAAAAAAAAAAAAAAAAAA`,
    }),
    "another box's nonce": passwordOf(own, broker.offer(theirs.devsn)),
    'an end long past': passwordOf(own, offer, { claims: { exp: offer.now - 1 } }),
    'an end too far': passwordOf(own, offer, { claims: { exp: offer.now + 3600 } }),
    'no end': passwordOf(own, offer, { claims: { exp: undefined } }),
    'no signature': passwordOf(own, offer, { header: { alg: 'none' } }),
  }
  for (const [what, password] of Object.entries(wrong)) await expect(connect(own, { password }), what).rejects.toThrow()
  const password = passwordOf(own, offer)
  await connect(own, { password })
  await expect(connect(own, { password }), 'the same nonce again').rejects.toThrow()
})

test('P21: a box whose own sign-in is good does not come in as another one', async () => {
  const { devsn } = theirs
  const password = () => passwordOf(own, broker.offer(own.devsn))
  const taken = (options: Parameters<typeof connect>[1]) =>
    connect(own, options).then(
      () => true,
      () => false,
    )
  expect(await taken({ password: password() })).toBe(true)
  expect(await taken({ password: password(), clientId: devsn, username: devsn })).toBe(false)
  expect(await taken({ password: password(), clientId: devsn })).toBe(false)
  expect(await taken({ password: password(), username: devsn })).toBe(false)
  expect(broker.broker.held()).not.toContain(devsn)
})

test('P23: a box that is not bound leaves nothing retained, and the eleventh sign-in of a minute from its address is refused', async () => {
  const key = newKey()
  unboundKeys.add(key.devsn)
  const { presence } = mqttTopics(key.devsn, 'en')
  const client = await connect(key, {
    will: { topic: presence, payload: Buffer.from('{"epoch":1,"online":false}'), qos: 1, retain: true },
  })
  await client.publishAsync(presence, '{"epoch":1,"online":true}', { qos: 1, retain: true })
  client.stream.destroy()
  await expect.poll(() => broker.events.some((event) => event.kind === 'gone' && event.devsn === key.devsn)).toBe(true)
  expect(await retainedTopics()).toEqual([])
  for (let count = 1; count < 10; count += 1) (await connect(key)).end(true)
  await expect(connect(key)).rejects.toThrow()
  await expect(connect(own)).resolves.toBeDefined()
})

test('P23: a bound box leaves its birth retained, and nothing once it is unbound', async () => {
  const client = await connect(own)
  await client.publishAsync(mqttTopics(own.devsn, 'en').presence, '{"epoch":5,"online":true}', { qos: 1, retain: true })
  await expect.poll(retainedTopics).toEqual([mqttTopics(own.devsn, 'en').presence])
  broker.broker.setBound(own.devsn, false)
  await expect.poll(retainedTopics).toEqual([])
})

test('P23: a box without keep-alive, or with one longer than an offline notice may take, is refused', async () => {
  for (const keepalive of [0, 21, 600]) await expect(connect(own, { keepalive })).rejects.toThrow()
  await expect(connect(own, { clean: false })).rejects.toThrow()
  await expect(connect(own, { keepalive: 20 })).resolves.toBeDefined()
})

test('a second connection of a box takes over from the first', async () => {
  const first = await connect(own)
  const closed = new Promise((resolve) => first.once('close', () => resolve(true)))
  await connect(own)
  expect(await closed).toBe(true)
  expect(broker.broker.holds(own.devsn)).toBe(true)
})

test('a packet that is too long is cut off before it is collected, from strangers sooner', async () => {
  await expect(connect(own, { password: 'x'.repeat(10_000) })).rejects.toThrow()
  const client = await connect(own)
  client.publish(mqttTopics(own.devsn, 'en').up, 'x'.repeat(300_000), { qos: 1 }, () => undefined)
  expect(await isStillOn(client)).toBe(false)
})

async function retainedTopics(): Promise<string[]> {
  const topics: string[] = []
  const stream: AsyncIterable<{ topic: string }> = Reflect.get(broker.broker.aedes, 'persistence').createRetainedStreamCombi([
    '#',
  ])
  for await (const packet of stream) topics.push(packet.topic)
  return topics
}
