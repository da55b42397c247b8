/** A box that downloads through the night: what can go on later is tried again by itself, on both engines, with real servers that misbehave. */
import { randomBytes } from 'node:crypto'
import type { Task } from '@homeport/contract/download/download.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { openBadServer, type BadServerOptions, type Manner } from '../testing/bad-server.ts'
import { setUpDownloads, type TestBoxDeps } from '../testing/downloads.ts'
import { until } from '../../../testing/until.ts'
import { hasAria2, noAria2 } from '../testing/engine.ts'

const body = randomBytes(3_000_000)
let aheadMs: number
let engine: Partial<TestBoxDeps>
const fixture = setUpDownloads({ now: () => Date.now() + aheadMs, silenceMs: 1_000 })
const { start } = fixture

beforeEach(() => {
  aheadMs = 0
})

const open = (more: Partial<TestBoxDeps> = {}) => fixture.open({ ...engine, ...more })

async function serve(parts: Partial<BadServerOptions> = {}) {
  const server = await openBadServer({ body, ...parts })
  fixture.closing.push(server.stop)
  return server
}

async function waiting(id: string, tries = 1): Promise<Task> {
  await until(`it waits after ${tries} tries`, async () => ((await fixture.box.task(id)).wait?.tries ?? 0) >= tries)
  return fixture.box.task(id)
}

async function comesWhole(id: string): Promise<void> {
  await until('it is done', async () => (await fixture.box.task(id)).is_done)
  expect(fixture.box.read((await fixture.box.task(id)).name)?.equals(body)).toBe(true)
}

const secondsUntil = ({ wait }: Task) => (wait?.next_at ?? 0) - (Date.now() + aheadMs) / 1000

