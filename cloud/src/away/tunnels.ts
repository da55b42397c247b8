/** The tunnels of boxes to this process: asked of a box by its broker connection once somebody needs one, and let in by a ticket for this one time and the box's signature (P21). */
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { bytesBeforeLogin, tunnelFramesRate, type InboundRate } from '@homeport/contract/kit/inbound.ts'
import { inboundWebSocket, noHead } from '@homeport/contract/kit/inbound-socket.ts'
import type { Later } from '@homeport/contract/kit/later.ts'
import { blobAudience, type ToBox } from '@homeport/contract/kit/connection.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { createTunnel, tunnelFrameMaxBytes, type Tunnel } from '@homeport/contract/kit/http/tunnel.ts'
import { WebSocketServer } from 'ws'
import { headerOf } from '../kit/auth.ts'
import { refuseUpgrade, type Upgrade } from '../connection/base/upgrade.ts'
import { readBoxToken } from '../connection/broker/box-token.ts'

export const opensWithinMs = 8_000
/** Without streams for so long it is of no use. */
const idleMs = 60_000

/** Limits of what passes through this process, kbit/s; boxKbit is that of an account, too. path: the one at which boxes reach this very process. */
export type RelaySetting = { streamKbit: number; boxKbit: number; path: string }

export type TunnelDeps = {
  setting: RelaySetting
  /** False if the box is offline. */
  send: (to: { devsn: string; lang: Lang }, down: ToBox) => boolean
  now: () => number
  elapsed: () => number
  later: Later
}
type Opening = { devsn: string; tunnel: Promise<Tunnel | undefined>; end: (tunnel: Tunnel | undefined) => void }

export function createTunnels({ setting, send, now, elapsed, later }: TunnelDeps) {
  const open = new Map<string, Tunnel>()
  /** By the path of their ticket. */
  const openings = new Map<string, Opening>()
  const server = new WebSocketServer({ noServer: true, maxPayload: tunnelFrameMaxBytes, perMessageDeflate: false })
  const usedAt = new WeakMap<Tunnel, number>()
  let isStopped = false

  function begin(lang: Lang, devsn: string): Opening {
    const path = `${setting.path}/${randomBytes(18).toString('base64url')}`
    const { promise: tunnel, resolve } = Promise.withResolvers<Tunnel | undefined>()
    const cancel = later(opensWithinMs, () => end(undefined))
    function end(result: Tunnel | undefined): void {
      cancel()
      openings.delete(path)
      resolve(result)
    }
    const opening = { devsn, tunnel, end }
    openings.set(path, opening)
    if (isStopped || !send({ devsn, lang }, { kind: 'tunnel', path })) end(undefined)
    return opening
  }

  async function admit({ request, socket, head }: Upgrade, opening: Opening): Promise<void> {
    const path = request.url ?? ''
    const isItself = await isSignedBy(opening.devsn, request, now())
    if (socket.destroyed) return
    // Each ticket once, whoever comes with it.
    if (!isItself || openings.get(path) !== opening) return refuseUpgrade(socket, 403)
    openings.delete(path)
    const inbound = inboundWebSocket(socket, { rate: tunnelRate(setting), head })
    server.handleUpgrade(request, inbound, noHead, (ws) => {
      const tunnel = createTunnel(ws)
      keep(opening.devsn, tunnel)
      opening.end(tunnel)
    })
  }

  function keep(devsn: string, tunnel: Tunnel): void {
    open.get(devsn)?.end()
    open.set(devsn, tunnel)
    usedAt.set(tunnel, elapsed())
    void tunnel.ended.then(() => open.get(devsn) === tunnel && open.delete(devsn))
  }

  return {
    /** Undefined if the box is offline, or opens none in time. */
    async of(lang: Lang, devsn: string): Promise<Tunnel | undefined> {
      const existing = open.get(devsn)
      if (existing?.isOpen()) return existing
      const opening = [...openings.values()].find((one) => one.devsn === devsn) ?? begin(lang, devsn)
      return opening.tunnel
    },
    /** False if the path is none of a tunnel. */
    upgrade(upgrade: Upgrade): boolean {
      const path = upgrade.request.url ?? ''
      if (!path.startsWith(`${setting.path}/`)) return false
      const opening = openings.get(path)
      upgrade.socket.on('error', () => upgrade.socket.destroy())
      if (opening) void admit(upgrade, opening)
      else refuseUpgrade(upgrade.socket, 404)
      return true
    },
    /** Call it now and then: ends those that nobody uses. */
    sweep(): void {
      for (const tunnel of open.values()) {
        if (tunnel.streams() > 0) usedAt.set(tunnel, elapsed())
        else if (elapsed() - (usedAt.get(tunnel) ?? 0) >= idleMs) tunnel.end()
      }
    },
    stop(): void {
      isStopped = true
      for (const { end } of openings.values()) end(undefined)
      for (const tunnel of open.values()) tunnel.end()
      server.close()
    },
  }
}

async function isSignedBy(devsn: string, { headers, url }: IncomingMessage, now: number): Promise<boolean> {
  const signed = /^Box (\S+)$/.exec(headerOf(headers, 'authorization'))?.[1] ?? ''
  const box = signed.length > bytesBeforeLogin ? undefined : await readBoxToken(signed, { audience: blobAudience, now })
  return box?.devsn === devsn && box.claims.path === url
}

/** Twice what may pass: the slots of its streams hold it back before. */
function tunnelRate({ boxKbit }: RelaySetting): InboundRate {
  return { ...tunnelFramesRate, unitBytes: Math.max(1_024, (2 * boxKbit * 125) / tunnelFramesRate.perSecond) }
}
