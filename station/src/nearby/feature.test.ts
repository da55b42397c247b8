/** When the box is announced, what it says, and which name it keeps. */
import { afterEach, expect, it } from 'vitest'
import { createEventBus } from '../shared/event-bus.ts'
import { NamesTaken, type Announcement } from './announce.ts'
import { nearbyFeature, type NearbyFeature, type NearbyDeps } from './feature.ts'

const eth = { name: 'eth0', address: '192.168.1.20' }
let box: NearbyFeature | undefined

afterEach(async () => box?.stop?.())

/** A machine whose announcements are recorded; taken: names that other machines of the house have. */
function machine({ taken = [], fails, ...settings }: { taken?: string[]; fails?: string } & Partial<NearbyDeps> = {}) {
  const sent: Announcement[] = []
  const goodbyes: string[] = []
  const tries: string[] = []
  const warned: string[] = []
  const named: string[] = []
  const stored = new Map<string, string>()
  const events = createEventBus()
  const failure = () => (fails === 'taken' ? new NamesTaken() : Object.assign(new Error('bind'), { code: fails }))
  events.on('address', ({ host }) => named.push(host))
  const parts: NearbyDeps = {
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
      if (fails !== undefined) {
        tries.push(announcement.host)
        throw failure()
      }
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
  return { start, sent, goodbyes, warned, named, stored, tries }
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

it('rests where another machine claims every name, then tries the first one again', async () => {
  const { start, tries, warned, stored } = machine({ fails: 'taken' })
  const { slowTick, host } = await start()
  for (let tick = 0; tick < 20; tick += 1) {
    expect(tries).toEqual(['homeport'])
    await ended(slowTick)
  }
  expect(tries).toEqual(['homeport', 'homeport'])
  expect(warned).toEqual([expect.stringContaining('another machine claims every name. Set HOMEPORT_MDNS=0')])
  expect([host(), stored.get('mdns_host')]).toEqual(['', 'homeport'])
})

it('has no name any longer once another machine has taken all of them', async () => {
  const { start, sent, named, warned, stored } = machine()
  const { host, slowTick } = await start()
  sent[0]?.onRename('homeport-2')
  await expect.poll(() => stored.get('mdns_host')).toBe('homeport-2')
  sent[0]?.onEnd(new NamesTaken())
  await expect.poll(() => warned.length).toBe(1)
  expect([host(), named.at(-1), stored.get('mdns_host')]).toEqual(['', '', 'homeport'])
  for (let tick = 0; tick < 20; tick += 1) await ended(slowTick)
  await expect.poll(() => host()).toBe('homeport.local')
})

/** A tick, and all that it does: the ports of these tests answer at once. */
async function ended(tick: (() => void) | undefined): Promise<void> {
  tick?.()
  await new Promise((resolve) => setImmediate(resolve))
}
