/** For broker tests: a broker on a free port; the test provides household, clock and callbacks. */
import { createServer } from 'node:http'
import { langs, type Lang } from '@homeport/contract/kit/operation.ts'
import type { Presence, FromBox } from '@homeport/contract/kit/connection.ts'
import { openLimits } from '../kit/rate-limit.ts'
import { silent } from '../kit/log.ts'
import { openBroker, unboundRate } from '../connection/broker/broker.ts'
import { issueNonce } from '../connection/broker/identity.ts'
import type { Secrets } from '../connection/base/secrets.ts'

export type Event =
  | { kind: 'birth'; devsn: string; presence: Presence }
  | { kind: 'gone'; devsn: string; epoch: number }
  | { kind: 'up'; devsn: string; lang: Lang; up: FromBox }

export async function startTestBroker({ isBound = () => true }: { isBound?: (devsn: string) => boolean } = {}) {
  const secrets: Secrets = { zh: Buffer.from('a secret of zh'), en: Buffer.from('a secret of en') }
  const events: Event[] = []
  const epochs = new Map<string, number>()
  const spent = new Set<string>()
  const limits = await openLimits(undefined)
  const broker = await openBroker({
    now: Date.now,
    log: silent,
    secrets,
    unbound: limits.open('unbound', unboundRate),
    spend: async (_lang, nonce) => !spent.has(nonce) && spent.add(nonce) !== undefined,
    isBound: async (devsn) => isBound(devsn),
    admit: async () => true,
    addressOf: (request) => request.socket.remoteAddress ?? '',
    onBirth(devsn, presence) {
      if (presence.epoch < (epochs.get(devsn) ?? 0)) return false
      epochs.set(devsn, presence.epoch)
      events.push({ kind: 'birth', devsn, presence })
      return true
    },
    onGone(devsn, epoch) {
      events.push({ kind: 'gone', devsn, epoch })
      return epoch >= (epochs.get(devsn) ?? 0)
    },
    onUp: (devsn, lang, up) => void events.push({ kind: 'up', devsn, lang, up }),
  })
  const server = createServer()
  server.on('upgrade', (request, socket, head) => broker.upgrade({ request, socket, head }))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    broker,
    events,
    port,
    url: `ws://127.0.0.1:${port}/mqtt`,
    offer: (devsn: string, lang: Lang = langs[1]) => ({
      nonce: issueNonce({ secrets, lang, devsn, now: Date.now() }),
      now: Math.floor(Date.now() / 1000),
    }),
    async stop() {
      await broker.stop()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
