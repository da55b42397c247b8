/** The https port: it hands its requests to the http server, so that calls, sockets, the broker and uploads are the same by both. Its certificate is replaced while it runs. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer } from 'node:https'
import type { TLSSocket } from 'node:tls'
import { boundRequests } from '@homeport/contract/kit/http/inbound-requests.ts'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { Log } from '../kit/log.ts'
import { listenOn } from '../kit/http/listen.ts'
import { OperatorError } from '../kit/operator-error.ts'
import type { BoxProxy } from './box-proxy.ts'
import type { CertificateSource, KeyPair } from './certificate-source.ts'

export type SecureServerDeps = {
  /** Serves the requests. */
  http: Server
  source: CertificateSource
  /** The box of the same home; undefined where this cloud is not of one home alone. */
  box: BoxProxy | undefined
  /** Time limit for receiving a request. */
  requestMs: number
  /** How often the certificate's source is read again. */
  checkMs: number
  log: Log
}

export async function openSecureServer({ http, source, box, requestMs, checkMs, log }: SecureServerDeps) {
  // Without one no connection comes about.
  let served = await source.read()
  const server = createServer({
    ...(served ? { cert: served.cert, key: served.key } : {}),
    minVersion: 'TLSv1.2',
    requestTimeout: requestMs,
    headersTimeout: requestMs,
    connectionsCheckingInterval: 500,
  })
  server.on('request', (request, response) => {
    if (box?.takes(request)) box.answer(request, response)
    else http.emit('request', request, response)
  })
  boundRequests(server, 'secureConnection')
  server.on('clientError', (error, socket) => http.emit('clientError', error, socket))
  server.on('upgrade', (request, socket, head) => {
    if (box?.takes(request)) box.upgrade(request, socket, head)
    else if (!http.emit('upgrade', request, socket, head)) socket.destroy()
  })
  // Mostly a browser that does not trust the CA yet.
  server.on('tlsClientError', (error: Error, socket: TLSSocket) => {
    log.debug({ err: error }, 'A connection to the https port failed')
    socket.destroy()
  })
  let lastFault = ''

  function serve(next: KeyPair | undefined): void {
    if (!next || (next.cert === served?.cert && next.key === served.key)) return
    server.setSecureContext({ cert: next.cert, key: next.key, minVersion: 'TLSv1.2' })
    served = next
    log.info('The https port has a new certificate')
  }

  async function check(): Promise<void> {
    try {
      serve(await source.read())
      lastFault = ''
    } catch (error) {
      const fault = error instanceof OperatorError ? error.message : String(error)
      if (fault !== lastFault) log.warn({ fault }, 'The certificate of the https port cannot be renewed: the one before stays')
      lastFault = fault
    }
  }

  const oneAtATime = createOneAtATime()
  const timer = setInterval(() => void oneAtATime(check), checkMs).unref()

  return {
    async listen(port: number): Promise<void> {
      await listenOn(port, 'HOMEPORT_TLS_PORT', async (host) => {
        server.listen({ port, host })
        await once(server, 'listening')
      })
      source.start?.()
    },
    /** 0 before it listens. */
    port(): number {
      const address = server.address()
      return typeof address === 'object' && address ? address.port : 0
    },
    async stop(): Promise<void> {
      clearInterval(timer)
      await oneAtATime.idle()
      await source.stop?.()
      box?.stop()
      if (!server.listening) return
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
