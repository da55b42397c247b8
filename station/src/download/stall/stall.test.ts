/** Why nothing moves: told within a minute, by the engine, the trackers and the servers themselves. */
import { randomBytes } from 'node:crypto'
import dgram from 'node:dgram'
import http from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TaskDetail } from '@homeport/contract/download/task-control.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { openBadServer } from '../../testing/bad-server.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { until } from '../../../../testing/until.ts'
import { onEveryProgram } from '../../testing/torrent-programs.ts'
import { bencode, torrentOf } from '../../testing/swarm.ts'
import { availabilityOf, swarmVerdict } from './swarm-verdict.ts'
import { scrapeTracker } from './tracker-scrape.ts'

const own = { searchPath: '', packaged: '' }
const infoHash = 'ab'.repeat(20)
let aheadMs: number
const fixture = setUpDownloads({ now: () => Date.now() + aheadMs })
const itOnEveryProgram = onEveryProgram(fixture)
const itFromPeers = onEveryProgram(fixture, { isFromPeers: true })
const { start, isDone } = fixture

beforeEach(() => {
  aheadMs = 0
})

const stallOf = async (id: string) => (await fixture.box.task(id)).stall
const detailOf = async (task_id: string) => TaskDetail.parse((await fixture.box.act('task_detail', { task_id })).data)

describe('the peers of a torrent', () => {
  const peer = { address: '', down_speed_bytes: 0, up_speed_bytes: 0, is_seed: false, is_choking: false, is_choked: false }
  const bits = (text: string) => Buffer.from([Number.parseInt(text.padEnd(8, '0'), 2)])
  const swarm = (...peers: Partial<typeof peer & { has: Buffer }>[]) => ({
    has: bits('1100'),
    pieces: 4,
    peers: peers.map((one) => ({ ...peer, has: bits('0000'), ...one })),
  })

  it.each([
    ['there are none', swarm(), 'no_peers', 0],
    ['nobody has what is missing', swarm({ has: bits('1100') }, { has: bits('1000'), is_choking: true }), 'missing_pieces', 0.5],
    ['who has it refuses', swarm({ has: bits('1110'), is_choking: true }, { has: bits('1100') }), 'choked', 0.75],
    ['a seed refuses', swarm({ is_seed: true, is_choking: true }), 'choked', 1],
    ['one gives it', swarm({ has: bits('0010') }), undefined, 0.25],
  ])('%s', (_, given, ...[verdict, availability]) => {
    expect(swarmVerdict(given)).toBe(verdict)
    expect(availabilityOf(given)).toBe(availability)
  })
})

