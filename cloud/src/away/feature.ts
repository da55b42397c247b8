/** The away feature: a box's films and files for its household away from home, through this cloud where its operator lets them (docs/decisions/091). */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { awayPass } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { cookieValue } from '@homeport/contract/kit/http/cookie-value.ts'
import type { Later } from '@homeport/contract/kit/later.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { awayPath } from '@homeport/contract/playback/box-paths.ts'
import { createBackgroundTasks } from '../kit/background-tasks.ts'
import type { Log } from '../kit/log.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve } from '../kit/http/serve.ts'
import { refuseUpgrade, type Upgrade } from '../connection/base/upgrade.ts'
import type { Connection } from '../connection/open-connection.ts'
import type { Feature } from '../shared/feature.ts'
import { createAwayProxy } from './away-proxy.ts'
import { createPasses, visitSeconds, type Visit } from './pass.ts'
import { createStreamSlots } from './stream-slots.ts'
import { createTunnels, type RelaySetting } from './tunnels.ts'

/** Unbinding and the end of a sign-in take effect within this time (P10, P20). */
const checkMs = 1_000
const cookieName = 'homeport_away'

export type AwayDeps = {
  /** Undefined: off. */
  setting: RelaySetting | undefined
  connection: Pick<Connection, 'boxRequests' | 'memberCache' | 'secrets'>
  isOriginAllowed: (request: IncomingMessage) => boolean
  addressOf: (request: IncomingMessage) => string
  isSignedIn: (lang: Lang, tokenHash: string) => Promise<boolean>
  /** Both seem to be in one house. */
  isNear: (devsn: string, address: string) => boolean
  now: () => number
  elapsed: () => number
  later: Later
  log: Log
}

export function awayFeature({ setting, connection, ...deps }: AwayDeps): Feature {
  if (!setting) return { routes: [serve(awayPass, () => ({ address: '', stream_kbit: 0, is_near: true }))] }
  const { isOriginAllowed, addressOf, isSignedIn, isNear, now, elapsed, later, log } = deps
  const passes = createPasses({ secrets: connection.secrets, now })
  const tunnels = createTunnels({ setting, send: connection.boxRequests.send, now, elapsed, later })
  const slots = createStreamSlots(setting, { now: elapsed, later })
  const work = createBackgroundTasks(log)
  const proxy = createAwayProxy({
    tunnelOf: ({ lang, devsn }) => tunnels.of(lang, devsn),
    takeSlot: (visit) => slots.take(visit),
    screenSecret: passes.screenSecret,
    streamKbit: setting.streamKbit,
    later,
  })
  const isAllowed = async ({ lang, devsn, user_id, token_hash }: Visit): Promise<boolean> =>
    (await connection.memberCache.memberOf(lang, devsn, user_id)) !== undefined && isSignedIn(lang, token_hash)

  async function visitOf({ headers }: IncomingMessage, devsn: string): Promise<Visit | undefined> {
    const visit = passes.read('visit', cookieValue(headers.cookie, cookieName) ?? '')
    return visit?.devsn === devsn && (await isAllowed(visit)) ? visit : undefined
  }

  /** A person who is no longer of the household, or has signed out, reads no further. */
  async function endOthers(): Promise<void> {
    tunnels.sweep()
    for (const visit of proxy.visits()) if (!(await isAllowed(visit))) proxy.endVisit(visit)
  }
  const timer = setInterval(() => work.run(endOthers(), 'The check of visits failed'), checkMs).unref()

  async function upgrade(taken: Upgrade, devsn: string): Promise<void> {
    const { request, socket } = taken
    const visit = isOriginAllowed(request) ? await visitOf(request, devsn) : undefined
    if (!visit) return refuseUpgrade(socket, 403)
    await proxy.upgrade(taken, { visit, path: '/ws', address: addressOf(request) })
  }

  return {
    routes: [
      serve(
        awayPass,
        async (_, { realm: { lang }, user: { user_id }, tokenHash, device: { devsn }, address, isHidden, base }) => {
          const is_near = isHidden || isNear(devsn, address)
          // A person away from home is told of a way that is open. At home it is hardly used.
          if (!is_near && !(await tunnels.of(lang, devsn))) throw new Refusal(Code.noResponse)
          const pass = passes.seal('pass', passes.newVisit({ lang, devsn, user_id, token_hash: tokenHash }))
          return { address: `${base}${awayPath}/${pass}/`, stream_kbit: setting.streamKbit, is_near }
        },
      ),
    ],
    mount: async (app) => mountAway(app, { passes, proxy, visitOf }),
    onUpgrade(taken) {
      if (tunnels.upgrade(taken)) return true
      const devsn = /^\/away\/([A-Z2-7]{16})\/ws$/.exec(taken.request.url ?? '')?.[1]
      if (devsn === undefined) return false
      taken.socket.on('error', () => taken.socket.destroy())
      work.run(upgrade(taken, devsn), 'A socket to a box could not be opened')
      return true
    },
    async stop() {
      clearInterval(timer)
      proxy.stop()
      tunnels.stop()
      await work.settled()
    },
  }
}

type MountDeps = {
  passes: ReturnType<typeof createPasses>
  proxy: ReturnType<typeof createAwayProxy>
  visitOf: (request: IncomingMessage, devsn: string) => Promise<Visit | undefined>
}

function mountAway(app: FastifyInstance, { passes, proxy, visitOf }: MountDeps): void {
  app.get(`${awayPath}/*`, async (request, reply) => {
    const [path = ''] = request.url.split('?')
    const [, name = '', rest = ''] = /^\/away\/([^/]+)(\/.*)$/.exec(path) ?? []
    if (name.includes('.')) {
      const entering = passes.read('pass', name)
      return entering ? enter(request, reply, { visit: entering, passes, rest }) : missing(reply)
    }
    // Known to everybody: the page does nothing without its socket.
    if (rest === '/') return page(reply, 'screen.html')
    if (/^\/(?:mark\.svg|assets\/[\w-][\w.-]*)$/.test(rest)) return page(reply, rest.slice(1))
    const visit = proxy.passes(rest) ? await visitOf(request.raw, name) : undefined
    if (!visit) return missing(reply)
    reply.hijack()
    await proxy.answer(request.raw, reply.raw, { visit, path: rest, address: request.ip })
    return reply
  })
}

/** The pass leaves the address at once, and a cookie that no script reads takes its place (P12). */
async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  { visit, passes, rest }: { visit: Visit; passes: ReturnType<typeof createPasses>; rest: string },
): Promise<FastifyReply> {
  const root = `${awayPath}/${visit.devsn}`
  const secure = request.protocol === 'https' ? '; Secure' : ''
  // Lax: an installed app, whose pages are elsewhere, opens the address too.
  const cookie = `${cookieName}=${passes.seal('visit', visit)}; Path=${root}/; Max-Age=${visitSeconds}; HttpOnly; SameSite=Lax${secure}`
  return reply
    .header('Set-Cookie', cookie)
    .header('Cache-Control', 'no-store')
    .redirect(root + rest, 303)
}

/** '' where the web app is not built. */
function page(reply: FastifyReply, file: string): FastifyReply {
  return 'sendFile' in reply ? reply.sendFile(file) : missing(reply)
}

/** A browser, a player or a download asks, not the app: the status tells it. */
function missing(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('Cache-Control', 'no-store').send()
}
