/** The direct socket in the house: its secret comes through the cloud once, the box proves itself, acts go by it and by the cloud when it breaks, none twice. */
import { listTasks, startTask, stopTask } from '@homeport/contract/download/download.ts'
import { playerStatus, remoteKey } from '@homeport/contract/playback/playback.ts'
import { lanPath } from '@homeport/contract/lan.ts'
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openLanBox } from '../../testing/lan-box.ts'
import { aDevice, aPlayer, aSignIn } from '../../testing/samples.ts'
import { ok, published, serve, type Answer } from '../../testing/server.ts'
import { openTv } from '../../testing/tv.ts'
import { ask } from './http.ts'
import { answerInHouse } from './in-house.ts'
import { later } from '../time/clock.ts'
import { isDirect, isLanOpen } from '../lan-open.ts'
import { lanAnswerWithinMs } from './lan.ts'
import { isConnected, onAct, send, startConnection } from './box-connection.ts'
import { reach } from '../reachability.ts'
import { endSession, session, setCurrentDevice, startSession } from '../session.ts'
import { setLang } from '../lang.ts'
import { storageKeys } from '../storage.ts'

type Box = Awaited<ReturnType<typeof openLanBox>>
const secret = 'the secret of this sign-in'
const started = { task_id: 'T', old_task_id: '' }
const relayed: string[] = []
let cloud: Awaited<ReturnType<typeof openTv>>
let box: Box
let stops: (() => void)[] = []
let isCloudUp = true
let signIns = 0

/** The box through the cloud: by /emqx/publish. */
function serveRelay(acts: Record<string, () => Answer> = {}): void {
  const answers = published({
    lan_access: () => ok({ access_id: 'A', secret }),
    start_task: () => ok(started),
    stop_task: () => ok({ task_id: 'T' }),
    remote_key: () => ok({}),
    ...acts,
  })
  serve({
    '/emqx/publish': (body) => {
      const { request, id } = JSON.parse(body['payload'] ?? '{}')
      relayed.push(`${request} ${id}`)
      return answers(body)
    },
  })
}

const replies = { start_task: () => ({ data: started }), player_status: () => ({ data: aPlayer }) }

async function begin(machine: Parameters<typeof openLanBox>[0] = { secret, replies }): Promise<void> {
  box = await openLanBox(machine)
  setCurrentDevice({ ...aDevice, lan: [box.address] })
  stops.push(startConnection())
  await waitFor(() => expect(isConnected.get()).toBe(true))
}
const openDirect = () => waitFor(() => expect(isLanOpen.get()).toBe(true))

beforeEach(async () => {
  localStorage.clear()
  relayed.splice(0)
  isCloudUp = true
  stops = []
  setLang('en')
  cloud = await openTv()
  startSession({ ...aSignIn, token: `token-${(signIns += 1)}` })
  serveRelay()
})
afterEach(async () => {
  stops.forEach((stop) => stop())
  endSession()
  await box.stop()
  await cloud.stop()
})

describe('its secret', () => {
  test('comes through the cloud once, for this page’s address, is kept for this box and goes with the session (P13)', async () => {
    await begin()
    await openDirect()
    expect(box.state.path).toBe(lanPath)
    expect(storageKeys.realm('en', 'lanAccess').get()).toEqual({ [aDevice.devsn]: { access_id: 'A', secret } })
    setCurrentDevice({ ...aDevice, lan: [box.address], name: 'Another name' })
    await send(startTask, { url: 'http://a/b' })
    expect(relayed.filter((one) => one.startsWith('lan_access'))).toHaveLength(1)
    endSession()
    expect(storageKeys.realm('en', 'lanAccess').get()).toBe(null)
    await waitFor(() => expect(isLanOpen.get()).toBe(false))
  })

  test('is not asked for where the box has no address of its own', async () => {
    await begin()
    setCurrentDevice(aDevice)
    expect(session.get().device?.lan).toBe(undefined)
    relayed.splice(0)
    await send(stopTask, { task_id: 'T' })
    expect(relayed.map((one) => one.split(' ')[0])).toEqual(['stop_task'])
  })
})

test('another machine at the address is given no proof and is not believed', async () => {
  await begin({ secret: 'of another machine', replies })
  await waitFor(() => expect(box.state.path).toBe(lanPath))
  await waitFor(() => expect(box.state.closed).toBe(1))
  await send(stopTask, { task_id: 'T' })
  expect([box.state.proofs, isLanOpen.get(), box.acts]).toEqual([0, false, []])
})

