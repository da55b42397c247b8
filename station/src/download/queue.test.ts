/** The queue keeps moving: what brings nothing goes on trying beside the limit, on both engines. */
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { Code } from '@homeport/contract/kit/codes.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { openBadServer } from '../testing/bad-server.ts'
import { setUpDownloads, type TestBoxDeps } from '../testing/downloads.ts'
import { until } from '../../../testing/until.ts'
import { hasAria2, itWithAria2, noAria2 } from '../testing/engine.ts'
import { onEveryProgram } from '../testing/torrent-programs.ts'
import { openTestWebSeed } from '../testing/web-seed.ts'

const body = randomBytes(300_000)
/** Time stands still unless a test moves it: a start beside a silent server takes a while. */
const begunAt = Date.now()
let aheadMs: number
const fixture = setUpDownloads({ now: () => begunAt + aheadMs })
const itOnEveryProgram = onEveryProgram(fixture)
const { start, isDone } = fixture

beforeEach(() => {
  aheadMs = 0
})

async function open(maxRunning: number, deps: Partial<TestBoxDeps> = {}): Promise<void> {
  await fixture.open(deps)
  expect(await fixture.box.act('save_download_config', { max_running: maxRunning })).toMatchObject({ code: Code.ok })
}

async function serve(isDeaf: boolean) {
  const server = await openBadServer({ body })
  if (isDeaf) server.behave('deaf')
  fixture.closing.push(server.stop)
  return server
}

const waitOf = async (id: string) => (await fixture.box.task(id)).wait

describe.each([
  ['aria2', hasAria2, {}],
  ['the box’s own engine', true, { searchPath: '', packaged: '' }],
] as const)('on %s', (_, isHere, parts) => {
  const title = (text: string) => (isHere ? text : `${text}${noAria2}`)
  const test = it.skipIf(!isHere)

  test(
    title('what waits for its turn says its place, and a link that works comes though the ones before it are dead'),
    async () => {
      const deaf = await serve(true)
      const well = await serve(false)
      await open(2, parts)
      const dead = [await start(`${deaf.url}?1`), await start(`${deaf.url}?2`)]
      const good = [await start(`${well.url}?1`), await start(`${well.url}?2`)]
      expect(await Promise.all(good.map(waitOf))).toMatchObject([
        { reason: 'queued', place: 1, next_at: null },
        { reason: 'queued', place: 2, next_at: null },
      ])
      expect((await fixture.box.tasks()).map(({ wait }) => wait?.place ?? 0)).toEqual([2, 1, 0, 0])
      await fixture.box.act('stop_task', { task_id: good[0] })
      expect(await waitOf(good[1] ?? '')).toMatchObject({ place: 1 })
      await fixture.box.act('start_task', { task_id: good[0] })
      aheadMs += 61_000
      for (const id of good) await isDone(id)
      for (const id of dead) expect(await fixture.box.task(id)).toMatchObject({ status: 1, wait: null })
    },
  )

  test(title('when twice the limit stands beside it, the one that has brought nothing for longest is parked'), async () => {
    const deaf = await serve(true)
    await open(1, parts)
    const dead: string[] = []
    for (const at of [1, 2, 3]) {
      dead.push(await start(`${deaf.url}?${at}`))
      await until('it has its turn', async () => (await waitOf(dead.at(-1) ?? '')) === null)
      aheadMs += 61_000
    }
    await until('one is parked', async () => (await waitOf(dead[0] ?? ''))?.reason === 'retry')
    const wait = await waitOf(dead[0] ?? '')
    expect(wait?.tries).toBe(1)
    expect((wait?.next_at ?? 0) - (begunAt + aheadMs) / 1000).toBeGreaterThan(800)
    expect(await Promise.all(dead.slice(1).map(waitOf))).toEqual([null, null])
    deaf.behave('well')
    aheadMs += 901_000
    await isDone(dead[0] ?? '')
  })

  test.each([12, 60, 200])(
    title('P53: behind %i silent links and three places the good ones begin within a minute'),
    async (count) => {
      const deaf = await serve(true)
      const well = await serve(false)
      await open(3, { ...parts, startMs: 0 })
      const dead: string[] = []
      for (let at = 0; at < count; at += 1) dead.push(await start(`${deaf.url}?${at}`))
      const good = [await start(`${well.url}?1`), await start(`${well.url}?2`)]
      const isWaiting = async () => (await Promise.all(good.map(waitOf))).some((wait) => wait?.reason === 'queued')
      expect(await isWaiting()).toBe(true)
      for (; await isWaiting(); aheadMs += 1_000) {
        expect(aheadMs).toBeLessThan(60_000)
        // The first one may have begun before.
        for (let looks = 0; looks < 2; looks += 1) await fixture.box.downloads.tasks.look()
      }
      for (const id of good) await isDone(id)
      // None of them was given up for it.
      const statuses = await Promise.all(dead.map(async (id) => (await fixture.box.task(id)).status))
      expect(new Set(statuses)).toEqual(new Set([1]))
    },
  )

  test(title('P53: links that bring a few bytes a second keep no good one waiting, and go on'), async () => {
    const slow = await serve(false)
    slow.speed(400)
    const well = await serve(false)
    await open(1, { ...parts, startMs: 500 })
    const dripping: string[] = []
    for (let at = 0; at < 4; at += 1) dripping.push(await start(`${slow.url}?${at}`))
    const good = await start(`${well.url}?1`)
    for (const id of dripping) {
      await until('it brings something', async () => (await fixture.box.task(id)).down_size > 0)
      aheadMs += 11_000
    }
    await isDone(good)
    expect(aheadMs).toBeLessThan(60_000)
    expect(await Promise.all(dripping.map(waitOf))).toEqual(dripping.map(() => null))
    slow.speed(Infinity)
    for (const id of dripping) await isDone(id)
  })

  test(title('P53: whoever brought nothing in its last try goes behind those never tried, whatever its priority'), async () => {
    const bad = await serve(true)
    const well = await serve(false)
    await open(1, parts)
    bad.behave(503)
    const failed = await start(`${bad.url}?1`)
    await until('it failed once', async () => (await waitOf(failed))?.tries === 1)
    await fixture.box.act('task_change', { task_ids: [failed], priority: 1 })
    bad.behave('deaf')
    await start(`${bad.url}?2`)
    const good = await start(`${well.url}?1`)
    aheadMs += 6_000
    await until('its time has come', async () => (await waitOf(failed))?.reason === 'queued')
    expect(await Promise.all([good, failed].map(async (id) => (await waitOf(id))?.place))).toEqual([1, 2])
    expect(new Map((await fixture.box.tasks()).map(({ task_id, wait }) => [task_id, wait?.place])).get(failed)).toBe(2)
    aheadMs += 5_000
    await isDone(good)
    await until('its turn comes', async () => (await waitOf(failed)) === null)
    // A second try without a byte holds no place.
    await isDone(await start(`${well.url}?2`))
    expect(await waitOf(failed)).toBe(null)
  })
})

