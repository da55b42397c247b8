/** Anybody in the house sends packets as fast as the network carries them. */
import dgram from 'node:dgram'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { handClock } from '../../../../testing/hand-clock.ts'
import { until } from '../../../../testing/until.ts'
import { createSsdp } from './ssdp.ts'

const type = 'urn:schemas-upnp-org:device:MediaRenderer:1'
const notice = (nts: string, udn: string) => `NOTIFY * HTTP/1.1\r\nNT: ${type}\r\nNTS: ${nts}\r\nUSN: ${udn}::${type}\r\n\r\n`

test.each(['ssdp:alive', 'ssdp:byebye'])('P52: of a storm of %s only so many packets are read', async (nts) => {
  const sender = dgram.createSocket('udp4')
  const clock = handClock()
  const heard: string[] = []
  const timesOf = (udn: string) => heard.filter((one) => one === udn).length
  const probe = dgram.createSocket('udp4').bind(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  await new Promise<void>((resolve) => probe.close(() => resolve()))
  const settings = { address: '127.0.0.1', port, cards: () => [], hearsNotices: true }
  const ssdp = createSsdp(
    settings,
    { answersWithinMs: 1_000, elapsed: clock.now },
    {
      onAnswer: () => {},
      onNotice({ udn }) {
        heard.push(udn)
        // The whole budget after a few.
        if (udn === 'storm') clock.pass(20)
      },
    },
  )
  ssdp.start()
  const send = (udn: string) => new Promise<void>((resolve) => sender.send(notice(nts, udn), port, '127.0.0.1', () => resolve()))
  await until('it hears', async () => (await send('first'), timesOf('first') > 0))
  for (let count = 0; count < 60; count += 1) await send('storm')
  // Those of the storm come before it.
  await until('the budget is there again', async () => (clock.pass(10_000), await send('last'), timesOf('last') > 0))
  expect(timesOf('storm')).toBeGreaterThan(0)
  expect(timesOf('storm')).toBeLessThan(20)
  ssdp.stop()
  sender.close()
})