describe('a tracker', () => {
  const servers: { close: () => unknown }[] = []
  afterEach(() => servers.splice(0).forEach((server) => server.close()))
  const rule = { allowPrivate: true, ownPorts: () => [] }
  const scrape = (url: string, more = {}) => scrapeTracker({ url, infoHash, rule: { ...rule, ...more }, withinMs: 1_000 })

  async function serve(answer: (url: string) => Buffer | number): Promise<number> {
    const server = http.createServer((request, response) => {
      const body = answer(request.url ?? '')
      if (typeof body === 'number') response.writeHead(body).end()
      else response.end(body)
    })
    servers.push(server)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  }

  it('tells by HTTP how many have it, or why it does not', async () => {
    const requests: string[] = []
    const port = await serve((url) => {
      requests.push(url)
      if (url.startsWith('/dumb')) return bencode({ 'failure reason': '未登记 unregistered' })
      return url.startsWith('/strange') ? Buffer.from('<html>') : bencode({ files: {} })
    })
    expect(await scrape(`http://127.0.0.1:${port}/a/announce.php?key=1`)).toEqual({ state: 'working', seeds: 0, peers: 0 })
    expect(requests).toEqual([`/a/scrape.php?key=1&info_hash=${'%ab'.repeat(20)}`])
    expect(await scrape(`http://127.0.0.1:${port}/dumb/announce`)).toEqual({ state: 'refused', message: '未登记 unregistered' })
    expect(await scrape(`http://127.0.0.1:${port}/strange/announce`)).toEqual({ state: 'silent', message: '' })
    expect(await scrape(`http://127.0.0.1:${port}/other`)).toEqual({ state: 'waiting', message: '' })
    expect(await scrape('http://127.0.0.1:9/announce')).toEqual({ state: 'silent', message: '' })
    const gone = await serve(() => 403)
    expect(await scrape(`http://127.0.0.1:${gone}/announce`)).toEqual({ state: 'refused', message: 'status=403' })
  })

  it('tells it by UDP, and one that says nothing is silent', async () => {
    const socket = dgram.createSocket('udp4')
    servers.push(socket)
    socket.on('message', (message, from) => {
      const isConnect = message.readBigUInt64BE(0) === 0x41727101980n
      const head = Buffer.concat([message.subarray(8, 12), message.subarray(12, 16)])
      const rest = isConnect ? randomBytes(8) : Buffer.from([0, 0, 0, 7, 0, 0, 0, 99, 0, 0, 0, 3])
      // An answer to another question is passed over.
      socket.send(Buffer.concat([head.subarray(0, 4), Buffer.from('else'), rest]), from.port)
      socket.send(Buffer.concat([head, rest]), from.port)
    })
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
    expect(await scrape(`udp://127.0.0.1:${socket.address().port}/announce`)).toEqual({ state: 'working', seeds: 7, peers: 3 })
    const deaf = dgram.createSocket('udp4')
    servers.push(deaf)
    await new Promise<void>((resolve) => deaf.bind(0, '127.0.0.1', resolve))
    const silent = scrapeTracker({ url: `udp://127.0.0.1:${deaf.address().port}`, infoHash, rule, withinMs: 200 })
    expect(await silent).toEqual({ state: 'silent', message: '' })
  })

  it('P34: at a private address or an own port is not requests', async () => {
    let requests = 0
    const port = await serve(() => {
      requests += 1
      return bencode({ files: {} })
    })
    for (const url of [`http://127.0.0.1:${port}/announce`, `udp://127.0.0.1:${port}/announce`]) {
      expect(await scrape(url, { allowPrivate: false })).toEqual({ state: 'refused', message: 'private' })
      expect(await scrape(url, { ownPorts: () => [port] })).toEqual({ state: 'refused', message: 'own_port' })
    }
    expect(requests).toBe(0)
  })
})

it('a server that says nothing more is named after a minute, and no more once its bytes come', async () => {
  await fixture.open(own)
  const body = randomBytes(300_000)
  const server = await openBadServer({ body })
  fixture.closing.push(server.stop)
  server.behave('silent')
  const id = await start(server.url)
  await until('its first bytes are here', async () => (await fixture.box.task(id)).down_size > 0)
  expect(await stallOf(id)).toBe(null)
  aheadMs += 46_000
  await until('it is told', async () => (await stallOf(id)) !== null)
  expect(await stallOf(id)).toMatchObject({ reason: 'server_silent', is_dead: false })
  await until('the apps hear of it', () =>
    fixture.box.updates.some(({ task, isState }) => isState && task.stall?.reason === 'server_silent'),
  )
  aheadMs += 86_400_000
  expect(await stallOf(id)).toMatchObject({ reason: 'server_silent', is_dead: true })
  expect((await detailOf(id)).server).toBe(new URL(server.url).host)
  server.behave('well')
  await fixture.box.act('stop_task', { task_id: id })
  expect(await stallOf(id)).toBe(null)
  await fixture.box.act('start_task', { task_id: id })
  await isDone(id)
  expect(await stallOf(id)).toBe(null)
})

it('a server that gives a few bytes a minute is slow', async () => {
  await fixture.open(own)
  const server = await fixture.serve({ '/a': { body: randomBytes(300_000) } }, { bytesPerSecond: 400 })
  const id = await start(`${server.url}/a`)
  await until('it moves', async () => (await fixture.box.task(id)).down_size > 0)
  aheadMs += 46_000
  await until('it is told', async () => (await stallOf(id))?.reason === 'server_slow')
})

