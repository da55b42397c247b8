/** Which requests wait for their answer: long work in the background gives way to them. */
import type { Server, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'

export type OpenRequests = ReturnType<typeof watchOpenRequests>

export function watchOpenRequests(server: Server) {
  const open = new Set<ServerResponse>()
  server.on('request', (_, response: ServerResponse) => {
    open.add(response)
    response.once('close', () => open.delete(response))
  })
  /** A response whose beginning was sent, such as a video, needs nobody to make room. */
  const areWaiting = () => [...open].some(({ headersSent }) => !headersSent)

  return {
    /** Resolves when no request waits for its answer, or after `maxMs`: a busy server does its background work too. */
    async settled(maxMs: number): Promise<void> {
      const until = performance.now() + maxMs
      while (areWaiting() && performance.now() < until) await setImmediate()
    },
  }
}
