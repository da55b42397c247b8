/** The box's tunnels: outgoing connections to processes of its cloud, opened when the cloud asks for one, by which the household reaches films and files away from home. */
import type { Duplex } from 'node:stream'
import { createFrameCounter, createTokenBucket, tunnelFramesRate } from '@homeport/contract/kit/inbound.ts'
import { createTunnel, tunnelFrameMaxBytes } from '@homeport/contract/kit/http/tunnel.ts'
import type { WebSocket } from 'ws'
import type { Feature } from '../kit/feature.ts'
import { openCloudSocket } from '../kit/connection/cloud-socket.ts'
import { monotonicMs } from '../kit/monotonic.ts'

/** Processes of a cloud that have one at once; the newest stay. */
const maxTunnels = 8
/** More than these are not opened: each process of a cloud asks for one while somebody is there. */
const openingsRate = { perSecond: 1, burst: 2 * maxTunnels } as const
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
  const bucket = createTokenBucket(openingsRate, monotonicMs)

  return {
    async open(path) {
      // P34: nothing that the cloud says leads to another host.
      if (!tunnelPath.test(path) || bucket.take(0) > 0) return
      bucket.take(1)
      const ws = openCloudSocket(cloud.replace(/^http/, 'ws') + path, {
        headers: { authorization: await authorizationFor(path) },
        rate: tunnelFramesRate,
        count: createFrameCounter(),
        maxBytes: tunnelFrameMaxBytes,
        withinMs: connectsWithinMs,
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
