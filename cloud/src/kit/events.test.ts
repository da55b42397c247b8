import { afterEach, beforeEach, expect, test } from 'vitest'
import { deviceBound } from '@homeport/contract/device.ts'
import { Events, listener, type EventBus } from './events.ts'
import { silent } from './log.ts'
import { eachDb, type TestDb } from '../testing/db.ts'

const happened = { devsn: 'ABCDEFGHIJKLMNOP', user_id: 'u1', role: 'owner' as const }

eachDb('what happened', (open) => {
  let opened: TestDb
  let clock = 1_000_000
  const running: Events[] = []
  beforeEach(async () => {
    opened = await open()
    clock = 1_000_000
  })
  afterEach(async () => {
    for (const one of running.splice(0)) await one.stop()
    await opened.drop()
  })

  /** One cloud process over the same database. */
  function startProcess(
    handled: { once: string[]; everywhere: string[] },
    { bus, fails = () => false }: { bus?: EventBus; fails?: () => boolean } = {},
  ) {
    const events = new Events({ now: () => clock, log: silent })
    const realm = events.openRealm('en', opened.db)
    running.push(events)
    const once = listener(deviceBound, 'once', ({ user_id }) => {
      if (fails()) throw new Error('not now')
      handled.once.push(user_id)
    })
    const everywhere = listener(deviceBound, 'everywhere', ({ user_id }) => void handled.everywhere.push(user_id))
    events.start([realm], [once, everywhere], bus)
    return { events, realm }
  }

  test('is handled after its transaction, once', async () => {
    const handled = { once: [] as string[], everywhere: [] as string[] }
    const { events, realm } = startProcess(handled)
    await realm.change((_, emit) => emit(deviceBound, happened))
    await events.settled()
    expect(handled).toEqual({ once: ['u1'], everywhere: ['u1'] })
    expect(await opened.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })

  test('is not handled when its transaction fails', async () => {
    const handled = { once: [] as string[], everywhere: [] as string[] }
    const { events, realm } = startProcess(handled)
    const failing = realm.change(async (_, emit) => {
      await emit(deviceBound, happened)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await events.settled()
    expect(handled).toEqual({ once: [], everywhere: [] })
  })

  test('is handled in every process over the bus, but changes rows in one only', async () => {
    const buses = joinedBuses(2)
    const [a, b] = [
      { once: [] as string[], everywhere: [] as string[] },
      { once: [] as string[], everywhere: [] as string[] },
    ]
    const first = startProcess(a, { bus: buses[0] })
    const second = startProcess(b, { bus: buses[1] })
    await first.realm.change((_, emit) => emit(deviceBound, happened))
    await first.events.settled()
    await second.events.settled()
    expect([...a.once, ...b.once]).toEqual(['u1'])
    expect([a.everywhere, b.everywhere]).toEqual([['u1'], ['u1']])
  })

  test('two processes that poll at the same time do not both handle it', async () => {
    const [a, b] = [
      { once: [] as string[], everywhere: [] as string[] },
      { once: [] as string[], everywhere: [] as string[] },
    ]
    const first = startProcess(a)
    const second = startProcess(b)
    for (let round = 0; round < 20; round += 1) {
      const wrote = first.realm.change((_, emit) => emit(deviceBound, happened))
      second.events.deliver(second.realm)
      await wrote
      second.events.deliver(second.realm)
    }
    await first.events.settled()
    await second.events.settled()
    await first.events.settled()
    expect(a.once.length + b.once.length).toBe(20)
  })

  test('survives the process that died before telling it', async () => {
    const dead = new Events({ now: () => clock, log: silent })
    await dead.openRealm('en', opened.db).change((_, emit) => emit(deviceBound, happened))
    clock += 60_000
    const handled = { once: [] as string[], everywhere: [] as string[] }
    const { events } = startProcess(handled)
    await events.settled()
    expect(handled.once).toEqual(['u1'])
  })

  test('is handled again later when a listener fails', async () => {
    let failing = true
    const handled = { once: [] as string[], everywhere: [] as string[] }
    const { events, realm } = startProcess(handled, { fails: () => failing })
    await realm.change((_, emit) => emit(deviceBound, happened))
    await events.settled()
    expect(handled.once).toEqual([])
    failing = false
    clock += 31_000
    events.deliver(realm)
    await events.settled()
    expect(handled).toEqual({ once: ['u1'], everywhere: ['u1'] })
  })

  test('P41: is handled again by a clock that was ahead when its listener failed, and has been set back since', async () => {
    clock += 8 * 3_600_000
    let failing = true
    const handled = { once: [] as string[], everywhere: [] as string[] }
    const { events, realm } = startProcess(handled, { fails: () => failing })
    await realm.change((_, emit) => emit(deviceBound, happened))
    await events.settled()
    failing = false
    clock -= 8 * 3_600_000
    events.deliver(realm)
    await events.settled()
    expect(handled).toEqual({ once: ['u1'], everywhere: ['u1'] })
  })
})

/** Each bus delivers its messages to all others. */
function joinedBuses(count: number): EventBus[] {
  const ears: ((text: string) => void)[][] = Array.from({ length: count }, () => [])
  return ears.map((own, me) => ({
    publish: (text) => ears.forEach((others, other) => other !== me && others.forEach((handler) => handler(text))),
    subscribe: (handler) => void own.push(handler),
  }))
}
