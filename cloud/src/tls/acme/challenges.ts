/** The proof of a name by http-01 (RFC 8555, 8.3): what the CA reads by plain http at the name's port 80. Nothing of it is a secret, so it is outside of every check. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { boundRequests } from '@homeport/contract/kit/http/inbound-requests.ts'
import { bareHeaders } from '../../kit/http/headers.ts'
import { listenOn } from '../../kit/http/listen.ts'

export const challengePath = '/.well-known/acme-challenge/'

export type Challenges = {
  /** Returns how to take it back. */
  publish: (token: string, content: string) => () => void
  contentOf: (token: string) => string | undefined
}

export function createChallenges(): Challenges {
  const published = new Map<string, string>()
  return {
    publish(token, content) {
      published.set(token, content)
      return () => void published.delete(token)
    },
    contentOf: (token) => published.get(token),
  }
}

const requestMs = 10_000
const maxConnections = 100

/** A server of its own for challenges alone, where the cloud's http has another port than the CA reads. */
export function openChallengeServer(challenges: Challenges) {
  const server = createServer({ requestTimeout: requestMs, headersTimeout: requestMs }, (request, response) => {
    const { url = '', method } = request
    const content = url.startsWith(challengePath) ? challenges.contentOf(url.slice(challengePath.length)) : undefined
    const isRead = method === 'GET' || method === 'HEAD'
    response.writeHead(content !== undefined && isRead ? 200 : 404, {
      ...bareHeaders,
      'Content-Type': 'text/plain',
      Connection: 'close',
    })
    response.end(isRead ? content : '')
  })
  server.maxConnections = maxConnections
  boundRequests(server)
  return {
    async listen(port: number): Promise<void> {
      await listenOn(port, 'HOMEPORT_ACME_PORT', async (host) => {
        server.listen({ port, host })
        await once(server, 'listening')
      })
    },
    async stop(): Promise<void> {
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
