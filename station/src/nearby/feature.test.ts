/** When the box is announced, what it says, and which name it keeps. */
import { afterEach, expect, it } from 'vitest'
import { createEventBus } from '../kit/event-bus.ts'
import type { Announcement } from './announce.ts'
import { nearbyFeature, type NearbyFeature, type NearbyPorts } from './feature.ts'

const eth = { name: 'eth0', address: '192.168.1.20' }
let box: NearbyFeature | undefined

afterEach(async () => box?.stop?.())

/** A machine whose announcements are recorded; taken: names that other machines of the house have. */
function machine({ taken = [], fails, ...settings }: { taken?: string[]; fails?: string } & Partial<NearbyPorts> = {}) {
  const sent: Announcement[] = []
  const goodbyes: string[] = []
  const warned: string[] = []
  const named: string[] = []
  const stored = new Map<string, string>()
  const events = createEventBus()
  events.on('address', ({ host }) => named.push(host))
  const parts: NearbyPorts = {
    devsn: 'K7Q2M4XW5ZPA7F3A',
    cards: () => [eth],
    boxName: () => '',
    ports: () => ({ app: 8_700, tv: 8_701 }),
    meta: { read: async (key) => stored.get(key), write: async (key, value) => void stored.set(key, value) },
    events,
    warn: (line) => warned.push(line),
    onFault: (fault) => {
      throw fault
    },
    announce: async (announcement) => {
      if (fails !== undefined) throw Object.assign(new Error('bind'), { code: fails })
      sent.push(announcement)
      const host = taken.includes(announcement.host) ? `${announcement.host}-2` : announcement.host
      return {
        host,
        update: (facts) => sent.push({ ...announcement, facts }),
        stop: async () => void goodbyes.push(host),
      }
    },
    ...settings,
  }
  const start = async () => {
    box = nearbyFeature(parts)
    await box.start?.()
    await expect.poll(() => box?.isSettled()).toBe(true)
    return box
  }
  return { start, sent, goodbyes, warned, named, stored }
}

it('tells its ports, name and last four, never more of the serial, and says goodbye', async () => {
  const { start, sent, goodbyes, named } = machine()
  const { host, stop } = await start()
  expect(host()).toBe('homeport.local')
  expect(named).toEqual(['homeport.local'])
  expect(sent).toMatchObject([{ cards: ['eth0'], host: 'homeport', service: 'Homeport 7F3A', port: 8_700 }])
  expect(sent[0]?.facts).toEqual({ sn: '7F3A', name: 'Homeport 7F3A', app: '8700', tv: '8701' })
  await stop?.()
  expect(goodbyes).toEqual(['homeport'])
})

it('keeps the name that it got, also when the other machine is gone at the next start', async () => {
  const { start, sent, stored } = machine({ taken: ['homeport'] })
  expect((await start()).host()).toBe('homeport-2.local')
  await box?.stop?.()
  expect((await start()).host()).toBe('homeport-2.local')
  expect(sent.map(({ host }) => host)).toEqual(['homeport', 'homeport-2'])
  expect([...stored.values()]).toEqual(['homeport-2'])
})

it('has no name where it is off, without a network, and where nothing is served', async () => {
  expect((await machine({ announce: undefined }).start()).host()).toBe('')
  for (const nothing of [{ cards: () => [] }, { ports: () => ({ app: 0, tv: 0 }) }]) {
    const { start, sent } = machine(nothing)
    expect((await start()).host()).toBe('')
    expect(sent).toEqual([])
  }
})

it('says once why it is not announced, and goes on', async () => {
  const { start, warned } = machine({ fails: 'EADDRINUSE' })
  const { slowTick, host } = await start()
  slowTick?.()
  slowTick?.()
  await expect.poll(() => warned.length).toBe(1)
  expect(warned[0]).toContain("port 5353 of multicast DNS can't be opened (EADDRINUSE). Set HOMEPORT_MDNS=0")
  expect(host()).toBe('')
})

it('follows another network card, another address and another name of the box', async () => {
  let cards = [eth]
  let name = ''
  const { start, sent, goodbyes, named } = machine({ cards: () => cards, boxName: () => name })
  const { slowTick } = await start()
  name = 'Attic'
  slowTick?.()
  await expect.poll(() => sent.at(-1)?.facts.name).toBe('Attic')
  expect(goodbyes).toEqual([])
  cards = [{ ...eth, address: '192.168.1.77' }]
  await expect.poll(() => (slowTick?.(), named.length)).toBe(2)
  expect(goodbyes).toEqual([])
  cards = [{ name: 'wlan0', address: '192.168.1.78' }]
  await expect.poll(() => (slowTick?.(), sent.at(-1)?.cards)).toEqual(['wlan0'])
  expect(goodbyes).toEqual(['homeport'])
})
