/** A torrent on a real Transmission that is slow, with one peer that answers late: the peer is asked once and sends at once, and is not left alone for a quarter of an hour. */
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import net from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { lanAddress } from '../../../../testing/lan-address.ts'
import { hasTransmission, noTransmission, openTransmission } from '../../../../testing/transmission.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { hasAria2 } from '../../testing/engine.ts'
import { bencode } from '../../testing/swarm.ts'

const fixture = setUpDownloads()
/** As long as it takes Transmission to ask its tracker and to call the peer. */
const stopLateMs = 1_500
const answerLateMs = 3_000

async function portOf(server: net.Server, host: string): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  fixture.closing.push(() => server.close())
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

/** Passes everything on to the program, a request to stop or verify a torrent late. */
async function openSlowRpc(address: string): Promise<string> {
  const server = http.createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const body = Buffer.concat(parts)
    if (/"torrent-(stop|verify)"/.test(body.toString())) await after(stopLateMs)
    const { method = 'GET', headers } = request
    const passed = http.request(new URL(request.url ?? '/', address), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    passed.end(body)
  })
  return `http://127.0.0.1:${await portOf(server, '127.0.0.1')}`
}

/** Before this peer, which it shows under another port. calls: connections that it was given. */
async function openLatePeer(announce: string) {
  const answer = Buffer.from(await (await fetch(`${announce}?left=1&peer_id=-TR`)).arrayBuffer())
  const [host = '', seedPort] = [lanAddress, answer.readUInt16BE(answer.length - 3)]
  const calls: net.Socket[] = []
  const port = await portOf(
    net.createServer(async (call) => {
      calls.push(call)
      call.on('error', () => {}).pause()
      await after(answerLateMs)
      const seed = net.connect(seedPort, host).on('error', () => call.destroy())
      call.on('close', () => seed.destroy())
      call.pipe(seed).pipe(call)
    }),
    host,
  )
  const peers = Buffer.from([...host.split('.').map(Number), port >> 8, port & 255])
  const tracker = http.createServer((_, response) => response.end(bencode({ interval: 600, peers })))
  return { announce: `http://127.0.0.1:${await portOf(tracker, '127.0.0.1')}/announce`, calls }
}

it.skipIf(!hasTransmission || !hasAria2)(
  `S72: the only peer is called once the torrent is written down, and sends its bytes${noTransmission}`,
  async () => {
    const program = await openTransmission({ folder: fixture.inFolder('Transmission') })
    fixture.closing.push(program.stop)
    const address = await openSlowRpc(program.address)
    await fixture.useProgram({ ...program, address, login: { ...program.login, address } })
    await fixture.open()
    const body = randomBytes(600_000)
    const swarm = await fixture.swarm('film', { 'film.mkv': body })
    const ofSwarm = new URL(swarm.magnet).searchParams.get('tr') ?? ''
    const { announce, calls } = await openLatePeer(ofSwarm)
    const id = await fixture.start(swarm.magnet.replace(encodeURIComponent(ofSwarm), encodeURIComponent(announce)))
    await fixture.isDone(id)
    expect(fixture.box.read('film/film.mkv')?.equals(body)).toBe(true)
    // One for the metadata, one for the files.
    expect(calls.length).toBeLessThanOrEqual(2)
  },
)
