/** The box's tunnels: outgoing connections to processes of its cloud, opened when the cloud asks for one, by which the household reaches films and files away from home. */
import type { Duplex } from 'node:stream'
import { createTunnel, tunnelFrameMaxBytes } from '@homeport/contract/kit/http/tunnel.ts'
import { WebSocket } from 'ws'
import type { Feature } from '../kit/feature.ts'

/** Processes of a cloud that have one at once; the newest stay. */
const maxTunnels = 8
const connectsWithinMs = 8_000
const tunnelPath = /^\/tunnel[a-z\d-]{0,40}\/[\w-]{16,64}$/

export type TunnelDeps = {
  /** Where its cloud is reached. */
  cloud: string
  authorizationFor: (path: string) => Promise<string>
  /** Serves a connection. */
  take: (connection: Duplex) => void
}

export type TunnelFeature = Feature & {
  /** path: at the cloud, with the ticket of this one time. */
  open: (path: string) => Promise<void>
}

export function tunnelFeature({ cloud, authorizationFor, take }: TunnelDeps): TunnelFeature {
  const open = new Set<WebSocket>()

  return {
    async open(path) {
      // P34: nothing that the cloud says leads to another host.
      if (!tunnelPath.test(path)) return
      const ws = new WebSocket(cloud.replace(/^http/, 'ws') + path, {
        headers: { authorization: await authorizationFor(path) },
        handshakeTimeout: connectsWithinMs,
        maxPayload: tunnelFrameMaxBytes,
        perMessageDeflate: false,
        followRedirects: false,
      })
      for (const oldest of open) if (open.size >= maxTunnels) end(oldest)
      open.add(ws)
      ws.once('close', () => open.delete(ws))
      createTunnel(ws, take)
    },
    prepareStop() {
      for (const ws of open) ws.terminate()
    },
  }

  function end(ws: WebSocket): void {
    open.delete(ws)
    ws.terminate()
  }
}
