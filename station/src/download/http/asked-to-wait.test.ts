/** Servers that say when they may be asked again (RFC 9110, 10.2.3; RFC 6585, 4), as curl --retry and wget heed it. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { torrentOf } from '../../testing/swarm.ts'

const begunAt = Date.now()
let aheadMs = 0
const fixture = setUpDownloads({ isOpen: true, now: () => begunAt + aheadMs, startMs: 500 })
const task = (id: string) => fixture.box.task(id)
const waitOf = async (id: string) => (await task(id)).wait
const hour = 3_600_000

let answers: { status: number; headers: Record<string, string | number>; body?: Buffer }[]
let requests: number
beforeEach(() => {
  aheadMs = 0
  requests = 0
})

/** Each answer once, the last one for ever. */
async function serve(path: string, ...given: typeof answers): Promise<string> {
  answers = given
  const server = http.createServer((request, response) => {
    if (request.method === 'HEAD') return void response.writeHead(405).end()
    const { status = 500, headers, body = Buffer.alloc(0) } = answers[Math.min(requests, answers.length - 1)] ?? {}
    requests += 1
    response.writeHead(status, { 'content-length': body.length, ...headers }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  fixture.closing.push(() => (server.closeAllConnections(), server.close()))
  // NOTE: a listening TCP server has this kind of address.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
}

const hello = { status: 200, headers: {}, body: Buffer.from('hello') }
const laterBy = async (id: string) => Math.round(((await waitOf(id))?.next_at ?? 0) - (begunAt + aheadMs) / 1_000)

describe('a server that asks to be left alone', () => {
  test.each([
    ['429, in seconds', 429, () => '3600', 3_600],
    ['503, in seconds', 503, () => '7200', 7_200],
    ['503, at a date', 503, () => new Date(Date.now() + hour).toUTCString(), 3_600],
    ['429, for a day', 429, () => '86400', 86_400],
    ['429, for ever', 429, () => '99999999999', 86_400],
  ])('is left alone: %s', async (_, ...[status, retryAfter, seconds]) => {
    const id = await fixture.start(await serve('/a.bin', { status, headers: { 'retry-after': retryAfter() } }, hello))
    await until('it waits', async () => (await waitOf(id)) !== null)
    expect(await task(id)).toMatchObject({ status: 1, reason: 'asked_to_wait', wait: { reason: 'server', tries: 1 } })
    expect(Math.abs((await laterBy(id)) - seconds)).toBeLessThan(5)
    aheadMs += (seconds - 30) * 1_000
    await fixture.box.downloads.tasks.look()
    // A day without a byte is not the server's death where it said so.
    expect(await task(id)).toMatchObject({ wait: { reason: 'server' }, stall: null })
    expect(requests).toBe(1)
    aheadMs += 60_000
    await fixture.isDone(id)
    expect(requests).toBe(2)
  })

  test.each([['0'], ['soon'], ['3'], ['Mon, 01 Jan 2024 00:00:00 GMT']])(
    'is tried as others where it says "%s"',
    async (retryAfter) => {
      const id = await fixture.start(await serve('/a.bin', { status: 503, headers: { 'retry-after': retryAfter } }, hello))
      await until('it waits', async () => (await waitOf(id)) !== null)
      expect(await task(id)).toMatchObject({ reason: 'busy', wait: { reason: 'retry' } })
      expect(await laterBy(id)).toBeLessThan(10)
    },
  )

  test('is not asked for a file that is not there, whatever it says', async () => {
    const id = await fixture.start(await serve('/a.bin', { status: 404, headers: { 'retry-after': '60' } }))
    await until('it failed', async () => (await task(id)).status !== 1)
    expect(await task(id)).toMatchObject({ reason: 'not_found', wait: null })
  })

  test('holds no place, and a person may try at once', async () => {
    await fixture.box.act('save_download_config', { max_running: 1 })
    const id = await fixture.start(await serve('/a.bin', { status: 429, headers: { 'retry-after': '3600' } }, hello))
    await until('it waits', async () => (await waitOf(id)) !== null)
    const files = await fixture.serve({ '/b.bin': { body: Buffer.from('other') } })
    const other = await fixture.start(`${files.url}/b.bin`)
    await fixture.isDone(other)
    await fixture.box.act('task_many', { action: 'retry', task_ids: [id] })
    await fixture.isDone(id)
  })

  test('of a torrent file too', async () => {
    const { bytes } = torrentOf({ name: 'show', files: { 'a.mkv': Buffer.alloc(70_000, 1) }, announce: 'http://127.0.0.1:9/a' })
    // On a slow machine a start is answered before its torrent file has come, which is then asked for once more.
    const id = await fixture.start(await serve('/a.torrent', { status: 429, headers: { 'retry-after': '3600' } }))
    await until('it waits', async () => (await waitOf(id)) !== null)
    expect(await task(id)).toMatchObject({ reason: 'asked_to_wait', wait: { reason: 'server' } })
    answers = [{ status: 200, headers: {}, body: bytes }]
    aheadMs += hour + 5_000
    await until('it is the torrent', async () => (await task(id)).name === 'show')
  })
})