/** One server of each kind that keeps a place for nothing, by the first folder of the path. */
async function serveAllKinds() {
  const server = http.createServer((request, response) => {
    const kind = (request.url ?? '').split('/')[1]
    if (kind === 'refuses') response.writeHead(503).end()
    if (kind === 'loops') response.writeHead(302, { location: request.url }).end()
    if (kind === 'stops' || kind === 'cut') {
      response.writeHead(200, { 'content-length': body.length })
      response.write(body.subarray(0, 40_000), () => kind === 'cut' && response.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fixture.closing.push(() => (server.closeAllConnections(), new Promise((resolve) => server.close(resolve))))
  // NOTE: a listening TCP server has this kind of address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('P53: behind 130 links that stop after a little, are silent, are cut off, refuse or redirect for ever the good ones begin within a minute', async () => {
  const bad = await serveAllKinds()
  const well = await serve(false)
  await open(3, { searchPath: '', packaged: '', startMs: 0 })
  const kinds = ['stops', 'stops', 'stops', 'stops', 'silent', 'cut', 'refuses', 'loops']
  for (let at = 0; at < 130; at += 1) await start(`${bad}/${kinds[at % kinds.length]}/${at}.mkv`)
  const good = [await start(`${well.url}?1`), await start(`${well.url}?2`)]
  const isWaiting = async () => (await Promise.all(good.map(waitOf))).some((wait) => wait?.reason === 'queued')
  for (; await isWaiting(); aheadMs += 1_000) {
    expect(aheadMs).toBeLessThan(60_000)
    for (let looks = 0; looks < 2; looks += 1) await fixture.box.downloads.tasks.look()
  }
  for (const id of good) await isDone(id)
})

itOnEveryProgram('ten dead magnets do not stop one good link', async () => {
  const well = await serve(false)
  await open(10)
  for (let at = 10; at < 20; at += 1) await start(`magnet:?xt=urn:btih:${String(at).repeat(20)}`)
  const good = await start(well.url)
  expect(await waitOf(good)).toMatchObject({ reason: 'queued', place: 1 })
  aheadMs += 61_000
  await isDone(good)
})

itWithAria2('P53: torrents that trickle keep no good link waiting, and go on', async () => {
  const well = await serve(false)
  const blobs: Record<string, Buffer> = {}
  await open(1, { startMs: 500, blobOf: async (_, id) => blobs[id] })
  const seeds = await Promise.all(
    [1, 2, 3].map((at) =>
      openTestWebSeed(
        { name: `trickle ${at}`, files: [{ path: 'film.mkv', body: randomBytes(2_000_000) }] },
        { firstBytes: 70_000 },
      ),
    ),
  )
  const trickling: string[] = []
  for (const [at, seed] of seeds.entries()) {
    fixture.closing.push(seed.stop)
    blobs[`torrent ${at}`] = seed.bytes
    trickling.push(await start({ torrent: `torrent ${at}` }))
  }
  const good = await start(`${well.url}?1`)
  expect((await waitOf(good))?.reason).toBe('queued')
  const hasBegun = async (id: string) => (await waitOf(id)) !== null || (await fixture.box.task(id)).down_size > 60_000
  for (; (await waitOf(good))?.reason === 'queued'; aheadMs += 2_000) {
    expect(aheadMs).toBeLessThan(60_000)
    for (const id of trickling) await until('those that run bring something', () => hasBegun(id))
    await fixture.box.downloads.tasks.look()
  }
  await isDone(good)
  expect(await Promise.all(trickling.map(waitOf))).toEqual(trickling.map(() => null))
  for (const { hurry } of seeds) hurry()
  for (const id of trickling) await isDone(id)
})

itWithAria2('P53: more dead magnets than aria2 once ran at a time keep no good torrent waiting', async () => {
  const body = randomBytes(200_000)
  const seed = await openTestWebSeed({ name: 'good', files: [{ path: 'film.mkv', body }] }, {})
  fixture.closing.push(seed.stop)
  await open(10, { startMs: 0, blobOf: async () => seed.bytes })
  for (let at = 0; at < 130; at += 1) await start(`magnet:?xt=urn:btih:${at.toString(16).padStart(40, 'a')}`)
  const good = await start({ torrent: 'good' })
  for (; !(await fixture.box.task(good)).is_done; aheadMs += 1_000) {
    expect(aheadMs).toBeLessThan(60_000)
    for (let looks = 0; looks < 2; looks += 1) await fixture.box.downloads.tasks.look()
  }
})