describe('acts', () => {
  test('go by it while it is open, and by the cloud within the second under the same id when nothing comes back', async () => {
    await begin()
    await openDirect()
    expect(await send(startTask, { url: 'http://a/b' })).toEqual(started)
    expect(relayed.some((one) => one.startsWith('start_task'))).toBe(false)
    // The box takes the act, and nothing comes from it any more: no reply, no heartbeat.
    box.state.muteAfter = 'stop_task'
    expect(await send(stopTask, { task_id: 'T' })).toEqual({ task_id: 'T' })
    const taken = box.acts.filter(({ act }) => act === 'stop_task').map(({ act, id }) => `${act} ${id}`)
    expect(taken).toHaveLength(1)
    expect(relayed.filter((one) => one.startsWith('stop_task'))).toEqual(taken)
  })

  test('wait for a slow box while the cloud is away: there is no other way', async () => {
    await begin()
    await openDirect()
    isCloudUp = false
    stops.push(reach.start(async () => isCloudUp))
    reach.suspect()
    await waitFor(() => expect(isDirect.get()).toBe(true))
    box.state.muteAfter = 'stop_task'
    const stopped = send(stopTask, { task_id: 'T' })
    await waitFor(() => expect(box.acts.map(({ act }) => act)).toContain('stop_task'))
    // Runs after what the act had begun.
    await new Promise<void>((run) => later(lanAnswerWithinMs, run))
    box.push('stop_task', { task_id: 'T' }, box.acts.at(-1)?.id)
    expect(await stopped).toEqual({ task_id: 'T' })
    expect([box.state.closed, box.acts.length, isDirect.get()]).toEqual([0, 1, true])
    isCloudUp = true
    reach.check()
    await waitFor(() => expect(isDirect.get()).toBe(false))
  })

  test('a key that was lost with it is not sent again', async () => {
    await begin()
    await openDirect()
    const key = send(remoteKey, { key: 'ok', phase: 'press' }, { isFleeting: true })
    await waitFor(() => expect(box.acts.map(({ act }) => act)).toContain('remote_key'))
    box.cut()
    await expect(key).rejects.toMatchObject({ kind: 'network' })
    expect(relayed.some((one) => one.startsWith('remote_key'))).toBe(false)
  })
})

test('while it is open the box’s pushes by the cloud, which come later, change nothing; its replies and the cloud’s own frames do', async () => {
  await begin()
  await openDirect()
  const points: number[] = []
  stops.push(onAct(playerStatus, ({ current_point }) => points.push(current_point)))
  box.push('player_status', { ...aPlayer, current_point: 9_000 })
  await waitFor(() => expect(points).toContain(9_000))
  cloud.push({ current_point: 1_000 })
  cloud.notify({ bindings_changed: 1 })
  box.push('player_status', { ...aPlayer, current_point: 10_000 })
  await waitFor(() => expect(points).toContain(10_000))
  expect(points).not.toContain(1_000)
  box.cut()
  await waitFor(() => expect(isLanOpen.get()).toBe(false))
  cloud.push({ current_point: 2_000 })
  await waitFor(() => expect(points).toContain(2_000))
})

test('with the cloud away the box answers the calls that it can; with it back the cloud does', async () => {
  await begin()
  await openDirect()
  const page = { data: [], total: 7, page: 1, limit: 99, counts: { all: 7, progress: 0, done: 7 }, stale_at: null }
  stops.push(answerInHouse(listTasks, async ({ limit }) => ({ ...page, limit })))
  await expect(ask(listTasks, { devid: 'D1' })).rejects.toMatchObject({ kind: 'network' })
  isCloudUp = false
  stops.push(reach.start(async () => isCloudUp))
  reach.suspect()
  await waitFor(() => expect(isDirect.get()).toBe(true))
  expect((await ask(listTasks, { devid: 'D1' })).total).toBe(7)
  // A call that the box cannot answer is no success.
  isCloudUp = true
  reach.check()
  await waitFor(() => expect(isDirect.get()).toBe(false))
  await expect(ask(listTasks, { devid: 'D1' })).rejects.toMatchObject({ kind: 'network' })
})
