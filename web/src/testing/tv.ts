/** For tests: a cloud's socket on a real port, with a box that plays and accepts keys. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { AddressInfo } from 'node:net'
import type { PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { takeHosts } from '../kit/hosts.ts'
import { aDevice, aPlayer } from './samples.ts'

const closed: PlayerInfo = { ...aPlayer, status: -1, current_point: 0, duration: 0, movie_id: '', title: '' }

/** In a browser an unhandled error event is harmless; in Node it throws. */
class BrowserSocket extends WebSocket {
  constructor(url: string) {
    super(url)
    this.on('error', () => undefined)
  }
}

export async function openTv() {
  // jsdom's events do not work with Node's WebSocket; this one is a real socket too
  vi.stubGlobal('WebSocket', BrowserSocket)
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((done) => server.once('listening', done))
  // NOTE: a server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  takeHosts({ env: 'product', hosts: { product: { en: { ws: `ws://127.0.0.1:${port}` } } } })

  const messages: string[] = []
  const targets: string[] = []
  let isMute = false
  const texts: string[] = []
  const sockets = new Set<WebSocket>()
  let player = closed
  let refusal: string | null = null
  const others = new Map<string, PlayerInfo>()
  const all = () => [player, ...others.values()].filter(({ status, is_pending }) => status !== -1 || is_pending)

  server.on('connection', (ws) => {
    sockets.add(ws)
    ws.on('close', () => sockets.delete(ws))
    ws.on('message', (bytes: Buffer) => {
      if (isMute) return
      const { act, id, data } = JSON.parse(bytes.toString())
      const reply = (code: number, message: unknown) =>
        ws.send(JSON.stringify({ act, dev: act === 'login' ? '' : aDevice.devsn, code, data: message, id }))
      if (act === 'login') return reply(200, { fd: 'fd-1' })
      if (act === 'onheadt') return reply(200, {})
      if (data.data.target && act !== 'player_tracks') targets.push(`${act} ${data.data.target}`)
      if (act !== 'player_list') messages.push(act === 'remote_key' ? `${data.data.key} ${data.data.phase}` : act)
      if (refusal) return reply(Code.notFound, { reason: refusal })
      if (act === 'remote_key') return reply(200, {})
      if (act === 'remote_text') {
        texts.push(data.data.text)
        return reply(200, {})
      }
      if (act === 'player_pause') player = { ...player, status: 4 }
      if (act === 'player_resume') player = { ...player, status: 3 }
      if (act === 'player_seek') player = { ...player, current_point: data.data.point }
      if (act === 'player_volume') player = { ...player, sound: data.data.mute ? 'muted' : 'on' }
      if (act === 'exit_player') player = closed
      if (act === 'player_list') return reply(200, { data: all() })
      if (act === 'player_speed') player = { ...player, speed: data.data.speed }
      if (act === 'player_sleep') player = { ...player, sleep_ms: data.data.at_end ? -1 : data.data.minutes * 60_000 }
      reply(200, player)
    })
  })

  return {
    messages,
    /** Acts that name a screen. */
    targets: () => targets,
    texts: () => texts,
    /** Nothing is answered any more, and no connection is closed. */
    mute: () => (isMute = true),
    keys: () => messages.filter((one) => one.includes(' ')),
    playing: (info: Partial<PlayerInfo>) => (player = { ...aPlayer, ...info }),
    push(info: Partial<PlayerInfo>) {
      player = { ...player, ...info }
      for (const ws of sockets) ws.send(JSON.stringify({ act: 'player_status', dev: aDevice.devsn, code: Code.ok, data: player }))
    },
    /** A film on another screen. */
    pushOther(info: Partial<PlayerInfo> & { screen_id: string }) {
      const other = { ...aPlayer, ...info }
      others.set(info.screen_id, other)
      for (const ws of sockets) ws.send(JSON.stringify({ act: 'player_status', dev: aDevice.devsn, code: Code.ok, data: other }))
    },
    /** A notice that the cloud sends unasked. */
    notify(data: object) {
      for (const ws of sockets) ws.send(JSON.stringify({ act: 'notice', dev: '', code: Code.ok, data }))
    },
    /** Any frame of the box or the cloud, unasked. */
    send(frame: { act: string; dev?: string; code?: number; data?: unknown; task_id?: string; url?: string }) {
      for (const ws of sockets) ws.send(JSON.stringify({ dev: aDevice.devsn, code: Code.ok, ...frame }))
    },
    refuse: (reason: string | null) => (refusal = reason),
    count: () => sockets.size,
    cut: () => sockets.forEach((ws) => ws.terminate()),
    async stop() {
      sockets.forEach((ws) => ws.terminate())
      await new Promise((done) => server.close(done))
    },
  }
}
