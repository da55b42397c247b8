/** WebSockets to the box's cloud: the box believes it, and is held up by it no more than by anybody else (P43). */
import { createInboundAgent } from '@homeport/contract/kit/http/inbound-http.ts'
import { bytesBeforeLogin, createInboundMeter, type InboundRate, type UnitCounter } from '@homeport/contract/kit/inbound.ts'
import { InboundSocket, systemClock } from '@homeport/contract/kit/inbound-socket.ts'
import { afterHead } from '@homeport/contract/kit/mqtt/packet-counter.ts'
import { WebSocket } from 'ws'

/** count: of the frames. maxBytes: of a message. withinMs: until it is open. */
export type CloudSocketOptions = {
  protocols?: string[]
  headers?: Record<string, string>
  rate: InboundRate
  count: UnitCounter
  maxBytes: number
  withinMs: number
}

export function openCloudSocket(
  url: string,
  { protocols = [], headers = {}, rate, count, maxBytes, withinMs }: CloudSocketOptions,
): WebSocket {
  const protocol = new URL(url).protocol === 'wss:' ? 'https:' : 'http:'
  const meter = createInboundMeter({ rate, count: afterHead(count) }, systemClock.now)
  const ws = new WebSocket(url, protocols, {
    agent: createInboundAgent(protocol, {}, () => ({ meter, maxTotal: bytesBeforeLogin })),
    headers,
    handshakeTimeout: withinMs,
    maxPayload: maxBytes,
    perMessageDeflate: false,
    followRedirects: false,
  })
  return ws.once('upgrade', ({ socket }) => {
    if (socket instanceof InboundSocket) socket.liftTotal()
  })
}
