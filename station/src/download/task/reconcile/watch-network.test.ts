/** P41: the network is back when the cloud answers again or the machine has an address that it did not have; what waited for it goes on at once. */
import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { until } from '../../../../../testing/until.ts'
import { createEventBus } from '../../../shared/event-bus.ts'
import { openBadServer } from '../../../testing/bad-server.ts'
import { setUpDownloads } from '../../../testing/downloads.ts'
import { watchNetwork } from './watch-network.ts'

const fixture = setUpDownloads()

it('P41: the cloud that answers again is news, one that answers still is none', () => {
  let back = 0
  const events = createEventBus()
  watchNetwork({ events, addresses: () => [], onBack: () => (back += 1) })
  events.emit('line', { isUp: true, why: '' })
  expect(back).toBe(0)
  events.emit('line', { isUp: false, why: '' })
  expect(back).toBe(0)
  for (const isUp of [true, true]) events.emit('line', { isUp, why: '' })
  expect(back).toBe(1)
})

it('P41: an address that the machine did not have a moment ago is news, one that goes is none', () => {
  let back = 0
  let addresses = ['192.168.1.5']
  const network = watchNetwork({ events: createEventBus(), addresses: () => addresses, onBack: () => (back += 1) })
  network.check()
  addresses = []
  network.check()
  expect(back).toBe(0)
  addresses = ['192.168.1.5']
  network.check()
  network.check()
  expect(back).toBe(1)
})

it('P41: what waits for the network goes on at once when it is back, its waits begin anew, and what waits for something else goes on waiting', async () => {
  await fixture.open({ searchPath: '', packaged: '' })
  const { db, events } = fixture.box
  const body = randomBytes(50_000)
  const server = await openBadServer({ body })
  fixture.closing.push(server.stop)
  server.behave(503)
  const [cut, patient] = [await fixture.start(`${server.url}?cut`), await fixture.start(`${server.url}?patient`)]
  const rowOf = (id: string) => db.selectFrom('task').selectAll().where('task_id', '=', id).executeTakeFirstOrThrow()
  for (const id of [cut, patient]) await until('it waits', async () => (await rowOf(id)).next_at !== null)
  const next_at = Date.now() + 900_000
  const change = (id: string, reason: string) =>
    db.updateTable('task').set({ tries: 8, next_at, reason }).where('task_id', '=', id).execute()
  await change(cut, 'no_network')
  await change(patient, 'asked_to_wait')
  events.emit('line', { isUp: false, why: '' })
  events.emit('line', { isUp: true, why: '' })
  await until('it is tried again, and fails', async () => (await rowOf(cut)).reason === 'busy')
  expect((await rowOf(cut)).tries).toBe(1)
  expect(await rowOf(patient)).toMatchObject({ tries: 8, next_at, reason: 'asked_to_wait' })
})