describe.each([
  ['aria2', hasAria2, {}],
  ['the box’s own engine', true, { searchPath: '', packaged: '' }],
] as const)('P41: on %s', (_, isHere, parts) => {
  const title = (text: string) => (isHere ? text : `${text}${noAria2}`)
  const test = it.skipIf(!isHere)
  beforeEach(() => {
    engine = parts
  })

  // aria2 gives one error for every connection that brought something and no more.
  test.each<[Manner, string]>([
    ['cut', 'no_network|timed_out'],
    ['silent', 'no_network|timed_out'],
    ['deaf', 'timed_out'],
    [429, 'busy'],
    [500, 'busy'],
    [502, 'busy'],
    [503, 'busy'],
    [504, 'busy'],
  ])(title('a server that answers with "%s" is asked again until it behaves'), async (manner, reason) => {
    const server = await serve()
    server.behave(manner)
    await open()
    const id = await start(server.url)
    const first = await waiting(id)
    expect(first).toMatchObject({
      status: 1,
      code: Code.ok,
      reason: expect.stringMatching(`^(${reason})$`),
      speed: '0K/S',
      wait: { reason: 'retry', tries: 1, place: 0 },
    })
    expect(secondsUntil(first)).toBeLessThanOrEqual(6)
    server.behave('well')
    aheadMs += 6_000
    await comesWhole(id)
    expect(await fixture.box.task(id)).toMatchObject({ reason: '', wait: null })
  })

  test(title('a port where nobody listens and a name that nobody knows are tried again, each with its own reason'), async () => {
    const server = await serve()
    let isKnown = false
    await open({ lookup: async () => (isKnown ? ['127.0.0.1'] : []) })
    await server.away()
    const refused = await start(server.url)
    const unknown = await start(`http://films.example:${server.port}/film.mkv`)
    expect(await waiting(refused)).toMatchObject({ status: 1, reason: 'no_network' })
    expect(await waiting(unknown)).toMatchObject({ status: 1, reason: 'unknown_host' })
    await server.back()
    isKnown = true
    aheadMs += 6_000
    await comesWhole(refused)
    await comesWhole(unknown)
  })

  test(title('what fails again waits longer, and says how often it was tried'), async () => {
    const server = await serve()
    server.behave(503)
    await open()
    const id = await start(server.url)
    await waiting(id)
    for (const tries of [2, 3]) {
      aheadMs += 20_000
      const again = await waiting(id, tries)
      expect(again.wait?.tries).toBe(tries)
      expect(secondsUntil(again)).toBeGreaterThan(tries === 2 ? 1 : 8)
    }
    server.behave('well')
    aheadMs += 21_000
    await comesWhole(id)
  })

  test.each([
    [401, 'login'],
    [403, 'refused'],
    [404, 'not_found'],
    [410, 'not_found'],
    [451, 'refused'],
  ])(title('the answer %i is final'), async (manner, reason) => {
    const server = await serve()
    server.behave(manner)
    await open()
    const { task_id = '' } = await fixture.box.act('start_task', { url: server.url })
    await until('it failed', async () => [0, 3].includes((await fixture.box.task(task_id)).status))
    expect(await fixture.box.task(task_id)).toMatchObject({ code: TaskCode.notStarted, reason, wait: null })
  })

  test(title('a connection that breaks ten times loses nothing, and what is here is never shown as 0'), async () => {
    const server = await serve({ firstBytes: 200_000 })
    server.behave('cut')
    await open()
    const id = await start(server.url)
    const seen: number[] = []
    for (let cut = 0; cut < 10 && !(await fixture.box.task(id)).is_done; cut += 1) {
      const before = seen.at(-1) ?? 0
      await until('a part more is here', async () => {
        const { is_done, wait, down_size } = await fixture.box.task(id)
        return is_done || (wait !== null && down_size > before)
      })
      seen.push((await fixture.box.task(id)).down_size)
      aheadMs += 6_000
    }
    expect(seen.every((size, at) => size > 0 && size >= (seen[at - 1] ?? 0))).toBe(true)
    await server.away()
    const { is_done, down_size } = await fixture.box.task(id)
    if (!is_done) {
      aheadMs += 6_000
      await until(
        'it met nobody',
        async () => (await fixture.box.task(id)).reason === 'no_network' && (await fixture.box.task(id)).wait !== null,
      )
      expect((await fixture.box.task(id)).down_size).toBeGreaterThanOrEqual(down_size)
    }
    await server.back()
    server.behave('well')
    aheadMs += 900_000
    await comesWhole(id)
  })

  test(title('the tries and the next time outlive the box'), async () => {
    const server = await serve()
    await open()
    await server.away()
    const id = await start(server.url)
    await waiting(id)
    aheadMs += 6_000
    const before = await waiting(id, 2)
    await fixture.box.stop()
    await open()
    await fixture.box.downloads.tasks.look()
    expect((await fixture.box.task(id)).wait).toEqual(before.wait)
    await server.back()
    aheadMs += 11_000
    await comesWhole(id)
  })

  test(title('when the network is back it is tried at once'), async () => {
    const server = await serve()
    await open()
    await server.away()
    const id = await start(server.url)
    await waiting(id)
    aheadMs += 6_000
    await waiting(id, 2)
    fixture.box.events.emit('line', { isUp: false, why: 'the line was cut' })
    await server.back()
    fixture.box.events.emit('line', { isUp: true, why: '' })
    await comesWhole(id)
  })

  test(title('from a server without ranges it begins anew after a stop, and after a restart of the box'), async () => {
    const server = await serve({ hasRanges: false })
    server.speed(500_000)
    await open()
    const id = await start(server.url)
    const moves = () => until('some of it is here', async () => (await fixture.box.task(id)).down_size > 200_000)
    await moves()
    await fixture.box.act('stop_task', { task_id: id })
    expect(await fixture.box.act('start_task', { task_id: id })).toMatchObject({ code: Code.ok })
    await moves()
    await fixture.box.stop()
    await open()
    server.speed(Infinity)
    await comesWhole(id)
  })
})