describe('a torrent', () => {
  itOnEveryProgram('that nobody has is told with what its trackers say, dead after a day, and never given up', async () => {
    await fixture.open()
    const empty = http.createServer((_, response) =>
      response.end(bencode({ interval: 60, complete: 0, incomplete: 0, peers: Buffer.from(''), files: {} })),
    )
    await new Promise<void>((resolve) => empty.listen(0, '127.0.0.1', resolve))
    fixture.closing.push(() => empty.close())
    const address = empty.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const trackers = [`http://127.0.0.1:${port}/announce`, 'http://127.0.0.1:9/announce']
    const query = trackers.map((url) => `&tr=${encodeURIComponent(url)}`).join('')
    const id = await start(`magnet:?xt=urn:btih:${infoHash}${query}`)
    await until('it has its turn', async () => (await fixture.box.task(id)).wait === null)
    await fixture.box.downloads.tasks.look()
    aheadMs += 46_000
    await until('it is told', async () => {
      aheadMs += 1_000
      return (await stallOf(id))?.silent_trackers === 1
    })
    expect(await stallOf(id)).toMatchObject({ reason: 'no_peers', peers: 0, trackers: 2, silent_trackers: 1, is_dead: false })
    const detail = await detailOf(id)
    expect(detail).toMatchObject({ info_hash: infoHash, peers: 0, seeds: 0, availability: null, server: '' })
    expect(detail.trackers).toMatchObject([
      { url: trackers[0], state: 'working', peers: 0, seeds: 0 },
      { url: trackers[1], state: 'silent' },
    ])
    expect(await fixture.box.act('task_look_again', { task_id: id })).toMatchObject({ code: Code.ok })
    aheadMs += 86_400_000
    expect(await fixture.box.task(id)).toMatchObject({ status: 1, stall: { is_dead: true } })
  })

  itOnEveryProgram('without a tracker that brings no peers says so, and its detail has neither trackers nor peers', async () => {
    await fixture.open()
    const id = await start(`magnet:?xt=urn:btih:${infoHash}`)
    await until('it has its turn', async () => (await fixture.box.task(id)).wait === null)
    await fixture.box.downloads.tasks.look()
    aheadMs += 46_000
    await until('it is told', async () => {
      aheadMs += 1_000
      return (await stallOf(id)) !== null
    })
    expect(await stallOf(id)).toMatchObject({ reason: 'no_peers', peers: 0, trackers: 0, silent_trackers: 0, is_dead: false })
    expect(await detailOf(id)).toMatchObject({ trackers: [], peer_list: [], dht_peers: null })
  })

  itFromPeers('shows its peers, takes further trackers and leaves out others; a private one does not', async () => {
    const blobs: Record<string, Buffer> = {}
    await fixture.open({ blobOf: async (_, id) => blobs[id] })
    const { magnet, infoHash: hash } = await fixture.swarm('peers', { 'film.mkv': randomBytes(2_000_000) }, 100_000)
    const id = await start(magnet)
    await until('it moves', async () => (await fixture.box.task(id)).down_size > 0)
    const before = await detailOf(id)
    expect(before).toMatchObject({
      info_hash: hash,
      original_name: 'peers',
      seeds: 1,
      availability: 1,
      path: `${fixture.box.root}/peers`,
    })
    expect(before.peer_list).toMatchObject([{ progress: 100, is_seed: true }])
    const [announce = ''] = before.trackers.map(({ url }) => url)
    const add = ['udp://127.0.0.1:9/announce']
    expect(await fixture.box.act('task_trackers', { task_id: id, add, remove: [announce] })).toMatchObject({ code: Code.ok })
    expect((await detailOf(id)).trackers.map(({ url }) => url)).toEqual(add)
    expect(await fixture.box.act('task_trackers', { task_id: id, add: ['ftp://a/b'] })).toMatchObject({ code: Code.invalid })
    await fixture.box.act('task_trackers', { task_id: id, add: [announce], remove: add })
    expect((await detailOf(id)).trackers.map(({ url }) => url)).toEqual([announce])
    await until('it goes on', async () => (await detailOf(id)).seeds === 1)
    const { bytes } = torrentOf({ name: 'own', files: { a: randomBytes(100) }, announce: 'http://127.0.0.1:9/announce' })
    blobs['own'] = Buffer.concat([bytes.subarray(0, bytes.length - 2), Buffer.from('7:privatei1eee')])
    const secret = await start({ torrent: 'own' })
    expect(await fixture.box.act('task_trackers', { task_id: secret, add })).toMatchObject({
      code: Code.notAllowed,
      data: { reason: 'private_torrent' },
    })
    expect(await fixture.box.act('task_detail', { task_id: 'nothing' })).toMatchObject({ code: TaskCode.notCreated })
  })
})
