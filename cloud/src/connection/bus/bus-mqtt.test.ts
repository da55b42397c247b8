/** The bus over a real broker, and its behaviour when the broker is away. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { silent } from '../../kit/log.ts'
import type { Bus } from './bus.ts'
import { mqttBus } from './bus-mqtt.ts'
import { toProcess, toWatchers } from './bus-messages.ts'
import { openPresence, type PresenceRegistry } from '../presence/presence.ts'
import { openNetworkToggle } from '../../testing/network-toggle.ts'

const url = process.env.TEST_MQTT_URL

describe.skipIf(!url)(`the bus over a broker${url ? '' : ' (skipped: no TEST_MQTT_URL)'}`, () => {
  let network: Awaited<ReturnType<typeof openNetworkToggle>>
  let a: Bus
  let b: Bus
  let [atA, atB]: PresenceRegistry[] = []
  let at = 0
  const tick = () => (at += 1)
  const prefix = `homeport-test/${Math.random().toString(36).slice(2)}`

  beforeEach(async () => {
    const broker = new URL(url ?? '')
    network = await openNetworkToggle(Number(broker.port || 1883))
    a = await mqttBus({ id: 'a', url: broker.href, prefix, log: silent })
    b = await mqttBus({ id: 'b', url: `mqtt://127.0.0.1:${network.port}`, prefix, log: silent })
    ;[atA, atB] = [openPresence({ bus: a, now: tick }), openPresence({ bus: b, now: tick })]
  })
  afterEach(async () => {
    await Promise.all([a.stop(), b.stop()])
    network.stop()
  })

  const box = (devsn: string, epoch = 1) => ({ devsn, epoch, version: '', pair_hint: '' })

  test('a message reaches every process, this one at once, and none that has unsubscribed', async () => {
    const received: string[] = []
    const topic = toWatchers('en', 'BOX')
    const ends = [
      a.listen(topic, (_, from) => received.push(`a from ${from}`)),
      b.listen(topic, (_, from) => received.push(`b from ${from}`)),
    ]
    await expect
      .poll(() => {
        a.publish(topic, { frame: { act: 'download_status', dev: '', code: Code.ok } })
        return received.includes('b from a')
      })
      .toBe(true)
    expect(received[0]).toBe('a from a')
    ends.forEach((end) => end())
    const before = received.length
    a.publish(topic, { frame: { act: 'download_status', dev: '', code: Code.ok } })
    let isEchoed = false
    b.listen(toProcess('b'), (word) => (isEchoed ||= word.kind === 'taken'))
    await expect
      .poll(() => {
        a.publish(toProcess('b'), { kind: 'taken', devsn: '', id: '' })
        return isEchoed
      })
      .toBe(true)
    expect(received).toHaveLength(before)
  })

  test('what is not understood is passed over', async () => {
    const kinds = new Set<string>()
    b.listen(toProcess('b'), ({ kind }) => kinds.add(kind))
    await expect
      .poll(() => {
        // NOTE: a process of another version might send this.
        a.publish({ name: 'to/b', schema: toProcess('b').schema }, JSON.parse('{"kind":"from the future"}'))
        a.publish(toProcess('b'), { kind: 'taken', devsn: 'B', id: '1' })
        return kinds.has('taken')
      })
      .toBe(true)
    expect([...kinds]).not.toContain('from the future')
  })

  test(
    'P38: a process that lost the broker is told all that happened meanwhile when it is back, and is known again itself',
    { timeout: 20_000 },
    async () => {
      atA?.setOnline(box('STAYS'))
      atA?.setOnline(box('GOES'))
      atB?.setOnline(box('FARS'))
      await expect.poll(() => [atB?.holderOf('STAYS'), atB?.holderOf('GOES'), atA?.holderOf('FARS')]).toEqual(['a', 'a', 'b'])
      network.cut()
      await expect.poll(() => atA?.isOnline('FARS'), { timeout: 20_000 }).toBe(false)
      atA?.setOffline('GOES', 1)
      atA?.setOnline(box('COMES'))
      expect(atB?.isOnline('COMES')).toBe(false)
      network.mend()
      await expect
        .poll(() => [atB?.holderOf('STAYS'), atB?.holderOf('GOES'), atB?.holderOf('COMES')], { timeout: 20_000 })
        .toEqual(['a', undefined, 'a'])
      await expect.poll(() => atA?.holderOf('FARS')).toBe('b')
    },
  )
})
