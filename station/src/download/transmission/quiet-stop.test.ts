/** Stops of the box's at a Transmission that tells late of them, or heeds them not. The program is a small server that speaks as it does. */
import http from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { unwrittenNotes } from '../../testing/unwritten.ts'
import { createTransmission } from './driver.ts'

const hash = 'a'.repeat(40)
const session = { version: '3.00', 'rpc-version': 16, 'current-stats': { secondsActive: 9_000 } }
const film = { id: 1, hashString: hash, name: 'film', downloadDir: '/films', metadataPercentComplete: 1, sizeWhenDone: 4 }

/** Its only torrent has been quiet for long, and stops when the test says so. onAsked: before it tells of it. */
async function openQuietTransmission(onAsked: (heard: readonly string[]) => number | undefined = () => undefined) {
  let status = 4
  const heard: string[] = []
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const { method = '', arguments: given = {} } = JSON.parse(Buffer.concat(parts).toString())
    heard.push(method)
    if (method === 'torrent-get') status = onAsked(heard) ?? status
    const torrents = given.ids === 'recently-active' ? [] : [{ ...film, leftUntilDone: 4, status }]
    response.setHeader('x-transmission-session-id', 'one')
    if (request.headers['x-transmission-session-id'] !== 'one') return response.writeHead(409).end()
    const answer = method.startsWith('session-') ? session : method === 'torrent-get' ? { torrents } : {}
    response.end(JSON.stringify({ result: 'success', arguments: answer }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const driver = createTransmission(
    { kind: 'transmission', address: `http://127.0.0.1:${port}`, user: '', password: '' },
    { ownPorts: () => [], unwritten: unwrittenNotes() },
  )
  onTestFinished(() => {
    driver.stop()
    server.close()
    server.closeAllConnections()
  })
  return { driver, heard, stopNow: (): void => void (status = 0) }
}

it('S122: a quiet torrent that the box stops is told as stopped, though it was told as running while it stopped', async () => {
  const { driver, heard, stopNow } = await openQuietTransmission()
  await driver.connect()
  expect((await driver.changes({ isWhole: true })).torrents.get(hash)).toMatchObject({ state: 'active' })
  const paused = driver.pause(hash)
  await until('it is told to stop', () => heard.includes('torrent-stop'))
  expect((await driver.changes({ isWhole: false })).torrents.get(hash)).toMatchObject({ state: 'active' })
  stopNow()
  await paused
  expect((await driver.changes({ isWhole: false })).torrents.get(hash)).toMatchObject({ state: 'paused', isStopped: true })
})

it('S123: one that is stopped at the end of a verification, heeds that not and begins, is stopped', async () => {
  const stops = (heard: readonly string[]) => heard.filter((method) => method === 'torrent-stop').length
  let looks = 0
  const { driver, heard } = await openQuietTransmission((methods) => {
    if (stops(methods) > 1) return 0
    if (stops(methods) === 0) return 2
    looks += 1
    return looks === 1 ? 0 : 4
  })
  await driver.connect()
  await driver.pause(hash)
  expect(stops(heard)).toBeGreaterThan(1)
  expect((await driver.changes({ isWhole: true })).torrents.get(hash)).toMatchObject({ isStopped: true })
})
