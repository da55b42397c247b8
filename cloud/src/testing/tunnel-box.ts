/** For tests: a box that opens its tunnel when the cloud asks for it, and answers by an HTTP server of the test's own. */
import { createServer, type RequestListener, type Server } from 'node:http'
import { blobAudience } from '@homeport/contract/kit/connection.ts'
import { createTunnel } from '@homeport/contract/kit/http/tunnel.ts'
import { WebSocket } from 'ws'
import { until } from '../../../testing/until.ts'
import { passwordOf, TestBox, type BoxKey } from './box.ts'

/** claims: others than the box's own. */
export function tunnelToken(key: BoxKey, path: string, claims: object = {}): string {
  const now = Math.floor(Date.now() / 1000)
  return passwordOf(key, { nonce: '', now }, { claims: { aud: blobAudience, path, ...claims } })
}

export function connectTunnel(url: string, path: string, token: string): WebSocket {
  const headers = { authorization: `Box ${token}` }
  return new WebSocket(url.replace(/^http/, 'ws') + path, { headers, perMessageDeflate: false })
}

/** Opens a tunnel for each time that the cloud asked. */
export class TunnelBox extends TestBox {
  readonly server: Server
  tunnels: WebSocket[] = []
  /** How many times it was asked for a tunnel, and saw it. */
  answered = 0
  isDeaf = false
  /** Where a balancer leads a tunnel of this path. */
  leadsTo: (path: string) => string = () => this.url

  constructor(url: string, listener: RequestListener, key?: BoxKey) {
    super(url, key)
    this.server = createServer(listener)
  }

  /** Reads what came, every few milliseconds. */
  listen(): this {
    const timer = setInterval(() => this.#open(), 10)
    this.server.once('close', () => clearInterval(timer))
    return this
  }

  /** The paths of the tunnels that it was asked for. */
  paths(): string[] {
    return this.receivedOf('tunnel').map(({ path }) => path)
  }

  async path(at: number): Promise<string> {
    await until('the box is asked for a tunnel', () => this.paths().length > at)
    return this.paths()[at] ?? ''
  }

  #open(): void {
    const paths = this.paths().slice(this.answered)
    this.answered += paths.length
    if (this.isDeaf) return
    for (const path of paths) {
      const ws = connectTunnel(this.leadsTo(path), path, tunnelToken(this.key, path))
      createTunnel(ws, (stream) => void this.server.emit('connection', stream))
      this.tunnels.push(ws)
    }
  }

  override async stop(): Promise<void> {
    this.server.emit('close')
    for (const ws of this.tunnels) ws.terminate()
    await super.stop()
  }
}
